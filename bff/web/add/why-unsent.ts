import { sayShell } from '../catalogues/shell.ts';
import type { AddingLimits } from '../trpc.ts';

/** Why a file is not sent at all, as the server would say it; null where it is. */
export function whyUnsent(name: string, bytes: number, limits: AddingLimits): string | null {
  const { extensions, max_file_bytes: most } = limits;
  const extension = /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!extensions.includes(extension)) {
    const kinds = extensions.map((one) => `.${one}`).join(', ');
    return extension === ''
      ? sayShell('noExtension', { kinds })
      : sayShell('unknownExtension', { extension, kinds });
  }
  if (bytes <= most) return null;
  return sayShell('fileTooLarge', { most: Math.floor(most / 1_048_576) });
}

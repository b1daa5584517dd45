import type { AddingLimits } from '../trpc.ts';

/** Why a file is not sent at all, as the server would say it; null where it is. */
export function whyUnsent(name: string, bytes: number, limits: AddingLimits): string | null {
  const { extensions, max_file_bytes: most } = limits;
  const extension = /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!extensions.includes(extension)) {
    const why = extension === '' ? 'Its name has no extension.' : `No reader knows “.${extension}” files.`;
    return `${why} These are read: ${extensions.map((one) => `.${one}`).join(', ')}.`;
  }
  if (bytes <= most) return null;
  return `The file is larger than ${Math.floor(most / 1_048_576)} MiB. Divide it, and add its parts.`;
}

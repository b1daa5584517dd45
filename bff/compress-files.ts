/** Compressed forms of the page's files, made once when it is built. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** A content coding (RFC 9110 §8.4.1) and the ending of the files that have it; the first is preferred. */
export const CODINGS = [
  { coding: 'br', ending: '.br', compress: promisify(brotliCompress) },
  { coding: 'gzip', ending: '.gz', compress: promisify(gzip) },
] as const;

/** Shorter files fit into the packet of their headers. */
const LEAST_BYTES = 1_024;

/** Writes `FILE.br` and `FILE.gz` beside each file of the folder that they make smaller. */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    if (bytes.length < LEAST_BYTES) continue;
    for (const { ending, compress } of CODINGS) {
      const compressed = await compress(bytes);
      if (compressed.length < bytes.length) await writeFile(`${path}${ending}`, compressed);
    }
  }
}

/** The files of a tar archive (ustar, as `tar cf` writes it), from memory. */

/** The archive cannot be read. */
export class TarError extends Error {
  override readonly name = 'TarError';
}

const BLOCK = 512;
const MAX_ENTRIES = 1_000;
/** Of a regular file, in the header. */
const FILE_TYPES: ReadonlySet<string> = new Set(['0', '\0']);

/**
 * Regular files by their names; folders, links and extended headers are ignored.
 * @throws {TarError} for what is no tar archive, one of too many entries or one that ends within a file
 */
export function tarFiles(archive: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  let at = 0;
  for (let entries = 0; at + BLOCK <= archive.length; entries += 1) {
    const header = archive.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) return files;
    if (!hasChecksum(header)) throw new TarError('this is no tar archive');
    if (entries === MAX_ENTRIES) throw new TarError(`the archive has more than ${MAX_ENTRIES} entries`);
    const size = octal(header, 124, 12);
    const start = at + BLOCK;
    if (start + size > archive.length) throw new TarError('the archive is damaged');
    if (FILE_TYPES.has(header.toString('latin1', 156, 157)))
      files.set(nameOf(header), archive.subarray(start, start + size));
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  if (files.size === 0) throw new TarError('this is no tar archive');
  return files;
}

/** The sum of the header's bytes with its own field as blanks. */
function hasChecksum(header: Buffer): boolean {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  return sum === octal(header, 148, 8);
}

/** @throws {TarError} for anything but octal digits */
function octal(header: Buffer, start: number, length: number): number {
  const digits = textAt(header, start, length).trim();
  if (!/^[0-7]+$/.test(digits)) throw new TarError('this is no tar archive');
  return Number.parseInt(digits, 8);
}

function nameOf(header: Buffer): string {
  const prefix = header.toString('latin1', 257, 262) === 'ustar' ? textAt(header, 345, 155) : '';
  const name = textAt(header, 0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}

function textAt(header: Buffer, start: number, length: number): string {
  const [text = ''] = header.toString('utf8', start, start + length).split('\0', 1);
  return text;
}

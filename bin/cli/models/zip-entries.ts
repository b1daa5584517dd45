/** Files out of a zip archive, such as a jar: the few that are asked for, from memory. */
import { inflateRawSync } from 'node:zlib';

/** The archive cannot be read, or does not hold what was asked for. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_FILE = 0x04034b50;
const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packedBytes: number;
  readonly start: number;
}

/**
 * The contents of the entries of these names, in their order.
 * @param maxBytes most bytes of one entry, unpacked
 * @throws {ZipError} for what is no zip archive, an entry that it lacks, is too large or damaged
 */
export function zipEntries(archive: Buffer, names: readonly string[], maxBytes: number): Buffer[] {
  try {
    const entries = new Map(readDirectory(archive).map((entry) => [entry.name, entry]));
    return names.map((name) => {
      const entry = entries.get(name);
      if (entry === undefined) throw new ZipError(`the archive holds no ${name}`);
      return unpack(archive, entry, maxBytes);
    });
  } catch (error) {
    if (error instanceof ZipError) throw error;
    // Offsets beyond the end, and bytes that are not deflated.
    throw new ZipError('the archive is damaged', { cause: error });
  }
}

/** The names of all entries. @throws {ZipError} for what is no zip archive */
export function zipNames(archive: Buffer): string[] {
  try {
    return readDirectory(archive).map(({ name }) => name);
  } catch (error) {
    if (error instanceof ZipError) throw error;
    throw new ZipError('the archive is damaged', { cause: error });
  }
}

function readDirectory(archive: Buffer): Entry[] {
  const end = findEnd(archive);
  const count = archive.readUInt16LE(end + 10);
  const entries: Entry[] = [];
  for (let at = archive.readUInt32LE(end + 16); entries.length < count; ) {
    if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new ZipError('the archive is damaged');
    const nameBytes = archive.readUInt16LE(at + 28);
    entries.push({
      name: archive.toString('utf8', at + 46, at + 46 + nameBytes),
      method: archive.readUInt16LE(at + 10),
      packedBytes: archive.readUInt32LE(at + 20),
      start: archive.readUInt32LE(at + 42),
    });
    at += 46 + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}

function findEnd(archive: Buffer): number {
  for (
    let at = archive.length - END_BYTES;
    at >= Math.max(0, archive.length - END_BYTES - MAX_COMMENT);
    at -= 1
  ) {
    if (archive.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  }
  throw new ZipError('this is no zip archive');
}

function unpack(archive: Buffer, { name, method, packedBytes, start }: Entry, maxBytes: number): Buffer {
  if (archive.readUInt32LE(start) !== LOCAL_FILE) throw new ZipError('the archive is damaged');
  const from = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
  const packed = archive.subarray(from, from + packedBytes);
  if (method === STORED && packed.length <= maxBytes) return packed;
  if (method !== DEFLATED) throw new ZipError(`${name} is too large, or packed in an unknown way`);
  return inflateRawSync(packed, { maxOutputLength: maxBytes });
}

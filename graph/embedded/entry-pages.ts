/**
 * Entries that are saved together lie together: the bytes of their leaves, one after the other, each behind its length (four
 * bytes, little-endian), compressed as a whole (RFC 8878). Alone, an entry compresses to two thirds; among its like to a fifth.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Fewer lie in rows of their own: an append of one entry costs no compression. */
const LEAST_ENTRIES = 4;
/** What one entry costs to read grows with its page. */
const MOST_ENTRIES = 32;
const MOST_BYTES = 64 * 1024;
/** An entry may be larger than a page should be; no page is larger than what a body may hold, many times over. */
const MAX_UNPACKED = 256 * 1024 * 1024;
const LENGTH_BYTES = 4;
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** Stretches of a run of entries that may lie in pages; what is in none is stored by itself. */
export function pagesOf<T extends { readonly bytes: Uint8Array }>(run: readonly T[]): T[][] {
  return stretchesOf(run).filter(({ length }) => length >= LEAST_ENTRIES);
}

/** A run of entries that lie in pages, in stretches that make a page each. */
export function stretchesOf<T extends { readonly bytes: Uint8Array }>(run: readonly T[]): T[][] {
  const pages: T[][] = [];
  let size = 0;
  for (const one of run) {
    const page = pages.at(-1);
    if (page === undefined || page.length === MOST_ENTRIES || size + one.bytes.length > MOST_BYTES) {
      pages.push([one]);
      size = one.bytes.length;
    } else {
      page.push(one);
      size += one.bytes.length;
    }
  }
  return pages;
}

export function packPage(leaves: readonly Uint8Array[]): Uint8Array {
  const parts = leaves.flatMap((leaf) => {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(leaf.length);
    return [length, leaf];
  });
  return zstdCompressSync(Buffer.concat(parts), LEVEL);
}

/** @throws {RangeError} where the bytes are no page */
export function unpackPage(packed: Uint8Array): Uint8Array[] {
  const bytes = unpacked(packed);
  const leaves: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const start = at + LENGTH_BYTES;
    if (start > bytes.length) throw new RangeError('a page ends within a length');
    at = start + bytes.readUInt32LE(at);
    if (at > bytes.length) throw new RangeError('a page ends within an entry');
    leaves.push(bytes.subarray(start, at));
  }
  return leaves;
}

function unpacked(packed: Uint8Array): Buffer {
  try {
    return zstdDecompressSync(packed, { maxOutputLength: MAX_UNPACKED });
  } catch (cause) {
    throw new RangeError('a page cannot be decompressed', { cause });
  }
}

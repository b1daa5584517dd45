import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ZipError, zipEntries } from '../../../../bin/cli/models/zip-entries.ts';

const MAX = 1_000;

/** A zip archive of these files; `method` 0 stores, 8 deflates. */
function zip(files: Readonly<Record<string, Buffer>>, method: 0 | 8 | 12 = 8, comment = ''): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(bytes.length, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(at, 42);
    locals.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    at += 30 + Buffer.byteLength(name) + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...locals, ...directory, end, Buffer.from(comment)]);
}

describe('zipEntries', () => {
  it('gives the files that are asked for, in that order', () => {
    const files = { a: Buffer.from('first'), 'b/c.txt': Buffer.from('second'), d: Buffer.alloc(0) };
    for (const method of [0, 8] as const) {
      const archive = zip(files, method, 'a comment');
      expect(zipEntries(archive, ['b/c.txt', 'a', 'd'], MAX).map(String)).toEqual(['second', 'first', '']);
    }
  });

  it('accepts a file of the most bytes, and refuses one more', () => {
    for (const method of [0, 8] as const) {
      expect(zipEntries(zip({ a: Buffer.alloc(MAX) }, method), ['a'], MAX)[0]).toHaveLength(MAX);
      expect(() => zipEntries(zip({ a: Buffer.alloc(MAX + 1) }, method), ['a'], MAX)).toThrow(ZipError);
    }
  });

  it.each<[what: string, archive: Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['what is no archive', Buffer.alloc(1_000, 'a')],
    ['an archive without the file', zip({ b: Buffer.from('x') })],
    ['an unknown way of packing', zip({ a: Buffer.from('x') }, 12)],
    ['an archive that is cut off in front', zip({ a: Buffer.from('some text') }).subarray(8)],
  ])('refuses %s', (_what, archive) => {
    expect(() => zipEntries(archive, ['a'], MAX)).toThrow(ZipError);
  });

  it('refuses any damage, or gives some bytes within the bound', () => {
    const archive = zip({ a: Buffer.from('some text, and some text again'), b: Buffer.from('more') });
    fc.assert(
      fc.property(fc.nat(archive.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const damaged = Buffer.from(archive);
        damaged[at] = (damaged[at] ?? 0) ^ flip;
        try {
          expect(zipEntries(damaged, ['a', 'b'], MAX).every(({ length }) => length <= MAX)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(ZipError);
        }
      }),
    );
  });
});

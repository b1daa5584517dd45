import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ZipError, zipEntries, zipNames } from '../../../../bin/cli/models/zip-entries.ts';
import { zip } from './archives.ts';

const MAX = 1_000;

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

describe('zipNames', () => {
  it('names every entry, and refuses what is no archive', () => {
    expect(zipNames(zip({ a: Buffer.from('x'), 'b/c.txt': Buffer.from('y') }))).toEqual(['a', 'b/c.txt']);
    expect(() => zipNames(Buffer.alloc(1_000, 'a'))).toThrow(ZipError);
    expect(() => zipNames(zip({ a: Buffer.from('some text') }).subarray(8))).toThrow(ZipError);
  });
});

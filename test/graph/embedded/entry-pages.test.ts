/** Pages of entries: what goes in comes out, and what is no page is refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packPage, pagesOf, unpackPage } from '../../../graph/embedded/entry-pages.ts';

const leaves = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 40 });
const sized = (...sizes: number[]) => sizes.map((size) => ({ bytes: new Uint8Array(size) }));
const plain = (bytes: Uint8Array) => Buffer.from(bytes);

describe('a page of entries', () => {
  it('gives back the bytes of each, empty ones too', () => {
    fc.assert(
      fc.property(leaves, (given) => {
        expect(unpackPage(packPage(given)).map(plain)).toEqual(given.map(plain));
      }),
    );
  });

  it('is refused where any of it is missing', () => {
    const page = packPage([new Uint8Array(100).fill(7), Uint8Array.from([1, 2, 3])]);
    for (let length = 0; length < page.length; length += 1) {
      expect(() => unpackPage(page.subarray(0, length))).toThrow(RangeError);
    }
  });

  it('is refused where it is none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(() => unpackPage(bytes)).toThrow(RangeError);
      }),
    );
  });
});

describe('the pages of a run of entries', () => {
  it.each([
    ['three entries make none', sized(9, 9, 9), []],
    ['four make one', sized(9, 9, 9, 9), [4]],
    ['32 make one', sized(...Array<number>(32).fill(9)), [32]],
    ['33 make one, and the last lies alone', sized(...Array<number>(33).fill(9)), [32]],
    ['36 make two', sized(...Array<number>(36).fill(9)), [32, 4]],
    ['no page grows beyond 64 KiB', sized(...Array<number>(8).fill(16_384)), [4, 4]],
    ['one byte more begins another', sized(1, ...Array<number>(8).fill(16_384)), [4, 4]],
    ['what is larger lies alone', sized(70_000, 70_000, 9, 9, 9, 9), [4]],
    ['none make none', [], []],
  ])('%s', (_, run, lengths) => {
    expect(pagesOf(run).map(({ length }) => length)).toEqual(lengths);
  });
});

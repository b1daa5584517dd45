import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  entryBundle,
  MAX_BUNDLED_BYTES,
  parseTileLevel,
  parseTileSpan,
  tileNodes,
  tileWidthAt,
} from '../../../graph/log/tile.ts';

/** C2SP tlog-tiles: groups of three digits, all but the last after an x. */
function spelled(index: number): string {
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  return (padded.match(/\d{3}/g) ?? [])
    .map((group, at, all) => (at < all.length - 1 ? `x${group}` : group))
    .join('/');
}

describe('parseTileSpan', () => {
  it.each([
    ['000', 0, 256],
    ['067', 67, 256],
    ['x001/x234/067', 1_234_067, 256],
    ['x001/000.p/255', 1_000, 255],
    ['000.p/1', 0, 1],
  ])('reads %s', (path, index, width) => {
    expect(parseTileSpan(path)).toEqual({ index, width });
  });

  it.each([
    '',
    '0',
    '67',
    '0067',
    'x000/067',
    '001/067',
    'x001/x067',
    'x001/67',
    '000.p/0',
    '000.p/256',
    '000.p/999',
    '000.p/01',
    '000.p/',
    '000.p/5/',
    '000.p',
    '/000',
    '000/',
    'x999/x999/x999/x999/x999/999',
    '-01',
    '٠٠٠',
    '000\n',
    '../000',
  ])('knows no tile at %j', (path) => {
    expect(parseTileSpan(path)).toBeNull();
  });

  it('reads each index in its one spelling', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999_999_999_999 }), fc.integer({ min: 1, max: 256 }), (index, width) => {
        const path = width === 256 ? spelled(index) : `${spelled(index)}.p/${width}`;
        expect(parseTileSpan(path)).toEqual({ index, width });
      }),
    );
  });
});

describe('parseTileLevel', () => {
  it.each(['', '-1', '00', '01', '64', '100', '1e1', 'data', ' 1'])('knows no level %j', (text) => {
    expect(parseTileLevel(text)).toBeNull();
  });

  it.each([
    ['0', 0],
    ['9', 9],
    ['10', 10],
    ['63', 63],
  ])('reads %s', (text, level) => {
    expect(parseTileLevel(text)).toBe(level);
  });
});

describe('tileWidthAt', () => {
  it.each([
    [0, 0, 0, 0],
    [0, 0, 1, 1],
    [0, 0, 255, 255],
    [0, 0, 256, 256],
    [0, 1, 256, 0],
    [0, 1, 257, 1],
    [1, 0, 255, 0],
    [1, 0, 256, 1],
    [1, 0, 65_535, 255],
    [1, 0, 1_000_000, 256],
    [1, 15, 1_000_000, 66],
    [2, 0, 1_000_000, 15],
    [3, 0, 1_000_000, 0],
    [63, 0, Number.MAX_SAFE_INTEGER, 0],
    [0, 999_999_999_999_999, Number.MAX_SAFE_INTEGER, 0],
  ])('gives the tile %i/%i of %i entries its %i hashes', (level, index, size, width) => {
    expect(tileWidthAt({ level, index }, size)).toBe(width);
  });

  it('counts every complete subtree of a level once', () => {
    fc.assert(
      fc.property(fc.nat({ max: 100_000 }), fc.integer({ min: 0, max: 2 }), (size, level) => {
        const tiles = Array.from({ length: 400 }, (_, index) => tileWidthAt({ level, index }, size));
        const total = tiles.reduce((sum, width) => sum + width, 0);
        expect(total).toBe(Math.floor(size / 256 ** level));
      }),
    );
  });
});

describe('tileNodes', () => {
  it('names the subtrees of its level from left to right', () => {
    expect(tileNodes({ level: 1, index: 2, width: 3 })).toEqual([
      { level: 8, index: 512 },
      { level: 8, index: 513 },
      { level: 8, index: 514 },
    ]);
  });
});

describe('entryBundle', () => {
  it('puts the length before each entry', () => {
    const bundle = entryBundle([Buffer.from('ab'), new Uint8Array(), new Uint8Array(258)]);
    expect(Buffer.from(bundle ?? []).toString('hex')).toBe(`00026162${'0000'}0102${'00'.repeat(258)}`);
  });

  it('takes an entry of as many bytes as the length can say, and none of one more', () => {
    expect(entryBundle([new Uint8Array(MAX_BUNDLED_BYTES)])?.length).toBe(MAX_BUNDLED_BYTES + 2);
    expect(entryBundle([new Uint8Array(1), new Uint8Array(MAX_BUNDLED_BYTES + 1)])).toBeNull();
  });
});

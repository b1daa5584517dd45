import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsOf, trainCells } from '../../../../engine/retrieve/vectors/cells.ts';
import { IndexedSegment, VectorIndex } from '../../../../engine/retrieve/vectors/vector-index.ts';
import { byCodeUnit } from '../../../../graph/by-code-unit.ts';

const D = 3;
const axis = fc.integer({ min: -2, max: 2 });
/** Rows of few directions, so that many are equally near; some are zero. */
const rows = fc.array(fc.tuple(axis, axis, axis), { maxLength: 60 });

function unit(row: readonly number[]): number[] {
  const length = Math.hypot(...row);
  return row.map((value) => (length === 0 ? 0 : Math.fround(value / length)));
}

const idOf = (at: number) => `s${String((at * 7) % 61).padStart(2, '0')}`;

function segmentsOf(all: readonly (readonly number[])[], size: number, cells: Uint16Array | null = null) {
  const segments = new Map<string, IndexedSegment>();
  for (let start = 0; start < all.length; start += size) {
    const part = all.slice(start, start + size);
    const ids = part.map((_, at) => idOf(start + at));
    const vectors = Float32Array.from(part.flat());
    const own = cells?.subarray(start, start + size) ?? null;
    segments.set(`${start}`, new IndexedSegment({ ids, dimensions: D, vectors }, own));
  }
  return segments;
}

function bruteForce(all: readonly (readonly number[])[], query: Float32Array, top: number) {
  return all
    .map((row, at) => ({ id: idOf(at), cosine: row.reduce((sum, value, on) => sum + value * query[on]!, 0) }))
    .filter(({ cosine }) => cosine > 0)
    .sort((a, b) => b.cosine - a.cosine || byCodeUnit(a.id, b.id))
    .slice(0, top);
}

describe('the index of vectors', () => {
  it('finds exactly the nearest, ties by id, however the rows are cut into segments', () => {
    fc.assert(
      fc.property(rows, rows, fc.integer({ min: 1, max: 9 }), (found, asked, size) => {
        const all = found.map(unit);
        const index = new VectorIndex(null, segmentsOf(all, size));
        for (const row of all.length === 0 ? [] : asked) {
          const query = Float32Array.from(unit(row));
          for (const top of [1, 5, 100])
            expect(index.search(query, top)).toEqual(bruteForce(all, query, top));
        }
      }),
    );
  });

  it('finds the same with and without cells, as long as all rows may be compared', () => {
    fc.assert(
      fc.property(
        rows,
        fc.tuple(axis, axis, axis),
        fc.integer({ min: 1, max: 20 }),
        (found, asked, count) => {
          fc.pre(found.length > 0);
          const all = found.map(unit);
          const flat = Float32Array.from(all.flat());
          const cells = trainCells(flat, D, count);
          const index = new VectorIndex(cells, segmentsOf(all, 7, cellsOf(cells, flat)));
          const query = Float32Array.from(unit(asked));
          expect(index.search(query, 10)).toEqual(bruteForce(all, query, 10));
        },
      ),
    );
  });

  it('gives the worth of sections by name, also of unlike ones, and leaves out those it does not have', () => {
    const index = new VectorIndex(
      null,
      segmentsOf(
        [
          [1, 0, 0],
          [0, 1, 0],
          [-1, 0, 0],
        ],
        2,
      ),
    );
    const query = Float32Array.of(1, 0, 0);
    expect(index.judged(query, [idOf(2), 'nowhere', idOf(0)])).toEqual([
      { id: idOf(2), cosine: -1 },
      { id: idOf(0), cosine: 1 },
    ]);
  });

  it('finds nothing in an empty index, and refuses a query of other dimensions', () => {
    expect(new VectorIndex(null, new Map()).search(new Float32Array(0), 3)).toEqual([]);
    const index = new VectorIndex(null, segmentsOf([[1, 0, 0]], 1));
    expect(() => index.search(Float32Array.of(1, 0), 3)).toThrow(RangeError);
  });

  it('looks at 8,192 rows at most where there are cells, also where all lie in one', () => {
    const count = 20_000;
    const ids = Array.from({ length: count }, (_, at) => `s${at}`);
    const vectors = new Float32Array(count).fill(1);
    const segment = new IndexedSegment({ ids, dimensions: 1, vectors }, new Uint16Array(count));
    const index = new VectorIndex(
      { dimensions: 1, centroids: Float32Array.of(1) },
      new Map([['one', segment]]),
    );
    expect(index.search(Float32Array.of(1), count)).toHaveLength(8_192);
  });
});

describe('cells', () => {
  it('are the same for the same sample, and hold each row in the nearest one', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 20 }), (found, count) => {
        fc.pre(found.length > 0);
        const flat = Float32Array.from(found.flatMap(unit));
        const cells = trainCells(flat, D, count);
        expect(trainCells(flat, D, count)).toEqual(cells);
        expect(cells.centroids).toHaveLength(D * Math.min(count, found.length));
        const places = cellsOf(cells, flat);
        for (const [row, cell] of places.entries()) {
          const cosines = Array.from({ length: cells.centroids.length / D }, (_, at) =>
            [0, 1, 2].reduce((sum, on) => sum + cells.centroids[at * D + on]! * flat[row * D + on]!, 0),
          );
          expect(cosines[cell]).toBe(Math.max(...cosines));
        }
      }),
    );
  });
});

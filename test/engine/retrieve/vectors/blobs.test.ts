import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CellsError,
  decodeCellRows,
  decodeCells,
  encodeCellRows,
  encodeCells,
} from '../../../../engine/retrieve/vectors/cells.ts';
import {
  decodeVectors,
  encodeVectors,
  VectorBlobError,
} from '../../../../engine/retrieve/vectors/vector-blob.ts';
import { encodeCanonical } from '../../../../graph/canonical.ts';

const floats = (count: number) => fc.float32Array({ minLength: count, maxLength: count, noNaN: true });

describe('the blobs of vectors', () => {
  it('give back vectors, cells and the cells of rows', () => {
    const ids = fc.array(fc.string(), { maxLength: 5 });
    fc.assert(
      fc.property(ids, fc.integer({ min: 1, max: 4 }), (names, dimensions) => {
        const [vectors] = fc.sample(floats(names.length * dimensions), 1);
        const segment = { ids: names, dimensions, vectors: vectors! };
        expect(decodeVectors(encodeVectors(segment))).toEqual(segment);
        const cells = { dimensions, centroids: fc.sample(floats(3 * dimensions), 1)[0]! };
        expect(decodeCells(encodeCells(cells))).toEqual(cells);
      }),
    );
    fc.assert(
      fc.property(fc.uint16Array(), (rows) => {
        expect(decodeCellRows(encodeCellRows(rows))).toEqual(rows);
      }),
    );
  });

  it.each([
    ['another format', { format: 'adduce-vectors/2', ids: [], dimensions: 1, vectors: new Uint8Array() }],
    ['a row too few', { format: 'adduce-vectors/1', ids: ['a'], dimensions: 2, vectors: new Uint8Array(4) }],
    ['half a number', { format: 'adduce-vectors/1', ids: ['a'], dimensions: 1, vectors: new Uint8Array(3) }],
    ['no ids', { format: 'adduce-vectors/1', dimensions: 1, vectors: new Uint8Array() }],
  ])('refuse vectors of %s', (_, raw) => {
    expect(() => decodeVectors(encodeCanonical(raw))).toThrow(VectorBlobError);
  });

  it.each([
    ['another format', { format: 'adduce-cells/2', dimensions: 1, centroids: new Uint8Array(4) }],
    ['no cell', { format: 'adduce-cells/1', dimensions: 1, centroids: new Uint8Array() }],
    ['half a cell', { format: 'adduce-cells/1', dimensions: 2, centroids: new Uint8Array(4) }],
    ['no dimensions', { format: 'adduce-cells/1', dimensions: 0, centroids: new Uint8Array(4) }],
  ])('refuse cells of %s', (_, raw) => {
    expect(() => decodeCells(encodeCanonical(raw))).toThrow(CellsError);
  });

  it('refuse cells of rows of half a number, and those of another format', () => {
    for (const raw of [
      { format: 'adduce-cell-rows/1', cells: new Uint8Array(3) },
      { format: 'adduce-cells/1', cells: new Uint8Array(2) },
    ])
      expect(() => decodeCellRows(encodeCanonical(raw))).toThrow(CellsError);
  });
});

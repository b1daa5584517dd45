import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../../engine/retrieve/latent/seeded-random.ts';
import {
  multiply,
  multiplyTransposed,
  sparseMatrix,
} from '../../../../engine/retrieve/latent/sparse-matrix.ts';
import { symmetricEigen } from '../../../../engine/retrieve/latent/symmetric-eigen.ts';
import { rightSingularVectors } from '../../../../engine/retrieve/latent/truncated-svd.ts';
import { addScaled, dot, orthonormalBasis } from '../../../../engine/retrieve/latent/vectors.ts';

const entries = fc.array(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 5, maxLength: 5 }), {
  minLength: 5,
  maxLength: 5,
});

function sparse(rows: readonly (readonly number[])[]) {
  const weighted = rows.map((row) => {
    const indexes = [...row.keys()].filter((index) => row[index] !== 0);
    return { indexes, weights: indexes.map((index) => row[index]!) };
  });
  return sparseMatrix(weighted, rows[0]?.length ?? 0);
}

describe('SeededRandom', () => {
  it('repeats itself for a seed and differs for another', () => {
    const words = (seed: string) => {
      const random = new SeededRandom(seed);
      return Array.from({ length: 8 }, () => random.next());
    };
    expect(words('a')).toEqual(words('a'));
    expect(words('a')).not.toEqual(words('b'));
    expect(new Set(words('a')).size).toBe(8);
  });

  it('gives signs only, about as many of each', () => {
    const signs = new SeededRandom('a').signs(10_001);
    expect(signs.every((sign) => Math.abs(sign) === 1)).toBe(true);
    expect(Math.abs(signs.reduce((sum, sign) => sum + sign, 0))).toBeLessThan(400);
  });
});

describe('orthonormalBasis', () => {
  it('leaves out columns that depend on others, and zero', () => {
    const columns = [
      [3, 0, 0],
      [0, 0, 0],
      [6, 0, 0],
      [1, 2, 0],
      [4, 2, 0],
    ].map((column) => Float64Array.from(column));
    expect(orthonormalBasis(columns).map((column) => [...column])).toEqual([
      [1, 0, 0],
      [0, 1, 0],
    ]);
  });
});

describe('symmetricEigen', () => {
  it('gives pairs that satisfy their equation, largest first, with unit vectors', () => {
    fc.assert(
      fc.property(entries, (square) => {
        const symmetric = square.map((row, i) =>
          Float64Array.from(row, (value, j) => value + (square[j]?.[i] ?? 0)),
        );
        const pairs = symmetricEigen(symmetric.map((row) => row.slice()));
        pairs.forEach(({ value, vector }, index) => {
          expect(dot(vector, vector)).toBeCloseTo(1, 9);
          expect(value).toBeLessThanOrEqual(pairs[index - 1]?.value ?? Number.POSITIVE_INFINITY);
          symmetric.forEach((row, at) => {
            expect(dot(row, vector)).toBeCloseTo(value * (vector[at] ?? 0), 7);
          });
        });
      }),
    );
  });
});

describe('rightSingularVectors', () => {
  it('spans the rows of the matrix: the rest of each row is zero', () => {
    fc.assert(
      fc.property(entries, (rows) => {
        const vectors = rightSingularVectors(sparse(rows), 5, new SeededRandom('s'));
        for (const row of rows) {
          const rest = Float64Array.from(row);
          for (const vector of vectors) addScaled(rest, -dot(vector, rest), vector);
          expect(Math.hypot(...rest)).toBeLessThan(1e-5 * Math.hypot(...row, 1));
        }
      }),
    );
  });

  it('finds the leading directions of a diagonal matrix', () => {
    const rows = Array.from({ length: 40 }, (_, i) =>
      Array.from({ length: 40 }, (_, j) => (i === j ? 40 - i : 0)),
    );
    const [first, second, ...rest] = rightSingularVectors(sparse(rows), 2, new SeededRandom('s'));
    expect(rest).toEqual([]);
    expect(Math.abs(first?.[0] ?? 0)).toBeGreaterThan(0.95);
    expect(Math.abs(second?.[1] ?? 0)).toBeGreaterThan(0.95);
  });
});

describe('multiply', () => {
  it('agrees with its transpose: y · A x = x · Aᵀ y', () => {
    const vector = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(entries, vector, vector, (rows, x, y) => {
        const matrix = sparse(rows);
        const [left, right] = [Float64Array.from(x), Float64Array.from(y)];
        expect(dot(right, multiply(matrix, left))).toBe(dot(left, multiplyTransposed(matrix, right)));
      }),
    );
  });
});

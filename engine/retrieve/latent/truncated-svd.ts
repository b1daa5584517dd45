import type { SeededRandom } from './seeded-random.ts';
import { multiply, multiplyTransposed, type SparseMatrix } from './sparse-matrix.ts';
import { symmetricEigen } from './symmetric-eigen.ts';
import { addScaled, dot, orthonormalBasis } from './vectors.ts';

/** Directions beyond those asked for, which take up what the iteration has not separated yet. */
const OVERSAMPLING = 16;
/** Each one multiplies the gap between wanted and unwanted directions by the square of their singular values. */
const ITERATIONS = 3;
/** Singular values below this share of the largest are rounding. */
const RANK_SHARE = 1e-7;

/**
 * The leading right singular vectors of a sparse matrix, largest singular value first, by randomised subspace
 * iteration (Halko, Martinsson, Tropp 2011, algorithm 4.4); fewer than asked for where the rank is lower.
 */
export function rightSingularVectors(
  matrix: SparseMatrix,
  count: number,
  random: SeededRandom,
): Float64Array[] {
  // Not less for a small matrix: few random signs may be dependent, and dependent columns fall out of the basis.
  const width = count + OVERSAMPLING;
  const start = Array.from({ length: width }, () => multiply(matrix, random.signs(matrix.columns)));
  let basis = orthonormalBasis(start);
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    basis = orthonormalBasis(basis.map((column) => multiply(matrix, multiplyTransposed(matrix, column))));
  }
  const projected = basis.map((column) => multiplyTransposed(matrix, column));
  const gram = projected.map((row) => Float64Array.from(projected, (column) => dot(row, column)));
  const pairs = symmetricEigen(gram);
  const least = (pairs[0]?.value ?? 0) * RANK_SHARE * RANK_SHARE;
  const kept = pairs.slice(0, count).filter(({ value }) => value > least);
  return kept.map(({ value, vector }) => combine(projected, vector, 1 / Math.sqrt(value)));
}

function combine(columns: readonly Float64Array[], factors: Float64Array, scale: number): Float64Array {
  const sum = new Float64Array(columns[0]?.length ?? 0);
  for (const [index, column] of columns.entries()) addScaled(sum, scale * (factors[index] ?? 0), column);
  return sum;
}

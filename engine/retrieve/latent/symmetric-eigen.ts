import { addScaled } from './vectors.ts';

/** An eigenvalue with its eigenvector of length 1. */
export interface EigenPair {
  readonly value: number;
  readonly vector: Float64Array;
}

/** Jacobi converges quadratically: ten sweeps are rare. */
const MAX_SWEEPS = 40;
/** Squared share of the off-diagonal at which it counts as zero. */
const CONVERGED = 1e-24;

/**
 * Eigenpairs of a symmetric matrix, largest first, by cyclic Jacobi rotations. Slow beside other methods, but it
 * has no choices and no branches on near-equal values: the same matrix gives the same bits.
 * @param rows the matrix; it is overwritten
 */
export function symmetricEigen(rows: Float64Array[]): EigenPair[] {
  const vectors = rows.map((_, index) => Float64Array.from(rows, (_row, at) => (at === index ? 1 : 0)));
  for (let sweep = 0; sweep < MAX_SWEEPS && !isDiagonal(rows); sweep += 1) {
    for (let p = 0; p < rows.length; p += 1) {
      for (let q = p + 1; q < rows.length; q += 1) rotate(rows, vectors, p, q);
    }
  }
  const pairs = vectors.map((vector, index) => ({ value: rows[index]?.[index] ?? 0, vector, index }));
  return pairs
    .sort((a, b) => b.value - a.value || a.index - b.index)
    .map(({ value, vector }) => ({ value, vector }));
}

function isDiagonal(rows: readonly Float64Array[]): boolean {
  let diagonal = 0;
  let rest = 0;
  for (const [index, row] of rows.entries()) {
    for (let at = 0; at < row.length; at += 1) {
      const square = (row[at] ?? 0) ** 2;
      if (at === index) diagonal += square;
      else rest += square;
    }
  }
  return rest <= diagonal * CONVERGED;
}

/** Turns the plane of p and q so that their common entry becomes zero. */
function rotate(rows: readonly Float64Array[], vectors: readonly Float64Array[], p: number, q: number): void {
  const [rowP, rowQ] = [rows[p], rows[q]];
  const [vectorP, vectorQ] = [vectors[p], vectors[q]];
  if (!rowP || !rowQ || !vectorP || !vectorQ) throw new RangeError('no such plane');
  const common = rowP[q] ?? 0;
  if (common === 0) return;
  const theta = ((rowQ[q] ?? 0) - (rowP[p] ?? 0)) / (2 * common);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (const row of rows) {
    const [left, right] = [row[p] ?? 0, row[q] ?? 0];
    row[p] = cosine * left - sine * right;
    row[q] = sine * left + cosine * right;
  }
  turn(rowP, rowQ, cosine, sine);
  turn(vectorP, vectorQ, cosine, sine);
}

function turn(first: Float64Array, second: Float64Array, cosine: number, sine: number): void {
  const before = first.slice();
  for (let i = 0; i < first.length; i += 1) first[i] = cosine * (first[i] ?? 0);
  addScaled(first, -sine, second);
  for (let i = 0; i < second.length; i += 1) second[i] = cosine * (second[i] ?? 0);
  addScaled(second, sine, before);
}

import type { WeightedTerms } from './term-weights.ts';

/** A matrix by rows, of each only what is not zero. */
export interface SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  /** The entries of row `i` are those from `start[i]` up to `start[i + 1]`. */
  readonly start: Int32Array;
  readonly index: Int32Array;
  readonly value: Float64Array;
}

export function sparseMatrix(rows: readonly WeightedTerms[], columns: number): SparseMatrix {
  const start = new Int32Array(rows.length + 1);
  for (const [row, { indexes }] of rows.entries()) start[row + 1] = (start[row] ?? 0) + indexes.length;
  return {
    rows: rows.length,
    columns,
    start,
    index: Int32Array.from(rows.flatMap(({ indexes }) => indexes)),
    value: Float64Array.from(rows.flatMap(({ weights }) => weights)),
  };
}

/** `A x`. */
export function multiply(matrix: SparseMatrix, vector: Float64Array): Float64Array {
  const { rows, start, index, value } = matrix;
  const product = new Float64Array(rows);
  for (let row = 0; row < rows; row += 1) {
    let sum = 0;
    const end = start[row + 1] ?? 0;
    for (let at = start[row] ?? 0; at < end; at += 1) sum += (value[at] ?? 0) * (vector[index[at] ?? 0] ?? 0);
    product[row] = sum;
  }
  return product;
}

/** `Aᵀ x`. */
export function multiplyTransposed(matrix: SparseMatrix, vector: Float64Array): Float64Array {
  const { rows, columns, start, index, value } = matrix;
  const product = new Float64Array(columns);
  for (let row = 0; row < rows; row += 1) {
    const factor = vector[row] ?? 0;
    const end = start[row + 1] ?? 0;
    for (let at = start[row] ?? 0; at < end; at += 1) {
      const column = index[at] ?? 0;
      product[column] = (product[column] ?? 0) + factor * (value[at] ?? 0);
    }
  }
  return product;
}

import type { LatentModel } from './latent-model.ts';
import { weighTerms } from './term-weights.ts';

/**
 * The vector of a new document or of a query: length 1, or all zero where the model knows none of its terms.
 * The vectors that training returns are made by this very function, so old and new ones compare.
 */
export function foldIn(model: LatentModel, terms: readonly string[]): Float32Array {
  const { dimensions, basis } = model;
  const { indexes, weights } = weighTerms(model, terms);
  const sum = new Float64Array(dimensions);
  for (const [position, term] of indexes.entries()) {
    const weight = weights[position] ?? 0;
    const start = term * dimensions;
    for (let axis = 0; axis < dimensions; axis += 1) {
      sum[axis] = (sum[axis] ?? 0) + weight * (basis[start + axis] ?? 0);
    }
  }
  return normalised(sum);
}

function normalised(vector: Float64Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square);
  return length === 0
    ? new Float32Array(vector.length)
    : Float32Array.from(vector, (value) => value / length);
}

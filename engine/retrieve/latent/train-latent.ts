import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import type { LatentModel } from './latent-model.ts';
import { SeededRandom } from './seeded-random.ts';
import { sparseMatrix } from './sparse-matrix.ts';
import { type LatentDocument, learnWeights, type WeightedTerms, weighTerms } from './term-weights.ts';
import { rightSingularVectors } from './truncated-svd.ts';

/** Dimensions where a caller names none. */
const LATENT_DIMENSIONS = 200;

/**
 * Trains a latent semantic model on documents: truncated SVD of their BM25-weighted document–term matrix. The same documents
 * in any order, and the same seed, give the same model. Runs for seconds on thousands of documents: call it in a worker.
 * @throws {RangeError} when an id occurs twice
 */
export function trainLatent(
  documents: readonly LatentDocument[],
  { seed, dimensions = LATENT_DIMENSIONS }: { readonly seed: string; readonly dimensions?: number },
): LatentModel {
  const sorted = documents.toSorted((a, b) => byCodeUnit(a.id, b.id));
  if (sorted.some(({ id }, index) => id === sorted[index + 1]?.id))
    throw new RangeError('an id occurs twice');
  const weights = learnWeights(sorted);
  const rows = sorted.map(({ terms }) => unitLength(weighTerms(weights, terms)));
  const matrix = sparseMatrix(rows, weights.vocabulary.size);
  const directions = rightSingularVectors(matrix, dimensions, new SeededRandom(seed));
  const basis = new Float32Array(weights.vocabulary.size * directions.length);
  for (const [axis, direction] of directions.entries()) {
    for (let term = 0; term < direction.length; term += 1)
      basis[term * directions.length + axis] = direction[term] ?? 0;
  }
  return { ...weights, dimensions: directions.length, basis };
}

/** Each document counts the same: a long one would draw the leading directions to itself. */
function unitLength({ indexes, weights }: WeightedTerms): WeightedTerms {
  const square = weights.reduce((sum, weight) => sum + weight * weight, 0);
  const length = Math.sqrt(square);
  return length === 0 ? { indexes, weights } : { indexes, weights: weights.map((weight) => weight / length) };
}

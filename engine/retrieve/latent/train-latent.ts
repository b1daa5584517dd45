import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import { foldIn } from './fold-in.ts';
import { encodeModel, type LatentModel } from './latent-model.ts';
import { SeededRandom } from './seeded-random.ts';
import { sparseMatrix } from './sparse-matrix.ts';
import { type LatentDocument, learnWeights, type WeightedTerms, weighTerms } from './term-weights.ts';
import { rightSingularVectors } from './truncated-svd.ts';

/** Dimensions where a caller names none. */
export const LATENT_DIMENSIONS = 200;
/** Most documents that a model is trained on, evenly spread over the ids; the others are folded in. */
const MAX_TRAINED = 20_000;

export interface LatentTraining {
  readonly model: LatentModel;
  /** The model's bytes, for the blob store. */
  readonly bytes: Uint8Array;
  /** Ids in code unit order, whatever the order of the input. */
  readonly ids: readonly string[];
  /** Row-major, one row of `model.dimensions` for each id; length 1, or all zero for a text of unknown terms. */
  readonly vectors: Float32Array;
}

/**
 * Trains latent semantic vectors on a corpus: truncated SVD of its BM25-weighted document–term matrix.
 * The same documents and seed give the same bytes. Runs for seconds on thousands of documents: call it in a worker.
 * @throws {RangeError} when an id occurs twice
 */
export function trainLatent(
  documents: readonly LatentDocument[],
  { seed, dimensions = LATENT_DIMENSIONS }: { readonly seed: string; readonly dimensions?: number },
): LatentTraining {
  const sorted = documents.toSorted((a, b) => byCodeUnit(a.id, b.id));
  if (sorted.some(({ id }, index) => id === sorted[index + 1]?.id))
    throw new RangeError('an id occurs twice');
  const model = trainModel(evenlySpread(sorted), dimensions, seed);
  const vectors = new Float32Array(sorted.length * model.dimensions);
  for (const [row, { terms }] of sorted.entries()) vectors.set(foldIn(model, terms), row * model.dimensions);
  return { model, bytes: encodeModel(model), ids: sorted.map(({ id }) => id), vectors };
}

function evenlySpread(documents: readonly LatentDocument[]): readonly LatentDocument[] {
  const step = Math.ceil(documents.length / MAX_TRAINED);
  return step <= 1 ? documents : documents.filter((_, index) => index % step === 0);
}

function trainModel(documents: readonly LatentDocument[], dimensions: number, seed: string): LatentModel {
  const weights = learnWeights(documents);
  const rows = documents.map(({ terms }) => unitLength(weighTerms(weights, terms)));
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

import type { CorpusVectors } from '../latent/vector-blob.ts';
import type { SentenceVectors } from './sentence-blob.ts';

/**
 * What the best sentence counts beside the whole text. Part of the fusion policies of sentence models: another share is
 * another policy. Measured with MiniLM, λ = 2 (nDCG@10 on SciFact train, Cranfield 1–112): 0 gives .742 and .567,
 * 0.35 .752 and .567, 0.5 .753 and .560.
 */
const SENTENCE_SHARE = 0.35;

/** A corpus' sentence vectors, ready to be ranked: whole texts are scanned, sentences are looked at for a few. */
export class SentenceIndex {
  /** Of the whole texts, each of length 1. */
  readonly whole: CorpusVectors;
  readonly #vectors: SentenceVectors;
  /** First row of each section, by its address. */
  readonly #places = new Map<string, { readonly row: number; readonly count: number }>();

  constructor(vectors: SentenceVectors) {
    const { ids, counts, dimensions, rows } = vectors;
    const whole = new Float32Array(ids.length * dimensions);
    let row = 0;
    for (const [index, id] of ids.entries()) {
      const count = counts[index] ?? 0;
      this.#places.set(id, { row, count });
      const direction = rows.subarray(row * dimensions, (row + 1) * dimensions);
      const length = lengthOf(direction);
      whole.set(
        Float32Array.from(direction, (value) => (length === 0 ? 0 : value / length)),
        index * dimensions,
      );
      row += count;
    }
    this.#vectors = vectors;
    this.whole = { ids, dimensions, vectors: whole };
  }

  /**
   * A section's cosine, and with it that of its best sentence: a long text says many things, and one sentence of
   * it may be all that was asked for.
   * @param cosine of the whole text
   */
  judge(query: Float32Array, id: string, cosine: number): number {
    const { row, count } = this.#places.get(id) ?? { row: 0, count: 1 };
    if (count === 1) return cosine;
    let best = -1;
    for (let at = row + 1; at < row + count; at += 1) best = Math.max(best, this.#cosine(query, at));
    return (1 - SENTENCE_SHARE) * cosine + SENTENCE_SHARE * best;
  }

  #cosine(query: Float32Array, row: number): number {
    const { dimensions, rows } = this.#vectors;
    const start = row * dimensions;
    let sum = 0;
    let square = 0;
    for (let axis = 0; axis < dimensions; axis += 1) {
      const value = rows[start + axis] ?? 0;
      sum += value * (query[axis] ?? 0);
      square += value * value;
    }
    return square === 0 ? 0 : sum / Math.sqrt(square);
  }
}

function lengthOf(direction: Int8Array): number {
  let square = 0;
  for (const value of direction) square += value * value;
  return Math.sqrt(square);
}

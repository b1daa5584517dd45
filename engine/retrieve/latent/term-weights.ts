import { byCodeUnit } from '../../../graph/by-code-unit.ts';

/** Words of a document: an id and its analysed terms in order, repeats included. */
export interface LatentDocument {
  readonly id: string;
  readonly terms: readonly string[];
}

/** What a term weighs in a document, by BM25 over the documents that the model was trained on. */
export interface TermWeights {
  /** Index of each known term. */
  readonly vocabulary: ReadonlyMap<string, number>;
  /** Inverse document frequency by term index; float32, as it is stored. */
  readonly rarity: Float32Array;
  readonly averageLength: number;
}

/** The known terms of one document, by ascending index. */
export interface WeightedTerms {
  readonly indexes: readonly number[];
  readonly weights: readonly number[];
}

const K1 = 1.2;
const B = 0.75;
/** A term of one document alone relates it to no other. */
const MIN_DOCUMENTS = 2;
/** Most terms of a model; the most frequent ones are kept. At 200 dimensions a term takes 800 bytes. */
const MAX_TERMS = 60_000;

/** Learns which terms a model knows, in code unit order, and how rare each is. */
export function learnWeights(documents: readonly LatentDocument[]): TermWeights {
  const frequency = new Map<string, number>();
  let length = 0;
  for (const { terms } of documents) {
    length += terms.length;
    for (const term of new Set(terms)) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  const known = [...frequency]
    .filter(([, count]) => count >= MIN_DOCUMENTS)
    .sort(([a, countA], [b, countB]) => countB - countA || byCodeUnit(a, b))
    .slice(0, MAX_TERMS)
    .sort(([a], [b]) => byCodeUnit(a, b));
  return {
    vocabulary: new Map(known.map(([term], index) => [term, index])),
    rarity: Float32Array.from(known, ([, count]) => rarityOf(count, documents.length)),
    averageLength: documents.length === 0 ? 0 : length / documents.length,
  };
}

function rarityOf(count: number, documents: number): number {
  return Math.log(1 + (documents - count + 0.5) / (count + 0.5));
}

/** Weighs the terms of a document or query; unknown terms count towards its length only. */
export function weighTerms(weights: TermWeights, terms: readonly string[]): WeightedTerms {
  const counts = new Map<number, number>();
  for (const term of terms) {
    const index = weights.vocabulary.get(term);
    if (index !== undefined) counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a], [b]) => a - b);
  const relativeLength = weights.averageLength === 0 ? 1 : terms.length / weights.averageLength;
  const damping = K1 * (1 - B + B * relativeLength);
  return {
    indexes: sorted.map(([index]) => index),
    weights: sorted.map(
      ([index, count]) => ((weights.rarity[index] ?? 0) * count * (K1 + 1)) / (count + damping),
    ),
  };
}

/** What the sentences of one question have in common: how rare its words are among them, and how long they are. */
import type { Asked } from './asked.ts';
import type { ReadCandidate } from './read-candidate.ts';

export interface Pool {
  readonly asked: Asked;
  /** Rarity of each term of the question, in its order: at least 0. */
  readonly rarity: readonly number[];
  /** Sum of the rarities; at least a small number. */
  readonly weight: number;
  /** Mean terms of a sentence. */
  readonly meanLength: number;
}

/** Saturation and length of BM25 (Robertson, Zaragoza 2009). */
const K1 = 1.2;
const B = 0.75;

export function readPool(asked: Asked, read: readonly ReadCandidate[]): Pool {
  const rarity = asked.terms.map((term) => {
    const holding = read.filter((one) => one.own.has(term) || one.context.has(term) || one.title.has(term));
    return Math.log(1 + (read.length - holding.length + 0.5) / (holding.length + 0.5));
  });
  const length = read.reduce((sum, one) => sum + one.terms.length, 0);
  return {
    asked,
    rarity,
    weight: Math.max(1e-9, sumOf(rarity)),
    meanLength: Math.max(1, length / Math.max(1, read.length)),
  };
}

/** The share of the question's words, by rarity, that these hold: 0 to 1. */
export function covered({ asked, rarity, weight }: Pool, holds: (term: string) => boolean): number {
  return asked.terms.reduce((sum, term, i) => (holds(term) ? sum + (rarity[i] ?? 0) : sum), 0) / weight;
}

/** How often each term counts in a sentence, and in a sentence with its context: the frequencies of BM25. */
export function okapi(
  { asked, rarity, meanLength }: Pool,
  length: number,
  frequencyOf: (term: string) => number,
): number {
  const norm = K1 * (1 - B + (B * length) / meanLength);
  return asked.terms.reduce((sum, term, i) => {
    const frequency = frequencyOf(term);
    return frequency === 0 ? sum : sum + ((rarity[i] ?? 0) * frequency * (K1 + 1)) / (frequency + norm);
  }, 0);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

import type { ReadSentence } from './claim-sentence.ts';

/** One thing that can be seen of a sentence, as a number from 0 to 1. Pure. */
export interface ClaimFeature {
  /** Kebab-case; unique. */
  readonly name: string;
  readonly meaning: string;
  readonly of: (sentence: ReadSentence) => number;
}

/** Part of a whole; 0 of nothing. */
export function share<Item>(items: readonly Item[], isCounted: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter(isCounted).length / items.length;
}

/** What is so counts 1. */
export function feature(
  name: string,
  meaning: string,
  of: (sentence: ReadSentence) => number | boolean,
): ClaimFeature {
  return { name, meaning, of: (sentence) => Number(of(sentence)) };
}

import type { ReadSentence } from './claim-sentence.ts';

/** One thing that can be seen of a sentence, as a number from 0 to 1. Pure. */
export interface ClaimFeature {
  /** Kebab-case; unique. */
  readonly name: string;
  readonly meaning: string;
  readonly of: (sentence: ReadSentence) => number;
}

export function yes(condition: boolean): number {
  return condition ? 1 : 0;
}

/** Part of a whole; 0 of nothing. */
export function share<Item>(items: readonly Item[], isCounted: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter(isCounted).length / items.length;
}

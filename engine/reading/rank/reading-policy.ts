/** The learned policy of the ranking: versioned data, whose digest answers and receipts name. */
import { encodeCanonical } from '../../../graph/canonical.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import type { LogisticWeights } from '../logistic.ts';
import { type Asked, wordCountOf } from './asked.ts';
import type { Composition } from './compose.ts';
import type { Weights } from './ranking.ts';
import learned from './reading-policy.json' with { type: 'json' };

export interface RankingWeights {
  readonly rank: Weights;
  readonly confidence: LogisticWeights;
}

/** Weights for short questions and for longer ones: of a short one hundreds of sentences may have all words. */
export interface WeightsByQuestion {
  /** Of questions with one content word at most. */
  readonly one_word: RankingWeights;
  readonly several_words: RankingWeights;
  /** Of questions for yes or no, which are ranked by their length. */
  readonly yes_no: Pick<RankingWeights, 'confidence'>;
}

export interface ReadingPolicy {
  readonly id: string;
  readonly compose: Composition;
  /** Least confidence of an answer; below it, passages. Below `covered` not even these cover the question. */
  readonly least: { readonly answer: number; readonly covered: number };
  readonly lexical: WeightsByQuestion;
  readonly vectors: WeightsByQuestion;
}

/** The weights for a question. */
export function weightsFor(asked: Asked, weights: WeightsByQuestion): RankingWeights {
  const own = wordCountOf(asked) > 1 ? weights.several_words : weights.one_word;
  return asked.form === 'yes-no' ? { ...own, ...weights.yes_no } : own;
}

export const READING_POLICY: ReadingPolicy = learned;

/** Names the policy and pins its numbers: `reading/1/<digest>`. */
export function policyName(policy: ReadingPolicy): string {
  return `${policy.id}/${blake3Hex(encodeCanonical(policy)).slice(0, 32)}`;
}

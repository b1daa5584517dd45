/** The learned policy of the ranking: versioned data, whose digest answers and receipts name. */
import { encodeCanonical } from '../../../graph/canonical.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import type { LogisticWeights } from '../logistic.ts';
import type { Composition } from './compose.ts';
import type { Weights } from './ranking.ts';
import learned from './reading-policy.json' with { type: 'json' };

/** What is learned once without vectors and once with them. */
export interface RankingWeights {
  readonly rank: Weights;
  readonly confidence: LogisticWeights;
}

export interface ReadingPolicy {
  readonly id: string;
  readonly compose: Composition;
  /** Least confidence of an answer; below it, passages. Below `covered` not even these cover the question. */
  readonly least: { readonly answer: number; readonly covered: number };
  readonly lexical: RankingWeights;
  readonly vectors: RankingWeights;
}

export const READING_POLICY: ReadingPolicy = learned;

/** Names the policy and pins its numbers: `reading/1/<digest>`. */
export function policyName(policy: ReadingPolicy): string {
  return `${policy.id}/${blake3Hex(encodeCanonical(policy)).slice(0, 32)}`;
}

/** The learned policy of the ranking: versioned data, whose digest answers and receipts name. */
import { encodeCanonical } from '../../../graph/canonical.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import type { Composition } from './compose.ts';
import type { Confidence } from './confidence.ts';
import type { Weights } from './ranking.ts';
import learned from './reading-policy.json' with { type: 'json' };

/** What is learned once without vectors and once with them. */
export interface RankingWeights {
  readonly rank: Weights;
  readonly composed: Confidence;
  readonly rules: Confidence;
}

export interface ReadingPolicy {
  readonly id: string;
  readonly compose: Composition;
  /** Least confidence of an answer from the ranking, and of one by the rules; below it, passages. */
  readonly least: { readonly sentences: number; readonly rules: number };
  /** The rules answer where the ranking is not surer by more than this: they trim to the clause that answers. */
  readonly rules_margin: number;
  readonly lexical: RankingWeights;
  readonly vectors: RankingWeights;
}

export const READING_POLICY: ReadingPolicy = learned;

/** Names the policy and pins its numbers: `reading/1/<digest>`. */
export function policyName(policy: ReadingPolicy): string {
  return `${policy.id}/${blake3Hex(encodeCanonical(policy)).slice(0, 32)}`;
}

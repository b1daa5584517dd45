/** The learned policy of the judge of pairs, as data: a weight for each feature by its name, and thresholds. */
import type { LogisticWeights } from '../logistic.ts';
import policy from './relate-policy.json' with { type: 'json' };

export interface RelatePolicy {
  /** Names the policy in the log and in receipts. */
  readonly version: string;
  /** Of two statements of documents with titles. */
  readonly titled: LogisticWeights;
  /** Where one of the two has no title to say what it is about. */
  readonly bare: LogisticWeights;
  /** Least probability from which a pair is flagged. */
  readonly thresholds: {
    readonly superseded: number;
    readonly disputed: number;
    readonly oneTitled: number;
    readonly untitled: number;
  };
}

export const RELATE_POLICY: RelatePolicy = policy;

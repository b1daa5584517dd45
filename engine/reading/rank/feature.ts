/** One row of the table of features. */
import type { CandidateView } from './view.ts';

export interface Feature {
  readonly name: string;
  /** What a high value says of the sentence. */
  readonly means: string;
  /** 0 to 1. */
  readonly of: (view: CandidateView) => number;
}

/** What the lexical judge noticed between a claim and a sentence. */
import type { Span } from '../../graph/claim.ts';
import { contentBeside, context, coverage, coverageNear, type Pairing } from './pairing.ts';

export type FeatureName =
  | 'count_mismatch'
  | 'rank_mismatch'
  | 'year_mismatch'
  | 'day_mismatch'
  | 'exclusive_values'
  | 'opposite_words'
  | 'opposite_direction'
  | 'comparison_reversed'
  | 'negation_mismatch'
  | 'only_contradicted'
  | 'name_substituted';

/** One difference between the two, with the words that it rests on. */
export interface Feature {
  readonly name: FeatureName;
  /** Share of the claim's other content words that sentence or title has, 0 to 1. */
  readonly overlap: number;
  /** The same share, of words near the difference and of the title only. */
  readonly near: number;
  /** Words around the difference that are the same on both sides, 0 to 6. */
  readonly fit: number;
  /** Content words of the claim beside the difference. */
  readonly rest: number;
  /** Places of the words that differ. */
  readonly at: number;
  readonly to: number;
  readonly claim: Span;
  readonly evidence: Span;
}

/** A difference between a word of the claim and one of the sentence. */
export function featureAt(pairing: Pairing, name: FeatureName, at: number, to: number): Feature {
  const [claim, evidence] = [pairing.claim[at], pairing.evidence[to]];
  const { left, right } = context(pairing, at, to);
  return {
    name,
    overlap: coverage(pairing, [at]),
    near: coverageNear(pairing, to, [at]),
    fit: left + right,
    rest: contentBeside(pairing, [at]),
    at,
    to,
    claim: { start: claim?.start ?? 0, end: claim?.end ?? 0 },
    evidence: { start: evidence?.start ?? 0, end: evidence?.end ?? 0 },
  };
}

/** From which strength on a difference counts as a contradiction. Chosen on development halves, docs/adr/0016. */
import type { Feature, FeatureName } from './feature.ts';

interface Threshold {
  readonly overlap: number;
  readonly near: number;
  readonly fit: number;
}

/** A feature passes where any of its rows does: fewer equal words around it ask for more of them elsewhere. */
const THRESHOLDS: Readonly<Record<FeatureName, readonly Threshold[]>> = {
  count_mismatch: [{ overlap: 0.6, near: 0.5, fit: 1 }],
  rank_mismatch: [{ overlap: 0.6, near: 0.4, fit: 1 }],
  year_mismatch: [
    { overlap: 0.5, near: 0.4, fit: 1 },
    { overlap: 0.6, near: 0.5, fit: 0 },
  ],
  day_mismatch: [{ overlap: 0.6, near: 0.5, fit: 1 }],
  exclusive_values: [
    { overlap: 0.4, near: 0.4, fit: 1 },
    { overlap: 0.4, near: 0.5, fit: 0 },
  ],
  opposite_words: [
    { overlap: 0.6, near: 0.5, fit: 1 },
    { overlap: 0.85, near: 0.75, fit: 0 },
  ],
  opposite_direction: [{ overlap: 0.7, near: 0.5, fit: 1 }],
  comparison_reversed: [{ overlap: 0.5, near: 0.4, fit: 0 }],
  negation_mismatch: [
    { overlap: 0.6, near: 0.4, fit: 1 },
    { overlap: 0.7, near: 0.6, fit: 0 },
  ],
  only_contradicted: [{ overlap: 0.4, near: 0.3, fit: 0 }],
  name_substituted: [{ overlap: 0.6, near: 0.5, fit: 2 }],
};
/** Share of right verdicts on the development halves, rounded down to twentieths. */
export const CONFIDENCE: Readonly<Record<FeatureName, number>> = {
  count_mismatch: 0.95,
  rank_mismatch: 0.95,
  year_mismatch: 0.95,
  day_mismatch: 0.9,
  exclusive_values: 0.9,
  opposite_words: 0.95,
  opposite_direction: 0.9,
  comparison_reversed: 0.8,
  negation_mismatch: 0.9,
  only_contradicted: 0.8,
  name_substituted: 0.9,
};

/** From which share of the claim's content words on a sentence without any difference supports it. */
export const SUPPORT = { overlap: 0.75, words: 3, confidence: 0.6 } as const;

/** Content words that a claim has beside the difference at least: fewer say nothing about what is spoken of. */
const MIN_REST = 2;

export function isStrong({ name, overlap, near, fit, rest }: Feature): boolean {
  if (rest < MIN_REST) return false;
  return THRESHOLDS[name].some((one) => overlap >= one.overlap && near >= one.near && fit >= one.fit);
}

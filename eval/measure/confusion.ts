/** Stances and how often they are predicted right. Pure. */
import type { Stance } from '../../engine/stance/stance.ts';
import { mean, share } from '../statistics.ts';

export const STANCES = ['SUPPORT', 'CONTRADICT', 'NONE'] as const satisfies readonly Stance[];

/** How many pairs of a true stance (first key) were judged to be which (second key). */
export type Confusion = Readonly<Record<Stance, Readonly<Record<Stance, number>>>>;

export interface StanceScores {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

const WORDS: ReadonlyMap<string, Stance> = new Map([
  ...['support', 'supports', 'supported', 'entailment'].map((word) => [word, 'SUPPORT'] as const),
  ...['contradict', 'contradicts', 'contradiction', 'refute', 'refutes', 'refuted'].map(
    (word) => [word, 'CONTRADICT'] as const,
  ),
  ...['none', 'nei', 'not enough info', 'not_enough_info', 'neutral'].map((word) => [word, 'NONE'] as const),
]);

/** A label of any of the usual files; null for an unknown one. */
export function stanceOf(label: string): Stance | null {
  return WORDS.get(label.trim().toLowerCase()) ?? null;
}

export function countConfusion(
  judged: Iterable<{ readonly truth: Stance; readonly stance: Stance }>,
): Confusion {
  const empty = () => ({ SUPPORT: 0, CONTRADICT: 0, NONE: 0 });
  const counts = { SUPPORT: empty(), CONTRADICT: empty(), NONE: empty() };
  for (const { truth, stance } of judged) counts[truth][stance] += 1;
  return counts;
}

/** 0 where nothing was judged so, or nothing is so. */
export function scoresOf(confusion: Confusion, stance: Stance): StanceScores {
  const right = confusion[stance][stance];
  const judged = STANCES.reduce((sum, truth) => sum + confusion[truth][stance], 0);
  const precision = share(right, judged);
  const recall = share(right, supportOf(confusion, stance));
  return { precision, recall, f1: share(2 * precision * recall, precision + recall) };
}

/** The mean F1 of the stances that occur in the truth. */
export function macroF1(confusion: Confusion): number {
  const present = STANCES.filter((stance) => supportOf(confusion, stance) > 0);
  return mean(present.map((stance) => scoresOf(confusion, stance).f1));
}

function supportOf(confusion: Confusion, truth: Stance): number {
  return STANCES.reduce((sum, stance) => sum + confusion[truth][stance], 0);
}

/** How near to the best sentence a newer one must be to lead it. */
import type { Question } from '../question/question.ts';
import type { Ranked } from './candidate.ts';

/** Sentences this close to the best compete by their effective time. */
export const RECENCY_WINDOW = 0.72;
/** Plans change, and the newest one is often told in fewer words than the first. */
const RECENCY_WINDOW_OF_PLANS = 0.5;

/** How close to the best a sentence must be, as a share of its score, to compete by its effective time. */
export function recencyWindow(question: Question): number {
  if (isSettled(question)) return 1;
  return question.form === 'date' && question.tense === 'future' ? RECENCY_WINDOW_OF_PLANS : RECENCY_WINDOW;
}

/** The date of a past event does not change with the news: the best statement leads, whatever its age. */
export function isSettled(question: Question): boolean {
  return question.form === 'date' && question.tense === 'past' && !/\blast\b/iu.test(question.text);
}

/** Two statements of one day are rivals, not older and newer (decisions §4.10). */
export function dayOf({ candidate }: Pick<Ranked, 'candidate'>): string {
  return candidate.effectiveAt.slice(0, 'yyyy-mm-dd'.length);
}

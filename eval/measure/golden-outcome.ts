/** What became of a golden question. Pure. */
import type { GoldenQuestion } from './golden-file.ts';

/** `kept_empty`: nothing supports an answer, and none was given. `empty`: none was given although there is one. */
export type GoldenOutcome = 'right' | 'wrong' | 'empty' | 'kept_empty';

/** @param summary of the answer; empty where there was none */
export function outcomeOf(
  { want, never }: Pick<GoldenQuestion, 'want' | 'never'>,
  summary: string,
): GoldenOutcome {
  if (summary.trim() === '') return want === null ? 'kept_empty' : 'empty';
  const said = summary.toLowerCase();
  const isRight = want !== null && said.includes(want.toLowerCase());
  return isRight && !never.some((word) => said.includes(word.toLowerCase())) ? 'right' : 'wrong';
}

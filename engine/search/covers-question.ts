/** Whether what was found covers what was asked, or leaves a gap that somebody may close. */
import type { Candidate } from '../reading/rank/candidate.ts';
import { findNear } from '../reading/rank/near.ts';
import { readSentences } from '../reading/rank/read.ts';
import { READING_POLICY } from '../reading/rank/reading-policy.ts';

export interface CoverageQuestion {
  readonly q: string;
  readonly lang: string;
  /** The query's terms; none asks for nothing, and leaves no gap. */
  readonly terms: ReadonlySet<string>;
}

/** A question is covered where the ranking is sure enough of some answer, by words alone. */
export function coversQuestion(
  { q, lang, terms }: CoverageQuestion,
  sentences: readonly Candidate[],
): boolean {
  if (terms.size === 0) return true;
  const { confidence } = readSentences(findNear(q, lang, sentences), null, READING_POLICY);
  return confidence >= READING_POLICY.least.covered;
}

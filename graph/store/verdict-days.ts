/** For how long the verdict on a new answer lasts; `engine/findings/` says it of later verdicts. */
import { utcDayOf } from '../belief/utc-day.ts';
import type { VerdictDay } from './beliefs.ts';
import type { AnswerRecord } from './rows.ts';

/**
 * The day that the answer was made for; of one as of a day that was not over then, the day on which it was made. Null where no day
 * changes its verdict.
 */
export function firstVerdictDay({ corpus, at, body }: AnswerRecord): VerdictDay | null {
  const { answer_id: answer, as_of, claims, effective_until, snapshot_seq: seq } = body;
  const day = utcDayOf(effective_until);
  const made = utcDayOf(at);
  if (claims.length === 0 || (as_of !== null && day < made)) return null;
  return { answer, corpus, until: as_of === null ? day : made, seq };
}

/** For how long the verdict on a new answer lasts; `engine/findings/` says it of later verdicts. */
import { utcDay } from '../belief/utc-day.ts';
import { epochMs } from '../time.ts';
import type { VerdictDay } from './beliefs.ts';
import type { AnswerRecord } from './rows.ts';

/** The day that the answer was made for; null where no day changes its verdict. */
export function firstVerdictDay({ corpus, body }: AnswerRecord): VerdictDay | null {
  const { answer_id: answer, as_of, claims, effective_until, snapshot_seq: seq } = body;
  if (as_of !== null || claims.length === 0) return null;
  return { answer, corpus, until: utcDay(epochMs(effective_until)), seq };
}

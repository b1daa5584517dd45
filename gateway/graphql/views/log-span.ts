/** Stretches of the log between two times: what the server learned from one on, and up to the other. */
import type { Stretch } from '../../../graph/store/ranges.ts';
import { epochMs, instantOf } from '../../../graph/time.ts';
import type { GraphqlContext } from '../context.ts';
import { readTimes } from '../filters/filter-values.ts';
import { viewAt } from './view.ts';

interface Between {
  /** A date (its first instant) or timestamp; absent: from the beginning. */
  readonly from?: string | null | undefined;
  /** A date (its last instant) or timestamp; absent: up to now. */
  readonly to?: string | null | undefined;
}

/** The arguments of a field that reads such a stretch say so. */
export const FROM_LEARNED = 'What the server learned at this date or timestamp, or later; by default all.';
export const TO_LEARNED = 'What it learned at this date or timestamp, or earlier; by default all.';

/** Behind every position of a log. */
const NOWHERE = Number.MAX_SAFE_INTEGER - 1;

/** @throws {GraphQLError} `invalid:query` for what is no time */
export async function spanOf(between: Between, context: GraphqlContext): Promise<Stretch> {
  const { from, to } = readTimes(between);
  const earlier = from === null ? null : instantOf(epochMs(from) - 1);
  const [before, upTo] = await Promise.all([viewAt(earlier, context), viewAt(to, context)]);
  const behindNow = earlier !== null && before === null;
  return {
    after: behindNow ? NOWHERE : (before?.seq ?? -1),
    before: upTo === null ? null : upTo.seq + 1,
  };
}

/** What lies in both. */
export function common(a: Stretch, b: Stretch): Stretch {
  const ends = [a.before, b.before].filter((end) => end !== null);
  return { after: Math.max(a.after, b.after), before: ends.length === 0 ? null : Math.min(...ends) };
}

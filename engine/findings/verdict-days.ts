/**
 * For how long verdicts last where nothing is said or observed, so that a new day costs the answers that it may change and not all
 * that there are (ADR 82).
 */

import type { AnswerId, ClaimAddr } from '../../graph/address.ts';
import { utcDayOf } from '../../graph/belief/utc-day.ts';
import { NO_BELIEF_CHANGES, type VerdictDay } from '../../graph/store/beliefs.ts';
import type { CorpusRecord } from '../../graph/store/rows.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import type { Beliefs } from '../belief/read-beliefs.ts';
import { nextSlice } from '../slices.ts';
import { viewOf } from '../view.ts';
import type { FindingFacts, Verdict } from './evaluate.ts';
import type { AnswersInView } from './verdicts.ts';

/** No day changes it. */
const FOR_EVER = Number.MAX_SAFE_INTEGER;
/** Claims whose later days are looked at in one event-loop slice. */
const AT_ONCE = 16;

/** UTC day of the corpus' T. */
export function todayOf(corpus: CorpusRecord): number {
  return utcDayOf(viewOf(corpus, null).view.until);
}

interface Evaluated {
  readonly facts: FindingFacts;
  /** In the order of the answers. */
  readonly verdicts: readonly Verdict[];
}

/**
 * The last day of each verdict. It is today but for a PASS that rests on settled claims alone: nothing stands against them, nobody
 * proposes to supersede them, and observations only make them fresher. As of a day that is over nothing is observed any more.
 */
export async function lastDays(
  beliefs: Beliefs,
  { answers, corpus, view }: AnswersInView,
  { facts, verdicts }: Evaluated,
): Promise<Map<AnswerId, number>> {
  const today = todayOf(corpus);
  const dated = new Map(
    answers.map(({ body }) => [
      body.answer_id,
      body.as_of === null || today <= utcDayOf(view.until) ? today : FOR_EVER,
    ]),
  );
  const quiet = answers.filter(
    ({ body }, index) =>
      body.as_of === null && verdicts[index]?.state === 'PASS' && isQuiet(body.claims, facts),
  );
  const claims = [...new Set(quiet.flatMap(({ body }) => body.claims))];
  const lasting = new Map<ClaimAddr, number>();
  for (let start = 0; start < claims.length; start += AT_ONCE) {
    if (start > 0) await nextSlice();
    const found = await beliefs.readLasting(claims.slice(start, start + AT_ONCE), view);
    for (const [claim, { until, context }] of found) {
      if (Object.keys(context.successors).length === 0) lasting.set(claim, until ?? today);
    }
  }
  const lastOf = (claim: ClaimAddr) => lasting.get(claim) ?? today;
  for (const { body } of quiet) dated.set(body.answer_id, Math.min(...body.claims.map(lastOf)));
  return dated;
}

/** Whether no claim that is believed at all stands against any of these. */
function isQuiet(claims: readonly ClaimAddr[], { rivals }: FindingFacts): boolean {
  return claims.every((claim) => (rivals.get(claim) ?? []).every(({ fold }) => fold === null));
}

/**
 * Writes down the days of verdicts that last less long than was known, or whose time is over today. What an older view says is left:
 * several processes may follow the log.
 * @param seq of the view
 */
export async function saveLastDays(
  store: GraphStore,
  days: ReadonlyMap<AnswerId, number>,
  { seq, today }: { readonly seq: number; readonly today: number },
): Promise<void> {
  const changed = (rows: readonly VerdictDay[]) =>
    rows.flatMap((row): VerdictDay[] => {
      const last = days.get(row.answer);
      if (last === undefined || row.seq > seq) return [];
      const isSame = row.until === last && row.seq === seq;
      return last < row.until || (row.until <= today && !isSame) ? [{ ...row, until: last, seq }] : [];
    });
  const by = [...days.keys()];
  if (by.length === 0 || changed(await store.beliefs('verdicts', { by })).length === 0) return;
  await store.moveBeliefs(async (tx) => {
    const verdicts = changed(await tx.beliefs('verdicts', { by }));
    if (verdicts.length === 0) return;
    await tx.save({ ...NO_BELIEF_CHANGES, verdicts });
  });
}

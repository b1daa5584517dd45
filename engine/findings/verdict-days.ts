/**
 * For how long verdicts last where nothing is said or observed, so that a new day costs the answers that it may change and not all
 * that there are (ADR 82).
 */
import type { AnswerId, ClaimAddr } from '../../graph/address.ts';
import type { VerdictDay } from '../../graph/store/beliefs.ts';
import type { View } from '../../graph/store/rows.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import { dayOf } from '../belief/projection/fold-ledgers.ts';
import type { Beliefs } from '../belief/read-beliefs.ts';
import { evaluate, type FindingFacts } from './evaluate.ts';
import type { AnswersInView } from './verdicts.ts';

/**
 * The last day of each verdict, of answers that follow the present. It is the day of the view itself but for a PASS that rests on
 * settled claims alone: nothing stands against them, nobody proposes to supersede them, and observations only make them fresher.
 */
export async function lastDays(
  beliefs: Beliefs,
  { answers, view }: AnswersInView,
  facts: FindingFacts,
): Promise<Map<AnswerId, number>> {
  const today = dayOf(view.until);
  const present = answers.filter(({ body }) => body.as_of === null && body.claims.length > 0);
  const quiet = present.filter(
    ({ body }) => isQuiet(body.claims, facts) && evaluate(body, facts).state === 'PASS',
  );
  const claims = [...new Set(quiet.flatMap(({ body }) => body.claims))];
  const found = await beliefs.readLasting(claims, view);
  const lastOf = (claim: ClaimAddr) => {
    const { until = today, context } = found.get(claim) ?? {};
    return Object.keys(context?.successors ?? {}).length > 0 ? today : (until ?? today);
  };
  const days = new Map(present.map(({ body }) => [body.answer_id, today]));
  for (const { body } of quiet) days.set(body.answer_id, Math.min(...body.claims.map(lastOf)));
  return days;
}

/** Whether no claim that is believed at all stands against any of these. */
function isQuiet(claims: readonly ClaimAddr[], { rivals }: FindingFacts): boolean {
  return claims.every((claim) => (rivals.get(claim) ?? []).every(({ fold }) => fold === null));
}

/**
 * Writes down the days of verdicts that last less long than was known, or whose time is over by the view's day. What an older view
 * says is left: several processes may follow the log.
 */
export async function saveLastDays(
  store: GraphStore,
  days: ReadonlyMap<AnswerId, number>,
  { seq, until }: View,
): Promise<void> {
  const today = dayOf(until);
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
    await tx.save({ position: null, days: [], ledgers: [], states: [], tallies: [], verdicts });
  });
}

/** For how long a state lasts: never longer than the fold says. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../../graph/belief/fold.ts';
import { LOOKED_AHEAD, lastsUntil, MAX_LOOKED_AHEAD } from '../../../graph/belief/lasting.ts';
import type { FoldContext } from '../../../graph/belief/result.ts';
import { advance, emptyState, read } from '../../../graph/belief/state.ts';
import { utcDay } from '../../../graph/belief/utc-day.ts';
import type { LedgerEntryBody } from '../../../graph/evidence.ts';
import { instantOf } from '../../../graph/time.ts';
import {
  anyVoices,
  BARE,
  corroborate,
  day,
  dispute,
  hash,
  ledgerOf,
  NEWER,
  newerSince,
  propose,
} from './ledgers.ts';

const DAY_MS = 86_400_000;
const DAY_0 = utcDay(Date.parse(day(0)));

/** Null: it stays. */
function until(
  entries: readonly LedgerEntryBody[],
  on: number,
  context: FoldContext = BARE,
  successorDisputers: readonly number[] = [],
): number | null | undefined {
  const state = emptyState();
  for (const entry of entries) advance(state, entry);
  const result = read(state, day(on), context);
  if (result === null) return undefined;
  const last = lastsUntil(state, { day: DAY_0 + on, result, context, successorDisputers });
  return last === null ? null : last - DAY_0;
}

const stateOn = (entries: readonly LedgerEntryBody[], on: number, context = BARE) =>
  fold(entries, instantOf((DAY_0 + on) * DAY_MS + DAY_MS - 1), context)?.state;

const context = fc.record({
  observed: fc.dictionary(
    fc.integer({ min: 0, max: 9 }).map(hash),
    fc.integer({ min: 0, max: 3_000 }).map(day),
    { maxKeys: 4 },
  ),
  successors: fc.constantFrom({}, newerSince(2_500).successors, {
    [NEWER]: { newest_support: day(2_900), disputed: true },
  }),
});

describe('the last day of a state', () => {
  it('is no later than a fold of every day says, whatever the ledger holds', () => {
    fc.assert(
      fc.property(
        anyVoices,
        context,
        fc.integer({ min: 3_000, max: 9_000 }),
        fc.array(fc.nat(8_000), { minLength: 3, maxLength: 8 }),
        (voices, known, on, later) => {
          const entries = ledgerOf(...voices);
          const last = until(entries, on, known);
          if (last === undefined) return;
          const state = stateOn(entries, on, known);
          const end = last ?? Number.POSITIVE_INFINITY;
          expect(end).toBeGreaterThanOrEqual(on);
          const days = [...later.map((days) => on + days), on + 1, end === on ? on : end];
          for (const one of days.filter((each) => each <= end && Number.isFinite(each))) {
            expect(stateOn(entries, one, known)).toBe(state);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('of support that decays is the day before it is stale', () => {
    // 700 of 1000 is a quarter after one and a half half-lives: 2,169 days; half of itself after one.
    const entries = ledgerOf(corroborate('a', { on: 0 }));
    expect(until(entries, 0)).toBe(LOOKED_AHEAD);
    const last = Array.from({ length: 3_000 }, (_, on) => on).find(
      (on) => stateOn(entries, on + 1) === 'stale',
    );
    expect(last).toBeGreaterThan(365);
    expect(until(entries, (last ?? 0) - 10)).toBe(last);
    expect(until(entries, (last ?? 0) - LOOKED_AHEAD)).toBe(last);
    expect(until(entries, (last ?? 0) - LOOKED_AHEAD - 1)).toBe((last ?? 0) - 1);
    expect(until(entries, last ?? 0)).toBe(last);
    expect(until(entries, (last ?? 0) + 1)).toBeNull();
  });

  it('is the day itself with a quorum of disputers, of the claim or of a proposed successor', () => {
    const contested = ledgerOf(corroborate('a'), dispute('b'), dispute('c'));
    expect(until(contested, 5)).toBe(5);
    const proposed = ledgerOf(corroborate('a'), propose('a', { on: 3 }));
    expect(until(proposed, 5, newerSince(4), [1])).toBeNull();
    expect(until(proposed, 5, newerSince(4), [2])).toBe(5);
    expect(until(ledgerOf(corroborate('a'), dispute('a', { on: 2 })), 5)).toBeNull();
  });

  it('is the day itself of a settled ledger that is longer than is looked ahead', () => {
    const entries = (length: number) => ledgerOf(...Array.from({ length }, (_, n) => corroborate(`a${n}`)));
    expect(until(entries(MAX_LOOKED_AHEAD), 1)).toBe(1 + LOOKED_AHEAD);
    expect(until(entries(MAX_LOOKED_AHEAD + 1), 1)).toBe(1);
  });
});

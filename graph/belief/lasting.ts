/** For how long a state stays what it is where nothing is appended or observed: what an index of states is right for. */
import type { FoldContext, FoldResult } from './result.ts';
import { type FoldState, stateOn } from './state.ts';

/** Days that are looked ahead: a state is folded again behind them at the latest. */
export const LOOKED_AHEAD = 90;
/** Entries of ledgers whose later days are looked at; a longer one is folded again each day. */
export const MAX_LOOKED_AHEAD = 256;

export interface LastingOf {
  /** UTC day at whose end it was read. */
  readonly day: number;
  readonly result: FoldResult;
  readonly context: FoldContext;
  /** Vetted roots with an open dispute of each named successor. */
  readonly successorDisputers: readonly number[];
}

/**
 * The last day at whose end the state is the same; null: it stays. It may be too early, never too late.
 *
 * Without a quorum of disputers masses decide nothing but staleness: support only decays, so that what is stale stays stale, and
 * what is settled behind some days was settled on each of them. With a quorum, support and opposition decay by half-lives of
 * their own: every day may be another. A successor's standing depends on the day in the same way.
 * @param state as it was read on that day
 */
export function lastsUntil(
  state: FoldState,
  { day, result, context, successorDisputers }: LastingOf,
): number | null {
  const quorum = state.policy.negativeStateMinActors;
  if ([result.openDisputers, ...successorDisputers].some((disputers) => disputers >= quorum)) return day;
  if (result.state !== 'settled') return null;
  if (state.entries.length > MAX_LOOKED_AHEAD) return day;
  const isSettled = (later: number) => stateOn(state, later, context) === 'settled';
  let [settled, open] = [day, day + LOOKED_AHEAD];
  if (isSettled(open)) return open;
  while (open - settled > 1) {
    const middle = (settled + open) >> 1;
    if (isSettled(middle)) settled = middle;
    else open = middle;
  }
  return settled;
}

/** The fold kept up incrementally: an append costs the same on a long ledger as on a new one. */
import type { ClaimAddr } from '../address.ts';
import type { BeliefState } from '../evidence.ts';
import { epochMs } from '../time.ts';
import { compareEffect, type FoldEntry, type ReadEntry, readEntry } from './cited-item.ts';
import { DailyMasses } from './daily-masses.ts';
import { FOLD_POLICY, type FoldPolicy } from './policy.ts';
import { Replay } from './replay.ts';
import type { FoldContext, FoldResult } from './result.ts';
import { isProposal } from './supersede.ts';
import { utcDay } from './utc-day.ts';

/**
 * The fold of one claim, owned by its caller and changed in place by {@link advance} and {@link read}.
 *
 * On the day of the last reading, an entry that takes effect last costs O(log n) plus a bounded sum. The first
 * reading of a day, an observation that changes a day, an entry that takes effect before another, and a reading of
 * the past each cost one pass over the ledger.
 */
export interface FoldState {
  readonly policy: FoldPolicy;
  /** In order of effect. */
  readonly entries: ReadEntry[];
  readonly successors: Set<ClaimAddr>;
  /** The replay of the first `taken` entries, null before the first reading and after a backdated entry. */
  replay: Replay | null;
  taken: number;
  reading: DailyMasses | null;
}

/** The state of an empty ledger. */
export function emptyState(policy: FoldPolicy = FOLD_POLICY): FoldState {
  return { policy, entries: [], successors: new Set(), replay: null, taken: 0, reading: null };
}

/**
 * Takes one more entry of the claim's ledger, in any order.
 *
 * @throws RangeError when one of its times is no instant
 */
export function advance(state: FoldState, body: FoldEntry): void {
  const entry = readEntry(body, state.policy);
  const place = countUpTo(state.entries, (other) => compareEffect(other, entry) <= 0);
  if (place === state.entries.length) state.entries.push(entry);
  else state.entries.splice(place, 0, entry);
  if (place < state.taken) forget(state);
  if (body.successor !== null && isProposal(entry)) state.successors.add(body.successor);
}

/** Every successor that a proposal names whose writer's word counts, sorted: {@link read} may need their standing. */
export function namedSuccessors(state: FoldState): readonly ClaimAddr[] {
  return [...state.successors].sort();
}

/**
 * Belief as of T; equal to `fold` over the same entries.
 *
 * @param asOf T, an instant (RFC 3339, UTC, milliseconds); entries that took effect later do not count
 * @returns null when nothing took effect by T
 * @throws RangeError when `asOf` or an observation is no instant
 */
export function read(state: FoldState, asOf: string, context: FoldContext): FoldResult | null {
  const instant = epochMs(asOf);
  const count = countUpTo(state.entries, (entry) => entry.effective <= instant);
  if (count === 0) return null;
  if (count < state.taken) return readPast(state, count, instant, context);
  return takeUp(state, count, utcDay(instant), context).result(context);
}

/**
 * The state on a later day than that of the last {@link read}, of the entries that it took.
 *
 * @param day whole UTC days from 1970-01-01
 * @returns null before the first reading
 */
export function stateOn(state: FoldState, day: number, context: FoldContext): BeliefState | null {
  if (state.replay === null) return null;
  return new DailyMasses(state.replay, day, state.policy).result(context).state;
}

/**
 * Does a part of what {@link read} with the same arguments would do, so that a long ledger need not be read in one go.
 *
 * @param limit entries to take at most
 * @returns whether no entry is left to take
 * @throws RangeError as {@link read}
 */
export function readSome(state: FoldState, asOf: string, context: FoldContext, limit: number): boolean {
  const instant = epochMs(asOf);
  const count = countUpTo(state.entries, (entry) => entry.effective <= instant);
  replayFor(state, context);
  if (count <= state.taken) return true;
  takeUp(state, Math.min(count, state.taken + limit), utcDay(instant), context);
  return count === state.taken;
}

/** How many citations the state holds weighed, each once for every sum that it is part of: memory grows with them. */
export function citationsHeld({ replay, reading }: FoldState): number {
  return (replay?.size ?? 0) + (reading?.size ?? 0);
}

/** Takes entries up to the `count`th, or none where it has gone further; a reading follows from the first one on. */
function takeUp(state: FoldState, count: number, day: number, context: FoldContext): DailyMasses {
  const replay = replayFor(state, context);
  const reading = state.reading?.day === day ? state.reading : new DailyMasses(replay, day, state.policy);
  state.reading = reading;
  for (; state.taken < count; state.taken += 1) {
    const entry = state.entries[state.taken];
    if (entry === undefined) break;
    reading.follow(replay.take(entry));
  }
  return reading;
}

function readPast(state: FoldState, count: number, instant: number, context: FoldContext): FoldResult {
  const replay = new Replay(state.policy, context.observed);
  for (const entry of state.entries.slice(0, count)) replay.take(entry);
  return new DailyMasses(replay, utcDay(instant), state.policy).result(context);
}

function replayFor(state: FoldState, context: FoldContext): Replay {
  if (state.replay?.observations.continueWith(context.observed)) return state.replay;
  forget(state);
  const replay = new Replay(state.policy, context.observed);
  state.replay = replay;
  return replay;
}

function forget(state: FoldState): void {
  state.replay = null;
  state.reading = null;
  state.taken = 0;
}

/** Length of the prefix that satisfies a predicate which never turns true again. */
function countUpTo(entries: readonly ReadEntry[], holds: (entry: ReadEntry) => boolean): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = entries[middle];
    if (entry !== undefined && holds(entry)) low = middle + 1;
    else high = middle;
  }
  return low;
}

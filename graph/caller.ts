/**
 * For whom something is read. That comes with the work itself, since a request's reads are begun in many places which
 * know nothing of requests (docs/adr/0027-…). Transactions never look: what is written is for everybody.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const callers = new AsyncLocalStorage<AbortSignal | null>();

/**
 * Does `work` for one caller. Once the signal aborts, reads of a store that it began or still begins reject with the
 * signal's reason; outside of it nothing changes.
 */
export function forCaller<T>(signal: AbortSignal, work: () => T): T {
  return callers.run(signal, work);
}

/** Does `work` for all callers, now or later: none that leaves ends it. For work that is shared, cached or written. */
export function forEverybody<T>(work: () => T): T {
  return callers.run(null, work);
}

/** Aborts when the caller of this work leaves; null where it is for everybody. */
export function callerSignal(): AbortSignal | null {
  return callers.getStore() ?? null;
}

/** Rows that stores looked at for some work. */
export interface Looks {
  rows: number;
  /** Lists that the work goes through, which share what it may look at; absent: one. */
  readonly lists?: number;
}

const looking = new AsyncLocalStorage<Looks>();

/** Does `work` and adds to `looks` what stores look at for it; not what is read for everybody. */
export function countingLooks<T>(looks: Looks, work: () => T): T {
  return looking.run(looks, work);
}

/** Among how many lists this work shares what it may look at, one at least. */
export function listsOfWork(): number {
  return Math.max(1, looking.getStore()?.lists ?? 1);
}

/** Of a store: it has looked at so many rows, whether or not it gives them. */
export function addLooks(rows: number): void {
  const looks = looking.getStore();
  if (looks !== undefined && callers.getStore() !== null) looks.rows += rows;
}

/** Where the log stood when some work last asked a store; null: it has asked none yet. */
export interface SeenPosition {
  /** Name of a commit, as its store has it. */
  commit: string | null;
}

const positions = new AsyncLocalStorage<SeenPosition>();

/**
 * Does `work`, all of which may see the log as it stood when any of it first asked: a store that is far away then need not say anew
 * at each read that nothing was committed. For work that writes nothing, and waits for nothing that others write.
 */
export function atOnePosition<T>(work: () => T): T {
  return positions.run({ commit: null }, work);
}

/** Of a store: what this work has seen; null where it sees each commit, as all does that is for everybody. */
export function seenPosition(): SeenPosition | null {
  return callers.getStore() === null ? null : (positions.getStore() ?? null);
}

/** Throws the signal's reason where the caller of this work has left. */
export function throwIfLeft(): void {
  callers.getStore()?.throwIfAborted();
}

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
}

const looking = new AsyncLocalStorage<Looks>();

/** Does `work` and adds to `looks` what stores look at for it; not what is read for everybody. */
export function countingLooks<T>(looks: Looks, work: () => T): T {
  return looking.run(looks, work);
}

/** Of a store: it has looked at so many rows, whether or not it gives them. */
export function addLooks(rows: number): void {
  const looks = looking.getStore();
  if (looks !== undefined && callers.getStore() !== null) looks.rows += rows;
}

/** Throws the signal's reason where the caller of this work has left. */
export function throwIfLeft(): void {
  callers.getStore()?.throwIfAborted();
}

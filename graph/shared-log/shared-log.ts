/** A log that several gateways share, with what a transaction reads: one half of a store, which a graph store completes. */
import type { Beats } from '../store/beats.ts';
import type { LogStore } from '../store/store.ts';

/** @param lost aborts when the lock is lost, or the whole thing is to end */
export type LockedWork = (lost: AbortSignal) => Promise<void>;

export interface SharedLog extends LogStore, Beats {
  /**
   * Does `work` whenever no other user of the log does work of this name, until `ending` aborts. Another user takes over within 5 s
   * from one that has stopped, which may not know it for a moment: what the work writes must refuse a late writer by itself.
   */
  whileLocked(name: string, work: LockedWork, ending: AbortSignal): Promise<void>;
}

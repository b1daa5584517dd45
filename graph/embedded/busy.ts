/** Waiting for a lock of another process without blocking this one's event loop. */
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../store/store.ts';
import { isBusy } from './faults.ts';

/** Between two tries for the lock. */
export const RETRY_MS = 5;

/** Runs `attempt` until SQLite no longer says busy; throws `StoreUnavailable` after `limitMs`. */
export async function whenNotBusy<T>(attempt: () => T | Promise<T>, limitMs: number): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= deadline) {
        throw new StoreUnavailable(`another process held the store for ${Math.round(limitMs)} ms`, {
          cause: error,
        });
      }
    }
    await sleep(RETRY_MS);
  }
}

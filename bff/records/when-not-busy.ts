/** Waiting for a lock of another process without blocking this one's event loop, as SQLite itself would. */
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { BffRefusal } from '../refusal.ts';

/** Short of the 5 s after which a client gives up. */
const LIMIT_MS = 2_500;
/** Between two tries. */
const RETRY_MS = 5;
const BUSY = {
  status: 503,
  kind: 'Unavailable',
  reason: 'bff:records_busy',
  message: 'The records are in use by another program right now.',
  next_step: 'Please try again in a moment.',
} as const;

/**
 * Runs `attempt` until SQLite no longer says busy.
 * @throws BffRefusal 503 after the limit
 */
export async function whenNotBusy<T>(attempt: () => Promise<T>, limitMs = LIMIT_MS): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= deadline) throw new BffRefusal(BUSY, error);
    }
    await sleep(RETRY_MS);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

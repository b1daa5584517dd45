/**
 * A lock that one session of all users of the database holds, for work that one of them does at a time. It ends with its session:
 * at once where its process ends, and after `SILENT_MS` where that says nothing. Who loses it may not know for a moment: what it
 * guards must refuse a late writer by itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { LockedWork } from '../shared-log/shared-log.ts';
import { cut, type PostgresLink } from './link.ts';
import { statementOf } from './statement.ts';

/** The server ends a session that says nothing for so long. */
const SILENT_MS = 2_000;
/** Between two tries, and between two signs of life. */
const BEAT_MS = 500;
const TRY = 'SELECT pg_try_advisory_lock(hashtextextended(@name, 0))::int AS taken';
const BEAT = 'SELECT 1 AS beat';

/**
 * Does `work` whenever it has the lock of this name, until `ending` aborts. Work that ends or rejects lets the lock go, and is done
 * again with it.
 */
export async function whileLocked(
  link: PostgresLink,
  name: string,
  work: LockedWork,
  ending: AbortSignal,
): Promise<void> {
  while (!ending.aborted) {
    // Reads and writes report the fault of a server that is away.
    await lockedOnce(link, name, work, ending).catch(() => undefined);
    await pause(ending);
  }
}

async function lockedOnce(
  link: PostgresLink,
  name: string,
  work: LockedWork,
  ending: AbortSignal,
): Promise<void> {
  const client = link.alone({ idle_session_timeout: SILENT_MS });
  const losing = new AbortController();
  const lose = () => losing.abort();
  client.on('error', lose);
  client.on('end', lose);
  try {
    await client.connect();
    while (!(await isTaken(client, name))) {
      await pause(ending);
      if (ending.aborted) return;
    }
    const lost = AbortSignal.any([losing.signal, ending]);
    await Promise.allSettled([beat(client, lost).finally(lose), work(lost).finally(lose)]);
  } finally {
    // Not its polite end: a server that says nothing would never answer it.
    cut(client);
  }
}

async function isTaken(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: number }>(statementOf(TRY, { name }));
  return rows[0]?.taken === 1;
}

async function beat(client: Client, lost: AbortSignal): Promise<void> {
  while (!lost.aborted) {
    await client.query(BEAT);
    await pause(lost);
  }
}

/** Ends early where the signal aborts. */
async function pause(signal: AbortSignal): Promise<void> {
  await sleep(BEAT_MS, undefined, { signal }).catch(() => undefined);
}

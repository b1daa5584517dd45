/** The lock on the log's head: who has it is the only writer, and sees every earlier commit whole. */
import { toEarlyFault } from './faults.ts';
import type { Neo4jLink, Neo4jOpenedTransaction } from './link.ts';
import { readHead, type StoredHead } from './read-log.ts';

/** Neo4j locks what is written, not what is read; and what is read in the same statement may be older than the lock. */
const LOCK = 'MATCH (h:LogHead {id: 0}) SET h.lock = true';

/**
 * Takes the lock, which the transaction then holds to its end, and gives the head as it stands then. Ends the transaction of
 * a holder that has stopped (`LockWatch`). Throws `StoreUnavailable` after `limitMs`, and where a program of another version
 * has taken the store over.
 */
export async function lockHead(
  link: Neo4jLink,
  opened: Neo4jOpenedTransaction,
  limitMs: number,
): Promise<StoredHead> {
  using _ = link.lockWatch.watch();
  const [, stored] = await Promise.all([
    opened.runWithin(limitMs, LOCK, {}),
    readHead(opened.connection),
  ]).catch((error: unknown) => {
    throw toEarlyFault(error);
  });
  link.foundFormat(stored.format);
  return stored;
}

/** The lock on the log's head: who has it is the only writer, and sees every earlier commit whole. */
import { StoreCorrupted } from '../store.ts';
import type { OpenedTransaction } from './link.ts';

/** Where the log stood when the lock was taken. */
export interface LockedHead {
  readonly size: number;
  /** Name of the last commit, empty before the first. */
  readonly commit: string;
}

/** Neo4j locks what is written, not what is read; and what is read in the same statement may be older than the lock. */
const LOCK = 'MATCH (h:LogHead {id: 0}) SET h.lock = true';
const HEAD = 'MATCH (h:LogHead {id: 0}) RETURN h.size AS size, h.commit AS commit';

/** Takes the lock, which the transaction then holds to its end. Throws `StoreUnavailable` after `limitMs`. */
export async function lockHead(opened: OpenedTransaction, limitMs: number): Promise<LockedHead> {
  const [, head] = await Promise.all([
    opened.runWithin(limitMs, LOCK, {}),
    opened.connection.row<LockedHead>(HEAD),
  ]);
  if (head === undefined) throw new StoreCorrupted('the head of the log is missing', null);
  return head;
}

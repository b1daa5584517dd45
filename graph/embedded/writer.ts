/** The write side: one transaction at a time, durable when it resolves, nothing when it rejects. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { GraphTransaction } from '../store.ts';
import { StoreUnavailable } from '../store.ts';
import { RETRY_MS, whenNotBusy } from './busy.ts';
import type { Connection } from './connection.ts';
import { isDiskFault } from './faults.ts';
import { optimiseTextIndexes } from './text-index.ts';
import { openTransaction } from './transaction.ts';
import { WriteQueue } from './write-queue.ts';

/**
 * A process that writes without a break would starve the others, who find the lock free only by trying: after holding
 * it this long it stays away long enough for a try of theirs.
 */
const HOLD_MS = 250;
const STAY_AWAY_MS = 3 * RETRY_MS;

/** The one user of the connection that writes. */
export class Writer {
  readonly #connection: Connection;
  readonly #busyMs: number;
  readonly #committed: () => void;
  readonly #queue = new WriteQueue();
  #failure: unknown = null;
  #heldMs = 0;
  #releasedAt = 0;

  /**
   * @param busyMs how long a transaction waits for another process before it throws `StoreUnavailable`
   * @param committed called after each commit that saved something
   */
  constructor(connection: Connection, busyMs: number, committed: () => void) {
    this.#connection = connection;
    this.#busyMs = busyMs;
    this.#committed = committed;
  }

  /** See `GraphStore.transact`. */
  transact<T>(work: (tx: GraphTransaction) => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      this.#refuseAfterFailure();
      await this.#begin();
      return this.#runAndCommit(work);
    });
  }

  /** See `GraphStore.purge`: the file is written anew, and its write-ahead log cut to nothing. */
  purge(): Promise<void> {
    return this.#queue.run(async () => {
      this.#refuseAfterFailure();
      await whenNotBusy(() => optimiseTextIndexes(this.#connection), this.#busyMs);
      await whenNotBusy(() => this.#connection.exec('VACUUM'), this.#busyMs);
      await this.#cutWal();
    });
  }

  /** A checkpoint that readers hold up says so in its row, and throws nothing. */
  async #cutWal(): Promise<void> {
    const deadline = performance.now() + this.#busyMs;
    while (this.#connection.value('PRAGMA wal_checkpoint(TRUNCATE)') !== 0) {
      if (performance.now() >= deadline) throw new StoreUnavailable('readers hold the write-ahead log');
      await sleep(STAY_AWAY_MS);
    }
  }

  /** Resolves when every transaction asked for so far has ended. */
  drained(): Promise<void> {
    return this.#queue.drained();
  }

  async #begin(): Promise<void> {
    if (performance.now() - this.#releasedAt >= STAY_AWAY_MS) this.#heldMs = 0;
    if (this.#heldMs >= HOLD_MS) {
      this.#heldMs = 0;
      await sleep(STAY_AWAY_MS);
    }
    await whenNotBusy(() => this.#connection.exec('BEGIN IMMEDIATE'), this.#busyMs);
  }

  async #runAndCommit<T>(work: (tx: GraphTransaction) => Promise<T>): Promise<T> {
    const began = performance.now();
    const transaction = openTransaction(this.#connection);
    try {
      const result = await work(transaction.tx);
      const saved = transaction.finish();
      this.#commit();
      if (saved) this.#committed();
      return result;
    } catch (error) {
      transaction.close();
      if (isDiskFault(error)) this.#failure = error;
      this.#rollBack();
      throw error;
    } finally {
      this.#releasedAt = performance.now();
      this.#heldMs += this.#releasedAt - began;
    }
  }

  #commit(): void {
    try {
      this.#connection.exec('COMMIT');
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  /** SQLite itself has rolled back after some faults. */
  #rollBack(): void {
    if (!this.#connection.inTransaction) return;
    try {
      this.#connection.exec('ROLLBACK');
    } catch (error) {
      this.#failure = error;
    }
  }

  /** After a failed write or sync nobody knows what the disk holds: only a reopening, which recovers, may write again. */
  #refuseAfterFailure(): void {
    if (this.#failure === null) return;
    const message = 'a write failed: the store is read-only until it is reopened';
    throw new StoreUnavailable(message, { cause: this.#failure });
  }
}

/** The write side: one transaction at a time, durable when it resolves, nothing when it rejects. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BeliefTransaction } from '../store/beliefs.ts';
import type { GraphTransaction } from '../store/store.ts';
import { StoreUnavailable } from '../store/store.ts';
import { RETRY_MS, whenNotBusy } from './busy.ts';
import type { Connection } from './connection.ts';
import { isBusy, isDiskFault, isFull, isFullWithin } from './faults.ts';
import { refuseOtherFormat } from './formats.ts';
import { JOURNALS_IN_MEMORY } from './prepare-writer.ts';
import { optimiseTextIndexes } from './text-index.ts';
import { type OpenTransaction, openTransaction } from './transaction.ts';
import { WriteQueue } from './write-queue.ts';

/**
 * A process that writes without a break would starve the others, who find the lock free only by trying: after holding
 * it this long it stays away long enough for a try of theirs.
 */
const HOLD_MS = 250;
const STAY_AWAY_MS = 3 * RETRY_MS;

/** Why writes are refused. */
const FAILED = 'a write failed: the store is read-only until it is reopened';
const FULL = 'the disk is full: writes go on once there is room';
const LOCKED = 'another process holds the store';
const UNAVAILABLE = 'the store took no write when one was last tried';

/** Trials whether a write is taken come no closer than this. */
const TRIAL_MS = 500;
const TRIAL_NOTE = 'write trial';

export interface WriterOptions {
  /** How long a transaction waits for another process before it throws `StoreUnavailable`. */
  readonly busyMs: number;
  /** Called after each commit that saved something. */
  readonly committed: () => void;
  /** Whether the disk has room for some appends. */
  readonly hasRoom: () => Promise<boolean>;
}

type Work<T> = (transaction: Pick<OpenTransaction, 'tx' | 'beliefs'>) => Promise<T>;

/** The one user of the connection that writes. */
export class Writer {
  readonly #connection: Connection;
  readonly #busyMs: number;
  readonly #committed: () => void;
  readonly #hasRoom: () => Promise<boolean>;
  readonly #queue = new WriteQueue();
  #failure: unknown = null;
  /** Of the last write; null once one was taken. */
  #refusal: string | null = null;
  #triedAt = Number.NEGATIVE_INFINITY;
  #heldMs = 0;
  #releasedAt = 0;

  constructor(connection: Connection, { busyMs, committed, hasRoom }: WriterOptions) {
    this.#connection = connection;
    this.#hasRoom = hasRoom;
    this.#busyMs = busyMs;
    this.#committed = committed;
  }

  /** See `GraphStore.transact`. */
  transact<T>(work: (tx: GraphTransaction) => Promise<T>): Promise<T> {
    return this.#run(({ tx }) => work(tx));
  }

  /** See `GraphStore.moveBeliefs`. */
  moveBeliefs<T>(work: (tx: BeliefTransaction) => Promise<T>): Promise<T> {
    return this.#run(({ beliefs }) => work(beliefs));
  }

  #run<T>(work: Work<T>): Promise<T> {
    const asked = performance.now();
    return this.#queue.run(() => this.#attempt(work, asked + this.#busyMs));
  }

  /** See `GraphStore.writeRefusal`. */
  async refusal(): Promise<string | null> {
    if (this.#failure !== null) return FAILED;
    const isDue = performance.now() - this.#triedAt >= TRIAL_MS;
    // Whatever waits will show by itself whether it is taken.
    if (this.#refusal !== null && isDue && this.#queue.isIdle) await this.#try(this.#refusal);
    return this.#refusal;
  }

  async #try(refusal: string): Promise<void> {
    this.#triedAt = performance.now();
    if (refusal === FULL) {
      // A write would find the room that the refused one has left in the write-ahead log, and say nothing of the next.
      if (await this.#hasRoom()) this.#refusal = null;
      return;
    }
    const work: Work<void> = ({ tx }) => tx.saveNote(TRIAL_NOTE, '');
    try {
      await this.#queue.run(() => this.#attempt(work, Number.NEGATIVE_INFINITY));
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }

  /** @param until when to stop waiting for another process; there is one try at least */
  async #attempt<T>(work: Work<T>, until: number): Promise<T> {
    this.#refuseAfterFailure();
    try {
      await this.#begin(until);
      return await this.#runAndCommit(work);
    } catch (error) {
      if (error instanceof StoreUnavailable) this.#refusal = wordsFor(error);
      throw error;
    }
  }

  /** See `GraphStore.purge`: the file is written anew, and its write-ahead log cut to nothing. */
  purge(): Promise<void> {
    return this.#queue.run(async () => {
      this.#refuseAfterFailure();
      await this.#writeAnew();
      await this.#cutWal();
    });
  }

  /** Its copy and what may be undone lie beside the file: both may be larger than this machine's memory. */
  async #writeAnew(): Promise<void> {
    this.#connection.exec('PRAGMA temp_store = FILE');
    try {
      await whenNotBusy(() => optimiseTextIndexes(this.#connection), this.#busyMs);
      await whenNotBusy(() => this.#connection.exec('VACUUM'), this.#busyMs);
    } finally {
      this.#connection.exec(JOURNALS_IN_MEMORY);
    }
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

  async #begin(until: number): Promise<void> {
    if (performance.now() - this.#releasedAt >= STAY_AWAY_MS) this.#heldMs = 0;
    if (this.#heldMs >= HOLD_MS) {
      this.#heldMs = 0;
      await sleep(STAY_AWAY_MS);
    }
    await whenNotBusy(() => this.#connection.exec('BEGIN IMMEDIATE'), Math.max(0, until - performance.now()));
    if (this.#refusal === LOCKED) this.#refusal = null;
  }

  async #runAndCommit<T>(work: Work<T>): Promise<T> {
    const began = performance.now();
    const transaction = openTransaction(this.#connection);
    try {
      refuseOtherFormat(this.#connection);
      const result = await work(transaction);
      const saved = transaction.finish();
      this.#commit();
      if (saved) this.#refusal = null;
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
      // Without room the last page of the commit is not whole: nobody takes it for one, and the next overwrites it.
      if (!isFull(error)) this.#failure = error;
      throw error;
    }
  }

  /** SQLite itself has rolled back after some faults. */
  #rollBack(): void {
    this.#connection.entries.forget();
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
    throw new StoreUnavailable(FAILED, { cause: this.#failure });
  }
}

function wordsFor(error: StoreUnavailable): string {
  if (isFullWithin(error)) return FULL;
  return isBusy(error) ? LOCKED : UNAVAILABLE;
}

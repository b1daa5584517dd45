/** The write side: one transaction at a time, on disk when it resolves, nothing when it rejects. */
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../store/store.ts';
import { WriteQueue } from '../write-queue.ts';
import { isDisconnected } from './faults.ts';
import { type Link, LOCK_WAIT_MS, type OpenedTransaction } from './link.ts';
import { type HeadRow, headOf } from './read-log.ts';
import type { PostgresTransaction } from './roles.ts';
import { type WorkTransaction, workTransaction } from './transaction.ts';

/**
 * Takes the head's row lock, which the transaction holds to its end: its holder is the only writer, and sees every earlier
 * commit whole. The transaction's id tells afterwards whether it committed.
 */
const LOCK = 'SELECT size, at, frontier, replayed_to, pg_current_xact_id()::text AS xid FROM head FOR UPDATE';
const NOTIFY = 'SELECT pg_notify(@channel, @payload)::text';
const STATUS = 'SELECT pg_xact_status(@xid::text::xid8) AS status';
/** A write that only finds out whether one is taken; it touches no row that a transaction locks. */
const TRIAL = 'UPDATE format SET number = number';
const TRIAL_MS = 500;
const STATUS_PAUSE_MS = 50;
/** Why writes are refused. */
const UNAVAILABLE = 'the store took no write when one was last tried';
const DOUBTFUL = 'the connection was lost during a commit, which may stand';

export class Writer {
  readonly #link: Link;
  readonly #channel: string;
  readonly #origin: string;
  readonly #committed: (size: number) => void;
  readonly #queue = new WriteQueue();
  /** Of the last write; null once one was taken. */
  #refusal: string | null = null;
  #triedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param origin names this process in notifications on `channel`
   * @param committed called after each commit that saved something, with the log's size
   */
  constructor(link: Link, channel: string, origin: string, committed: (size: number) => void) {
    this.#link = link;
    this.#channel = channel;
    this.#origin = origin;
    this.#committed = committed;
  }

  /** See `GraphStore.transact`. */
  transact<T>(work: (tx: PostgresTransaction) => Promise<T>): Promise<T> {
    return this.#queue.run(() => this.#noted(() => this.#link.retried(() => this.#attempt(work))));
  }

  /** See `GraphStore.writeRefusal`. */
  async refusal(): Promise<string | null> {
    const isDue = performance.now() - this.#triedAt >= TRIAL_MS;
    // A transaction that waits will show by itself whether it is taken.
    if (this.#refusal !== null && isDue && this.#queue.isIdle) {
      await this.#queue.run(() => this.#noted(() => this.#try())).catch(rethrowOthers);
      this.#triedAt = performance.now();
    }
    return this.#refusal;
  }

  /** Resolves when every transaction asked for so far has ended. */
  drained(): Promise<void> {
    return this.#queue.drained();
  }

  async #try(): Promise<void> {
    await this.#link.script((run) => run(TRIAL));
    this.#refusal = null;
  }

  async #noted<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      if (error instanceof StoreUnavailable) this.#refusal = UNAVAILABLE;
      throw error;
    }
  }

  async #attempt<T>(work: (tx: PostgresTransaction) => Promise<T>): Promise<T> {
    const opened = await this.#link.begin();
    try {
      const [row] = await opened.connection.rows<HeadRow & { readonly xid: string }>(LOCK, {}, LOCK_WAIT_MS);
      const transaction = workTransaction(opened.connection, headOf(row));
      const result = await finished(transaction, work);
      const { saved, size } = transaction.outcome();
      if (saved) await this.#commit(opened, row?.xid ?? '', size);
      return result;
    } finally {
      await opened.end();
    }
  }

  async #commit(opened: OpenedTransaction, xid: string, size: number): Promise<void> {
    const payload = `${size} ${this.#origin}`;
    const notified = opened.connection.run(NOTIFY, { channel: this.#channel, payload });
    try {
      await Promise.all([notified, opened.commit()]);
    } catch (error) {
      if (!isDisconnected(error) || (await this.#wasRolledBack(xid, error))) throw error;
    }
    this.#refusal = null;
    this.#committed(size);
  }

  /** Whether a commit whose answer was lost did not happen. Throws `StoreUnavailable` where that cannot be known. */
  async #wasRolledBack(xid: string, cause: unknown): Promise<boolean> {
    // A transaction that never got its commit ends by itself well within this time.
    const deadline = AbortSignal.timeout(LOCK_WAIT_MS);
    while (!deadline.aborted) {
      const row = await this.#link.reads.row<{ status: string | null }>(STATUS, { xid });
      if (row?.status === 'committed') return false;
      if (row?.status === 'aborted') return true;
      await sleep(STATUS_PAUSE_MS);
    }
    throw new StoreUnavailable(DOUBTFUL, { cause });
  }
}

function rethrowOthers(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}

/** The work's result; a fault of the store goes before what the work makes of it, so that it can be retried. */
async function finished<T>(
  transaction: WorkTransaction,
  work: (tx: PostgresTransaction) => Promise<T>,
): Promise<T> {
  try {
    return await work(transaction.tx);
  } finally {
    await transaction.finish();
  }
}

/** The write side: one transaction at a time, on disk when it resolves, nothing when it rejects. */
import { type GraphTransaction, StoreUnavailable } from '../store/store.ts';
import { ServerWriteQueue } from '../write-queue.ts';
import { isDisconnected } from './faults.ts';
import { LOCK_WAIT_MS, type PostgresLink, type PostgresOpenedTransaction } from './link.ts';
import { PostgresLockWatch } from './lock-watch.ts';
import { type HeadRow, headOf } from './read-log.ts';
import type { PostgresParams } from './sql-values.ts';
import { type PostgresTransaction, workTransaction } from './transaction.ts';

/** Newest commits that the head names. */
const NAMED = 32;
/**
 * Takes the head's row lock, which the transaction holds to its end: its holder is the only writer, and sees every earlier
 * commit whole.
 */
const LOCK = `SELECT size, at, frontier, replayed_to, coalesce(commits[1], '') AS commit FROM head FOR UPDATE`;
/**
 * Names the commit in the head, so that one whose answer was lost can be looked up. A transaction's number would not do: after a
 * crash, the server may give the number of a transaction that it had not written yet to another.
 */
const NAME_COMMIT = `
  WITH named AS (UPDATE head SET commits = (@commit::text || commits)[1:${NAMED}] RETURNING id)
  SELECT pg_notify(@channel, @payload)::text FROM named`;
const LOOK_UP = `
  SELECT coalesce(commits[1], '') AS last, (@commit = ANY (commits))::int AS found FROM head FOR UPDATE`;
/** A write that only finds out whether one is taken; it touches no row that a transaction locks. */
const TRIAL = 'UPDATE format SET number = number';
const TRIAL_MS = 500;
/** Why writes are refused. */
const UNAVAILABLE = 'the store took no write when one was last tried';
/** So many others have committed since that nobody can tell. A retry is safe where appends are known by their ids. */
const DOUBTFUL = 'the connection was lost during a commit, which may stand';

export class PostgresWriter {
  readonly #link: PostgresLink;
  readonly #channel: string;
  readonly #origin: string;
  readonly #committed: (size: number) => void;
  readonly #queue = new ServerWriteQueue();
  /** Commits are named `<origin>/<this>`. */
  #count = 0;
  /** Of the last write; null once one was taken. */
  #refusal: string | null = null;
  #triedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param origin names this process in notifications on `channel`
   * @param committed called after each commit that saved something, with the log's size
   */
  constructor(link: PostgresLink, channel: string, origin: string, committed: (size: number) => void) {
    this.#link = link;
    this.#channel = channel;
    this.#origin = origin;
    this.#committed = committed;
  }

  /** See `GraphStore.transact`. */
  transact<T>(work: (tx: GraphTransaction) => Promise<T>): Promise<T> {
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

  async #attempt<T>(work: (tx: GraphTransaction) => Promise<T>): Promise<T> {
    const opened = await this.#link.begin();
    try {
      const row = await this.#locked<HeadRow & Named>(opened, LOCK, {});
      const transaction = workTransaction(opened.connection, headOf(row));
      const result = await finished(transaction, work);
      const { saved, size } = transaction.outcome();
      if (saved) await this.#commit(opened, row?.commit ?? '', size);
      return result;
    } finally {
      await opened.end();
    }
  }

  /** The row of a statement that waits for the head's lock. */
  async #locked<R>(
    opened: PostgresOpenedTransaction,
    sql: string,
    params: PostgresParams,
  ): Promise<R | undefined> {
    using _ = new PostgresLockWatch(this.#link.reads, opened.pid);
    const [row] = await opened.connection.rows<R>(sql, params, LOCK_WAIT_MS);
    return row;
  }

  /** @param before the name of the commit before */
  async #commit(opened: PostgresOpenedTransaction, before: string, size: number): Promise<void> {
    this.#count += 1;
    const commit = `${this.#origin}/${this.#count}`;
    const payload = `${size} ${this.#origin}`;
    const named = opened.connection.run(NAME_COMMIT, { commit, channel: this.#channel, payload });
    try {
      await Promise.all([named, opened.commit()]);
    } catch (error) {
      if (!isDisconnected(error)) throw error;
      const { last, found } = await this.#lookUp(commit);
      // Nothing was committed since: the work may run again.
      if (found === 0 && last === before) throw error;
      if (found === 0) throw new StoreUnavailable(DOUBTFUL, { cause: error });
    }
    this.#refusal = null;
    this.#committed(size);
  }

  /** Under the lock, so that the commit whose answer was lost is no longer under way. */
  #lookUp(commit: string): Promise<LookedUp> {
    return this.#link.retried(async () => {
      const opened = await this.#link.begin();
      try {
        return (await this.#locked<LookedUp>(opened, LOOK_UP, { commit })) ?? { last: '', found: 0 };
      } finally {
        await opened.end();
      }
    });
  }
}

interface Named {
  /** Name of the newest commit, empty before the first. */
  readonly commit: string;
}

interface LookedUp {
  readonly last: string;
  /** 1: the commit is among the newest. */
  readonly found: number;
}

function rethrowOthers(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}

/** The work's result; a fault of the store goes before what the work makes of it, so that it can be retried. */
async function finished<T>(
  transaction: PostgresTransaction,
  work: (tx: GraphTransaction) => Promise<T>,
): Promise<T> {
  try {
    return await work(transaction.tx);
  } finally {
    await transaction.finish();
  }
}

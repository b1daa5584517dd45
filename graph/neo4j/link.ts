/**
 * The way to the server: one driver, replaced when the server no longer answers on its connections.
 *
 * The driver by itself waits forever for an answer over a connection that has gone silent. So a caller that waits long asks
 * over a new connection whether the server is there at all.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import neo4j, {
  type Driver,
  type QueryResult,
  type Session,
  type SessionMode,
  type Transaction,
} from 'neo4j-driver';
import { callerSignal } from '../caller.ts';
import { StoreUnavailable } from '../store/store.ts';
import { Beat } from './beat.ts';
import type { BoltParams } from './bolt-values.ts';
import { Neo4jConnection } from './connection.ts';
import { driverFor, type Neo4jOptions, probe } from './driver.ts';
import { isAlreadyDefined, isAlreadyDropped, isRetriable, toStoreFault } from './faults.ts';
import { VERSION } from './format.ts';
import { Neo4jLockWatch } from './lock-watch.ts';
import { boltStatement } from './statement.ts';
import { ignore, within } from './waiting.ts';

/** After this long without an answer the server is probed; the port promises a verdict within 5 s. */
const STALL_MS = 2_000;
/**
 * How long the server goes on with a read, where nobody says otherwise: three times as long as any request waits for its
 * answer, so that what nobody waits for any more ends by itself.
 */
const READ_MS = 30_000;
/** No new try begins after this long. */
const RETRY_MS = 2_500;
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 250;
const MAX_CONNECTIONS = 50;
/** Nobody works for long where this writes. */
const MARK_MS = 2_000;
/** Of a transaction of one step of opening a store. */
const SMALL_MS = 60_000;
/**
 * A transaction that changes nothing gets no number. Processes have marks of their own, as far as 256 go: one that has stopped, or
 * is cut off, keeps the lock of its mark for as long as its transaction may take.
 */
const MARK = 'MERGE (m:AdduceMark {id: $mark}) SET m.value = randomUUID()';
export const MARKS = 256;

/** A transaction on the server. Each step rejects with the driver's fault, or with `StoreUnavailable` after a stall. */
export interface Neo4jOpenedTransaction {
  readonly connection: Neo4jConnection;
  /** Runs a statement that may have to wait for a lock; throws `StoreUnavailable` after `limitMs`. */
  runWithin(limitMs: number, cypher: string, params: BoltParams): Promise<void>;
  commit(): Promise<void>;
  /** Rolls back where nothing was committed, without waiting for a server that does not answer. */
  end(): Promise<void>;
}

/** How long an answer is waited for. */
interface Patience {
  /** By default as long as the server is there. */
  readonly limitMs?: number;
  /** Of the caller; null: there is none who could leave. */
  readonly left?: AbortSignal | null;
}

export class Neo4jLink {
  /** Names this user of the server in the metadata of its transactions. */
  readonly process = randomUUID();
  readonly #mark = randomInt(MARKS);
  readonly #options: Neo4jOptions;
  readonly #bookmarks = neo4j.bookmarkManager();
  #driver: Driver;
  #probe: Promise<boolean> | null = null;
  #closed = false;
  /** Of the program that has taken the store over; null: none of another version has. */
  #otherFormat: number | null = null;
  /** Ends the waits under way: the driver never settles what was asked over a connection that it has closed. */
  readonly #endWaits = new Set<() => void>();
  /** Each statement by itself, retried; the server ends one whose caller leaves. */
  readonly reads: Neo4jConnection;
  /** The same, for statements that write: they may run twice. */
  readonly alone: Neo4jConnection;
  /** Ends the transactions of writers that have stopped. */
  readonly lockWatch: Neo4jLockWatch;
  readonly #schema: Neo4jConnection;

  /** @param readMs milliseconds */
  constructor(options: Neo4jOptions, readMs = READ_MS) {
    this.#options = options;
    this.#driver = driverFor(options, MAX_CONNECTIONS);
    this.reads = this.#alone(neo4j.session.READ, { timeout: readMs });
    this.lockWatch = new Neo4jLockWatch(this.reads, this.process);
    this.alone = this.#alone(neo4j.session.WRITE, { timeout: MARK_MS });
    this.#schema = this.#alone(neo4j.session.WRITE, {});
  }

  /** Runs `attempt` again after faults that pass; gives up in time for the port's promise and throws its faults. */
  async retried<T>(attempt: () => Promise<T>): Promise<T> {
    const deadline = AbortSignal.timeout(RETRY_MS);
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      try {
        this.#refuseClosed();
        this.#refuseOtherFormat();
        return await attempt();
      } catch (error) {
        if (!isRetriable(error) || deadline.aborted || this.#closed) throw toStoreFault(error);
      }
      await sleep(pause);
    }
  }

  /** Makes a constraint or an index `IF NOT EXISTS`, or drops one `IF EXISTS`, outside transactions: Neo4j keeps the schema and the data apart. */
  async define(cypher: string): Promise<void> {
    try {
      await this.#schema.run(cypher);
    } catch (error) {
      if (!isAlreadyDefined(error) && !isAlreadyDropped(error)) throw error;
    }
  }

  /** A small transaction that may run twice. */
  transaction<T>(work: (connection: Neo4jConnection) => Promise<T>): Promise<T> {
    return this.retried(async () => {
      const opened = await this.begin(SMALL_MS);
      try {
        const result = await work(opened.connection);
        await opened.commit();
        return result;
      } finally {
        await opened.end();
      }
    });
  }

  /**
   * Resolves once everything that anybody had committed when it was called is applied whole, indexes too, and needs no lock
   * for that: a transaction of its own gets a number behind all of theirs, and a read that is to see it waits until whatever
   * has a lower number is applied. Throws `StoreUnavailable`, also where the store cannot be written.
   */
  async applied(): Promise<void> {
    await this.retried(async () => {
      const opened = await this.begin(2 * MARK_MS);
      try {
        await opened.runWithin(MARK_MS, MARK, { mark: this.#mark });
        await opened.commit();
      } finally {
        await opened.end();
      }
    });
    await this.reads.run('RETURN 1');
  }

  /** Begins a transaction that writes; the server ends it after `limitMs`. */
  async begin(limitMs: number): Promise<Neo4jOpenedTransaction> {
    this.#refuseOtherFormat();
    const session = this.#session(neo4j.session.WRITE);
    try {
      const tx = await this.#answered(
        session.beginTransaction({ timeout: limitMs, metadata: { adduceWriter: this.process } }),
      );
      return this.#opened(session, tx);
    } catch (error) {
      abandon(session);
      throw error;
    }
  }

  /**
   * Takes the version that the store was found to be of. Of another one than this program's nothing is read or written from then on:
   * its projections were cleared, and what fills them is not what the statements here know.
   * @throws {StoreUnavailable} where it is
   */
  foundFormat(format: number): void {
    if (format !== VERSION) this.#otherFormat = format;
    this.#refuseOtherFormat();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const end of this.#endWaits) end();
    await within(this.#driver.close().catch(ignore), STALL_MS);
  }

  #opened(session: Session, tx: Transaction): Neo4jOpenedTransaction {
    let answering = true;
    const beat = new Beat(tx, this.process);
    const step = async <T>(pending: Promise<T>, limitMs = Number.POSITIVE_INFINITY): Promise<T> => {
      try {
        return await this.#answered(pending, { limitMs });
      } catch (error) {
        if (error instanceof StoreUnavailable) answering = false;
        // Behind a beat that failed, the driver says only that the transaction has ended.
        throw beat.fault ?? error;
      }
    };
    return {
      connection: new Neo4jConnection((cypher, params) => step(rowsIn(tx, cypher, params))),
      runWithin: async (limitMs, cypher, params) => {
        await step(rowsIn(tx, cypher, params), limitMs);
      },
      commit: () => {
        beat.stop();
        return step(tx.commit());
      },
      end: async () => {
        beat.stop();
        if (answering) await within(session.close().catch(ignore), STALL_MS);
        else abandon(session);
      },
    };
  }

  #alone(mode: SessionMode, config: { readonly timeout?: number }): Neo4jConnection {
    const runOnce = async (cypher: string, params: BoltParams) => {
      const left = callerSignal();
      left?.throwIfAborted();
      const session = this.#session(mode);
      try {
        const { text, parameters } = boltStatement(cypher, params);
        return await this.#answered(rowsOf(session.run(text, parameters, config)), { left });
      } finally {
        // Where the server is still at work, closing resets the connection, and that ends the work.
        abandon(session);
      }
    };
    return new Neo4jConnection((cypher, params) => this.retried(() => runOnce(cypher, params)));
  }

  #session(defaultAccessMode: SessionMode): Session {
    const { database } = this.#options;
    return this.#driver.session({
      defaultAccessMode,
      bookmarkManager: this.#bookmarks,
      ...(database === undefined ? {} : { database }),
    });
  }

  /**
   * Waits for `pending`; throws `StoreUnavailable` when the server has gone, the link is closed, or after `limitMs`
   * where that is given, and the reason of `left` when that aborts.
   */
  async #answered<T>(
    pending: Promise<T>,
    { limitMs = Number.POSITIVE_INFINITY, left = null }: Patience = {},
  ) {
    const driver = this.#driver;
    const { promise: ended, resolve } = Promise.withResolvers<'settled' | 'closed' | 'left'>();
    const settle = () => resolve('settled');
    const end = () => resolve('closed');
    const leave = () => resolve('left');
    pending.then(settle, settle);
    this.#endWaits.add(end);
    left?.addEventListener('abort', leave);
    try {
      for (let waited = 0; !(await within(ended, Math.min(STALL_MS, limitMs - waited))); waited += STALL_MS) {
        if (waited + STALL_MS >= limitMs) throw new StoreUnavailable(`no answer within ${limitMs} ms`);
        if (await this.#reachable()) continue;
        this.#renew(driver);
        throw new StoreUnavailable('the server does not answer');
      }
      const how = await ended;
      if (how === 'closed') throw new StoreUnavailable('the store is closed');
      if (how === 'left') left?.throwIfAborted();
      return await pending;
    } finally {
      this.#endWaits.delete(end);
      left?.removeEventListener('abort', leave);
    }
  }

  /** One probe serves all who wait. */
  #reachable(): Promise<boolean> {
    this.#probe ??= probe(this.#options).finally(() => {
      this.#probe = null;
    });
    return this.#probe;
  }

  /** The silent connections stay with the old driver, which lets them go when they end. One of many replaces it. */
  #renew(silent: Driver): void {
    if (this.#closed || this.#driver !== silent) return;
    this.#driver = driverFor(this.#options, MAX_CONNECTIONS);
    silent.close().catch(ignore);
  }

  #refuseOtherFormat(): void {
    if (this.#otherFormat === null) return;
    throw new StoreUnavailable(
      `the store was brought to format ${this.#otherFormat}, and this program writes ${VERSION}: update and restart it`,
    );
  }

  #refuseClosed(): void {
    if (this.#closed) throw new StoreUnavailable('the store is closed');
  }
}

function rowsIn(tx: Transaction, cypher: string, params: BoltParams): Promise<Record<string, unknown>[]> {
  const { text, parameters } = boltStatement(cypher, params);
  return rowsOf(tx.run(text, parameters));
}

async function rowsOf(result: Promise<QueryResult>): Promise<Record<string, unknown>[]> {
  const { records } = await result;
  return records.map((record) => record.toObject());
}

/** Closes the session when its connection answers again, so that the server lets go of the transaction's lock. */
function abandon(session: Session): void {
  session.close().catch(ignore);
}

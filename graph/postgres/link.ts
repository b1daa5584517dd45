/** The way to the server: connections for reads, connections for transactions, and how long each waits. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg';
import { callerSignal } from '../caller.ts';
import { StoreUnavailable } from '../store/store.ts';
import { AnswerWatch } from './answer-watch.ts';
import { PostgresConnection } from './connection.ts';
import { ConnectionFault, driverFault, isRetriable, toStoreFault } from './faults.ts';
import { GatheringSocket } from './gathering-socket.ts';
import type { PostgresOptions } from './options.ts';
import { COLUMN_TYPES, type PostgresParams } from './sql-values.ts';
import { statementOf } from './statement.ts';

const CONNECT_MS = 2_500;
/** A statement that takes longer is ended by the server: the port promises a verdict within 5 s. */
const STATEMENT_MS = 4_000;
/** How long a transaction waits for the head's lock: short of 5 s by as much as the rest of a request takes. */
export const LOCK_WAIT_MS = 4_000;
/**
 * The server ends a transaction that sends nothing for so long, and its connection: a process that was stopped under the lock
 * holds the others up for no longer, and cannot commit when it goes on. Less than `LOCK_WAIT_MS`, so that they wait it out.
 */
const IDLE_MS = 2_000;
/** How much longer than the server the client waits for its answer. */
const GRACE_MS = 500;
const ANSWER_MS = STATEMENT_MS + GRACE_MS;
const READERS = 10;
/** One transaction at a time, and one to ask about a commit whose answer was lost. */
const WRITERS = 2;
/** No new try begins after this long. */
const RETRY_MS = 2_500;
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 250;

/** A transaction on the server. Each step rejects with the driver's fault. */
export interface PostgresOpenedTransaction {
  /** Of its session on the server. */
  readonly pid: number;
  readonly connection: PostgresConnection;
  commit(): Promise<void>;
  /** Rolls back where nothing was committed. */
  end(): Promise<void>;
}

export class PostgresLink {
  readonly #options: Required<PostgresOptions>;
  readonly #readers: Pool;
  readonly #writers: Pool;
  #closed = false;
  /** Each statement by itself, tried again where the connection was lost. */
  readonly reads: PostgresConnection;

  constructor(options: Required<PostgresOptions>) {
    this.#options = options;
    this.#readers = poolOf({ ...configOf(options), max: READERS });
    const patience = { lock_timeout: LOCK_WAIT_MS, idle_in_transaction_session_timeout: IDLE_MS };
    // A statement's time would begin when it is sent, however many are to be answered before it: see `AnswerWatch`.
    const own = { ...patience, query_timeout: 0, pipeline: true, max: WRITERS };
    this.#writers = poolOf({ ...configOf(options), ...own });
    this.reads = new PostgresConnection((sql, params) => this.retried(() => this.#readOnce(sql, params)));
  }

  /** Runs `attempt` again after faults that pass; gives up in time for the port's promise and throws its faults. */
  async retried<T>(attempt: () => Promise<T>): Promise<T> {
    const deadline = AbortSignal.timeout(RETRY_MS);
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      try {
        if (this.#closed) throw new StoreUnavailable('the store is closed');
        return await attempt();
      } catch (error) {
        if (!isRetriable(error) || deadline.aborted || this.#closed) throw toStoreFault(error);
      }
      await sleep(pause);
    }
  }

  /** Begins a transaction that writes: what it reads is the newest committed state, statement by statement. */
  async begin(): Promise<PostgresOpenedTransaction> {
    const client = await connected(this.#writers);
    let lost = false;
    const watch = new AnswerWatch(ANSWER_MS, () => cut(client));
    const step = async <T>(work: () => Promise<T>, limitMs?: number): Promise<T> => {
      try {
        return await watch.answered(work(), limitMs);
      } catch (error) {
        const fault = driverFault(error);
        lost ||= fault instanceof ConnectionFault;
        throw fault;
      }
    };
    // Read committed, whatever the server's default: what is read behind the lock is what was committed before it.
    const began = step(() => client.query('BEGIN ISOLATION LEVEL READ COMMITTED'));
    // The first statement is sent behind it without a wait, and fails where it failed.
    began.catch(ignore);
    let ended = false;
    return {
      pid: sessionOf(client),
      connection: new PostgresConnection((sql, params, limitMs) =>
        step(async () => (await client.query(statementOf(sql, params))).rows, limitMs && limitMs + GRACE_MS),
      ),
      commit: async () => {
        await began;
        const { command } = await step(() => client.query('COMMIT'));
        ended = true;
        if (command !== 'COMMIT') throw new Error('the server rolled the transaction back');
      },
      end: async () => {
        const rolledBack = ended || lost || (await step(() => client.query('ROLLBACK')).then(yes, no));
        client.release(lost || !rolledBack);
      },
    };
  }

  /** Statements of fixed text in one transaction, each of which may have several parts. */
  script<T>(work: (run: (sql: string) => Promise<Record<string, unknown>[]>) => Promise<T>): Promise<T> {
    return this.retried(async () => {
      const client = await connected(this.#writers);
      const watch = new AnswerWatch(ANSWER_MS, () => cut(client));
      const run = async (sql: string) => {
        try {
          return (await watch.answered(client.query<Record<string, unknown>>(sql))).rows;
        } catch (error) {
          throw driverFault(error);
        }
      };
      let done = false;
      try {
        await run('BEGIN');
        const result = await work(run);
        await run('COMMIT');
        done = true;
        return result;
      } finally {
        client.release(!done);
      }
    });
  }

  /** A connection of its own; its faults are the caller's. @param settings of its session on the server */
  alone(settings: Readonly<Record<string, string | number>> = {}): Client {
    const config = configOf(this.#options);
    const more = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
    return new Client({ ...config, options: [config.options, ...more].join(' ') });
  }

  /** Ends connections once they have answered what was asked. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.all([this.#readers.end(), this.#writers.end()]);
  }

  async #readOnce(sql: string, params: PostgresParams): Promise<Record<string, unknown>[]> {
    const left = callerSignal();
    left?.throwIfAborted();
    const statement = statementOf(sql, params);
    const client = await connected(this.#readers);
    const answer = client.query<Record<string, unknown>>(statement);
    // The server ends what it does for a connection that is closed when it next writes to it, or after `STATEMENT_MS`.
    const { promise: gone, reject } = Promise.withResolvers<never>();
    const leave = () => reject(left?.reason);
    left?.addEventListener('abort', leave);
    let clean = false;
    try {
      const { rows } = await Promise.race([answer, gone]);
      clean = true;
      return rows;
    } catch (error) {
      answer.catch(ignore);
      left?.throwIfAborted();
      const fault = driverFault(error);
      clean = !(fault instanceof ConnectionFault);
      throw fault;
    } finally {
      left?.removeEventListener('abort', leave);
      client.release(!clean);
    }
  }
}

const yes = () => true;
const no = () => false;
const ignore = () => undefined;

/** What the driver's types lack of a client. */
interface ClientParts {
  readonly processID: number;
  readonly connection: { readonly stream: { destroy(): void } };
}

function sessionOf(client: PoolClient): number {
  return (client as unknown as ClientParts).processID;
}

/** Ends the connection at once: every statement under way fails. */
export function cut(client: Client | PoolClient): void {
  (client as unknown as ClientParts).connection.stream.destroy();
}

function configOf({ url, schema }: Required<PostgresOptions>): ClientConfig {
  const target = new URL(url);
  // The driver would take the URL's settings in place of these.
  const given = target.searchParams.get('options') ?? '';
  target.searchParams.delete('options');
  return {
    connectionString: target.href,
    stream: () => new GatheringSocket(),
    application_name: 'adduce',
    // A client that no longer reads what is sent to it loses its connection as well.
    options: `${given} -c search_path=${schema} -c tcp_user_timeout=${IDLE_MS}`,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    statement_timeout: STATEMENT_MS,
    query_timeout: ANSWER_MS,
    types: COLUMN_TYPES,
  };
}

function poolOf(config: ClientConfig & { readonly max: number }): Pool {
  const pool = new Pool({ ...config, allowExitOnIdle: true });
  // A connection that is lost while nobody uses it is replaced when it is next needed; of one in use the statements fail.
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

async function connected(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw driverFault(error);
  }
}

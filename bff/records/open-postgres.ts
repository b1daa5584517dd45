/** The records in PostgreSQL (≥ 14), which several gateways share. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { Client, DatabaseError, Pool, types } from 'pg';
import type { RecordStore } from '../records.ts';
import { BffRefusal } from '../refusal.ts';
import { migrate } from './migrations.ts';
import { recordStore } from './record-store.ts';
import { repeated } from './repeated.ts';
import type { Tables } from './tables.ts';

const SCHEMA = /^[a-z_][a-z0-9_]{0,40}$/;
const DEFAULT_SCHEMA = 'adduce_records';
const MAX_CONNECTIONS = 8;
const CONNECT_MS = 2_000;
/** A statement that takes longer is ended: every one reads or writes a bounded number of rows. */
const STATEMENT_MS = 4_000;
/** The type of `bigint`: all that are stored are below 2^53. */
const BIGINT = 20;
/** Of `create schema if not exists` where another process makes it at the same instant. */
const MADE_MEANWHILE = ['23505', '42P06'];
/**
 * Two transactions were in each other's way, and one of them was ended: it can be repeated. A row that both insert is
 * reported as a key that is there twice.
 */
const CONFLICTS = ['40001', '40P01', '23505'];

/** Connection lost or refused, resources exhausted, server ending or starting. */
const AWAY_CODES = ['08', '25P03', '53', '57'];
const CONNECTION_WORDS = /connect|terminated|timeout/i;
/** Short of the 5 s after which a client gives up. */
const REPEAT_MS = 2_500;
const MAX_PAUSE_MS = 50;

const BUSY = {
  status: 503,
  kind: 'Unavailable',
  reason: 'bff:records_busy',
  message: 'The records are in use by others right now.',
  next_step: 'Please try again in a moment.',
} as const;
const AWAY = {
  status: 503,
  kind: 'Unavailable',
  reason: 'bff:records_away',
  message: 'The records cannot be reached right now.',
  next_step: 'Please try again in a moment.',
} as const;

/**
 * Opens or makes the tables and brings them to the newest version.
 * @param url `postgres://user:password@host:port/database`; `?schema=` names the schema, `adduce_records` by default
 * @throws {RangeError} for a URL or a schema that is none, and what the server says
 */
export async function openPostgresRecords(url: string): Promise<RecordStore> {
  const { connection, schema } = placeOf(url);
  await makeTables(connection, schema);
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: poolOf(connection, schema, SERIALIZABLE) }),
  });
  return repeated(recordStore(db), attempts);
}

/** As SQLite's transactions are: what a transaction has read does not change under it. */
const SERIALIZABLE = '-c default_transaction_isolation=serializable';

/** @returns what may be shown of the place: without the account */
function placeOf(url: string): { readonly connection: string; readonly schema: string } {
  const parsed = URL.parse(url);
  if (parsed === null || !['postgres:', 'postgresql:'].includes(parsed.protocol)) {
    throw new RangeError('a PostgreSQL URL is postgres://user:password@host:port/database');
  }
  const schema = parsed.searchParams.get('schema') ?? DEFAULT_SCHEMA;
  if (!SCHEMA.test(schema)) {
    throw new RangeError(`not a schema name of lower-case letters, digits and _: ${schema}`);
  }
  // The driver would take it for a setting of the server.
  parsed.searchParams.delete('schema');
  return { connection: parsed.href, schema };
}

async function makeTables(connection: string, schema: string): Promise<void> {
  const client = new Client({ connectionString: connection, connectionTimeoutMillis: CONNECT_MS });
  await client.connect();
  try {
    await client.query(`create schema if not exists ${schema}`);
  } catch (error) {
    if (!hasCode(error, MADE_MEANWHILE)) throw error;
  } finally {
    await client.end();
  }
  // A serializable transaction would not see what another process did while this one waited for the lock.
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: poolOf(connection, schema, '', 2) }),
  });
  try {
    await migrate(db, schema);
  } finally {
    await db.destroy();
  }
}

function poolOf(connection: string, schema: string, options: string, max = MAX_CONNECTIONS): Pool {
  const pool = new Pool({
    connectionString: connection,
    connectionTimeoutMillis: CONNECT_MS,
    max,
    options: `-c search_path=${schema} ${options}`,
    ...(options !== '' && { statement_timeout: STATEMENT_MS }),
    types: {
      getTypeParser: (type, format) => (type === BIGINT ? Number : types.getTypeParser(type, format)),
    },
  });
  // A connection that is lost while nobody uses it: the next query takes another one.
  pool.on('error', () => undefined);
  return pool;
}

/** Repeats what was in another transaction's way, for as long as a client waits. @throws {BffRefusal} 503 after that */
async function attempts<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + REPEAT_MS;
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!hasCode(error, CONFLICTS)) throw shownFault(error);
      if (performance.now() > deadline) throw new BffRefusal(BUSY, error);
    }
    // Not all at the same instant: they would be in each other's way again.
    await sleep(pauseMs * (1 + Math.random()));
  }
}

/** A refusal where the server cannot be reached, else the fault as it is. */
function shownFault(error: unknown): unknown {
  if (error instanceof DatabaseError) return hasCode(error, AWAY_CODES) ? new BffRefusal(AWAY, error) : error;
  // Of a check within a transaction: its words may be any.
  if (error instanceof BffRefusal) return error;
  // The driver's own faults of a connection have no SQLSTATE.
  const isDriver = error instanceof Error && ('code' in error || CONNECTION_WORDS.test(error.message));
  return isDriver ? new BffRefusal(AWAY, error) : error;
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof DatabaseError && codes.some((code) => error.code?.startsWith(code));
}

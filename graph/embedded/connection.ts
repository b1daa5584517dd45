/** One SQLite connection: the only place where statements are prepared and where stored records are parsed. */
import Sqlite from 'better-sqlite3';
import { addLooks } from '../caller.ts';
import type { Counted } from '../store/rows.ts';
import { StoreCorrupted, StoreUnavailable } from '../store/store.ts';
import { Entries } from './entries.ts';
import { toStoreFault } from './faults.ts';
import { entryNamed, namedRecord } from './records.ts';

/** A value that SQLite can hold. */
export type SqlValue = string | number | null | Uint8Array;
/** Named parameters of a statement (`@name`). */
export type SqlParams = Readonly<Record<string, SqlValue>>;

/** Statements that a connection holds prepared: several times those that are no filter's. */
const MAX_STATEMENTS = 1_000;
/**
 * SQLite looks at the value of a bare parameter when it plans a statement (of a `LIMIT`, of what a partial index asks for), and so
 * compiles the statement again at each call. It does not look at the value of an expression.
 */
const PARAMETER = /(?<![\w'])@\w+/g;

interface Recorded {
  readonly record: string;
}
interface RecordedAt extends Recorded {
  /** Position of the key among the keys asked for. */
  readonly i: number;
}

/**
 * Synchronous access to one database file. Throws the port's faults; once closed, `StoreUnavailable`.
 */
export class Connection {
  readonly #db: Sqlite.Database;
  readonly #throwIfLeft: () => void;
  /** The driver is asked for nothing that is known here: each statement begins with it. */
  #isOpen = true;
  /** The log's entries, of which most records are made. */
  readonly entries: Entries = new Entries(this);
  /** The SQL of this folder is a fixed set, but for one index per corpus and for filters: the oldest gives way. */
  readonly #statements = new Map<string, Sqlite.Statement<unknown[]>>();

  /**
   * @param busyMs how long a statement waits, blocking, for a lock of another connection
   * @param throwIfLeft throws where nobody waits any more: no statement begins then, and one that names `going()` in a
   *   condition of its rows ends
   */
  constructor(file: string, busyMs: number, throwIfLeft: () => void = () => undefined) {
    this.#throwIfLeft = throwIfLeft;
    this.#db = translated(() => new Sqlite(file, { timeout: busyMs }));
    this.#db.function('going', () => {
      throwIfLeft();
      return 1;
    });
  }

  get inTransaction(): boolean {
    return this.#db.inTransaction;
  }

  /** Runs statements that take no parameters and give nothing. */
  exec(sql: string): void {
    translated(() => this.#open().exec(sql));
  }

  run(sql: string, params: SqlParams = {}): void {
    translated(() => this.#prepared(sql).run(params));
  }

  /** First column of the first row, undefined where there is no row. */
  value(sql: string, params: SqlParams = {}): SqlValue | undefined {
    const [value] = Object.values(this.row<Record<string, SqlValue>>(sql, params) ?? {});
    return value;
  }

  row<R>(sql: string, params: SqlParams = {}): R | undefined {
    // The SQL names the columns of R, and every table is STRICT.
    const row = translated(() => this.#prepared(sql).get(params)) as R | undefined;
    if (row !== undefined) addLooks(1);
    return row;
  }

  rows<R>(sql: string, params: SqlParams = {}): R[] {
    // As in `row`.
    const rows = translated(() => this.#prepared(sql).all(params)) as R[];
    addLooks(rows.length);
    return rows;
  }

  /** The record of the first row; the SQL yields the column `record`. */
  record<T>(sql: string, params: SqlParams = {}): T | null {
    const row = this.row<Recorded>(sql, params);
    return row === undefined ? null : this.parse<T>(row.record);
  }

  /** The records of all rows; the SQL yields the column `record`. */
  records<T>(sql: string, params: SqlParams = {}): T[] {
    return this.rows<Recorded>(sql, params).map((row) => this.parse<T>(row.record));
  }

  /** The records of all rows beside the `total` of each, which is how many there are without the SQL's limit. */
  counted<T>(sql: string, params: SqlParams): Counted<T> {
    const rows = this.rows<Recorded & { readonly total: number }>(sql, params);
    return { first: rows.map((row) => this.parse<T>(row.record)), total: rows[0]?.total ?? 0 };
  }

  /** One record per key, null where there is none; the SQL yields `i` and `record` for `json_each(@keys)`. */
  recordPerKey<T>(sql: string, keys: readonly unknown[], params: SqlParams = {}): (T | null)[] {
    return this.recordsPerKey<T>(sql, keys, params).map(([first]) => first ?? null);
  }

  /** The records per key, in the SQL's order; the SQL yields `i` and `record` for `json_each(@keys)`. */
  recordsPerKey<T>(sql: string, keys: readonly unknown[], params: SqlParams = {}): T[][] {
    const lists = this.rowsPerKey<RecordedAt>(sql, keys, params);
    this.entries.load(lists.flatMap((rows) => rows.flatMap(({ record }) => entryNamed(record) ?? [])));
    return lists.map((rows) => rows.map((row) => this.parse<T>(row.record)));
  }

  /** The rows per key, in the SQL's order; the SQL yields `i` for `json_each(@keys)`. One statement, one snapshot. */
  rowsPerKey<R extends { readonly i: number }>(
    sql: string,
    keys: readonly unknown[],
    params: SqlParams = {},
  ): R[][] {
    const lists = keys.map((): R[] => []);
    if (keys.length === 0) return lists;
    for (const row of this.rows<R>(sql, { ...params, keys: JSON.stringify(keys) })) lists[row.i]?.push(row);
    return lists;
  }

  /** A record as `recordOf` gives it in a statement, or JSON. */
  parse<T>(text: string): T {
    // The border: `save.ts` wrote what the statement's column stands for from a T.
    return (namedRecord(text, (seq) => this.entries.find(seq)) ?? parseJson(text)) as T;
  }

  close(): void {
    this.#isOpen = false;
    this.#statements.clear();
    this.#db.close();
  }

  #prepared(sql: string): Sqlite.Statement<unknown[]> {
    this.#throwIfLeft();
    const db = this.#open();
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = db.prepare(asCompiled(sql));
    this.#statements.set(sql, statement);
    const [oldest] = this.#statements.keys();
    if (this.#statements.size > MAX_STATEMENTS && oldest !== undefined) this.#statements.delete(oldest);
    return statement;
  }

  #open(): Sqlite.Database {
    if (!this.#isOpen) throw new StoreUnavailable('the store is closed');
    return this.#db;
  }
}

/** A statement as SQLite gets it. */
export function asCompiled(sql: string): string {
  return sql.replace(PARAMETER, '+$&');
}

function translated<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toStoreFault(error);
  }
}

/** The border: `save.ts` wrote this text. @throws {StoreCorrupted} */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StoreCorrupted('a stored record is not JSON', null, { cause: error });
  }
}

/** Reads as the port wants them, over statements that run alone or inside one transaction. */
import type { Counted } from '../store/rows.ts';
import { type PostgresParams, parseRecord } from './sql-values.ts';

/** Runs one statement to its end and gives its rows. @param limitMs how long its answer is waited for, where that is special */
export type RunSql = (
  sql: string,
  params: PostgresParams,
  limitMs?: number,
) => Promise<Record<string, unknown>[]>;

interface Recorded {
  readonly record: string;
}
interface RecordedAt extends Recorded {
  /** Position of the key among the keys asked for, from 1. */
  readonly i: number;
}

export class PostgresConnection {
  readonly #run: RunSql;

  constructor(run: RunSql) {
    this.#run = run;
  }

  async run(sql: string, params: PostgresParams = {}, limitMs?: number): Promise<void> {
    await this.#run(sql, params, limitMs);
  }

  /** The statement names the members of R. */
  async rows<R>(sql: string, params: PostgresParams = {}, limitMs?: number): Promise<R[]> {
    // What was saved under these names has these types.
    return (await this.#run(sql, params, limitMs)) as R[];
  }

  async row<R>(sql: string, params: PostgresParams = {}): Promise<R | undefined> {
    const [first] = await this.rows<R>(sql, params);
    return first;
  }

  /** The record of the first row; the statement gives `record`. */
  async record<T>(sql: string, params: PostgresParams = {}): Promise<T | null> {
    const [first] = await this.records<T>(sql, params);
    return first ?? null;
  }

  /** The records of all rows; the statement gives `record`. */
  async records<T>(sql: string, params: PostgresParams = {}): Promise<T[]> {
    return recordsOf<T>(await this.rows<Recorded>(sql, params));
  }

  /** The records of all rows beside the `total` of each, which is how many there are without the statement's limit. */
  async counted<T>(sql: string, params: PostgresParams): Promise<Counted<T>> {
    const rows = await this.rows<Recorded & { readonly total: number }>(sql, params);
    return { first: recordsOf<T>(rows), total: rows[0]?.total ?? 0 };
  }

  /** One record per key, null where there is none; see `rowsPerKey`. */
  async recordPerKey<T>(
    sql: string,
    keys: readonly string[],
    params: PostgresParams = {},
  ): Promise<(T | null)[]> {
    const lists = await this.recordsPerKey<T>(sql, keys, params);
    return lists.map(([first]) => first ?? null);
  }

  /** The records per key, in the statement's order; see `rowsPerKey`. */
  async recordsPerKey<T>(sql: string, keys: readonly string[], params: PostgresParams = {}): Promise<T[][]> {
    return this.recordsOfEach<T>(sql, keys.length, { ...params, keys });
  }

  /** The records of each of `count` keys, in the statement's order; see `rowsPerKey`. */
  async recordsOfEach<T>(sql: string, count: number, params: PostgresParams): Promise<T[][]> {
    const lists = await this.rowsPerKey<RecordedAt>(sql, count, params);
    return lists.map((rows) => recordsOf<T>(rows));
  }

  /**
   * The rows of each of `count` keys, in the statement's order. The statement makes rows of its keys by
   * `unnest(…) WITH ORDINALITY` and gives their number as `i`.
   */
  async rowsPerKey<R extends { readonly i: number }>(
    sql: string,
    count: number,
    params: PostgresParams,
  ): Promise<R[][]> {
    const lists = Array.from({ length: count }, (): R[] => []);
    if (count === 0) return lists;
    for (const row of await this.rows<R>(sql, params)) lists[row.i - 1]?.push(row);
    return lists;
  }
}

/** The keys of a statement as rows `value, i`. */
export const KEYS = 'unnest(@keys::text[]) WITH ORDINALITY AS k (value, i)';

function recordsOf<T>(rows: readonly Recorded[]): T[] {
  return rows.map(({ record }) => parseRecord<T>(record));
}

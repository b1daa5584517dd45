/**
 * Long counts in slices. A statement blocks the whole process and runs to its end, though the caller leaves or time is up:
 * what grows with the corpus is looked at some rows at a time, and between two slices other work can run.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addLooks } from '../caller.ts';
import type { Connection, SqlParams, SqlValue } from './connection.ts';

/** Rows that one statement looks at: a few milliseconds of work. */
export const SLICE = 2_000;

/** A statement's `FROM … WHERE …` with its parameters. */
export interface Part {
  readonly where: string;
  readonly params: SqlParams;
  /** Whether this is the last part although more rows follow it. */
  readonly isCut?: boolean;
}

interface Stretches {
  readonly corpus: string;
  readonly upTo: number;
  /** Rows that they hold together, at most. */
  readonly lookAt: number;
}

/**
 * The same of stretches of the log, in their order, that hold a slice of the corpus' rows each; the last one fewer.
 * @param whole of the table as `c`
 * @param only condition of the rows that are counted, of an index that has them in the order of the log
 */
export async function* inStretches(
  connection: Connection,
  table: string,
  { corpus, upTo, lookAt }: Stretches,
  { where, params }: Part,
  only = '',
): AsyncGenerator<Part> {
  const ends = `
    SELECT seq FROM ${table} WHERE corpus = @corpus ${only} AND seq > @afterSeq AND seq <= @upTo
    ORDER BY seq LIMIT 1 OFFSET @passed`;
  let left = lookAt;
  for (let afterSeq = -1; ; ) {
    const size = Math.min(SLICE, left);
    const end = connection.value(ends, { ...params, corpus, afterSeq, upTo, passed: size - 1 });
    const toSeq = end === undefined ? upTo : Number(end);
    left -= size;
    if (end !== undefined) addLooks(size);
    const next = { ...params, corpus, afterSeq: toSeq, upTo, passed: 0 };
    const isCut = end !== undefined && left === 0 && connection.value(ends, next) !== undefined;
    yield {
      where: `${where} AND c.seq > @afterSeq AND c.seq <= @toSeq`,
      params: { ...params, afterSeq, toSeq },
      isCut,
    };
    if (end === undefined || left === 0) return;
    afterSeq = toSeq;
    await nextTurn();
  }
}

/** Parts of a list, as long as a slice. */
export async function* partsOf<T>(list: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < list.length; start += SLICE) {
    if (start > 0) await nextTurn();
    yield list.slice(start, start + SLICE);
  }
}

/**
 * Rows of a statement that ends in `LIMIT @slice`, slice by slice.
 * @param first where it begins; from then on it goes on behind the last row, whose columns have the names of these
 */
export async function* slicesOf<R extends Record<string, SqlValue>>(
  connection: Connection,
  sql: string,
  params: SqlParams,
  first: SqlParams,
): AsyncGenerator<readonly R[]> {
  for (let place = first; ; ) {
    const rows = connection.rows<R>(sql, { ...params, ...place, slice: SLICE });
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE) return;
    place = Object.fromEntries(Object.keys(first).map((name) => [name, last[name] ?? null]));
    await nextTurn();
  }
}

/**
 * Long counts in slices. A statement blocks the whole process and runs to its end, though the caller leaves or time is up:
 * what grows with the corpus is looked at some rows at a time, and between two slices other work can run.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection, SqlParams, SqlValue } from './connection.ts';

/** Rows that one statement looks at: a few milliseconds of work. */
export const SLICE = 2_000;

/** A statement's `FROM … WHERE …` with its parameters. */
export interface Part {
  readonly where: string;
  readonly params: SqlParams;
}

/**
 * The same of stretches of the log, in their order, that hold a slice of the corpus' rows each; the last one fewer.
 * @param whole of the table as `c`
 * @param only condition of the rows that are counted, of an index that has them in the order of the log
 */
export async function* inStretches(
  connection: Connection,
  table: string,
  { corpus, upTo }: { readonly corpus: string; readonly upTo: number },
  { where, params }: Part,
  only = '',
): AsyncGenerator<Part> {
  const ends = `
    SELECT seq FROM ${table} WHERE corpus = @corpus ${only} AND seq > @afterSeq AND seq <= @upTo
    ORDER BY seq LIMIT 1 OFFSET ${SLICE - 1}`;
  for (let afterSeq = -1; ; ) {
    const end = connection.value(ends, { corpus, afterSeq, upTo });
    const toSeq = end === undefined ? upTo : Number(end);
    yield {
      where: `${where} AND c.seq > @afterSeq AND c.seq <= @toSeq`,
      params: { ...params, afterSeq, toSeq },
    };
    if (end === undefined) return;
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

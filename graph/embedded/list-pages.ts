/** Pages of lists: a run of rows `c` in one of the orders of `ListOrder`, between two rows of it. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { addLooks } from '../caller.ts';
import { MAX_LISTED } from '../store/lists.ts';
import {
  type Listed,
  type ListKey,
  type ListOrder,
  type ListPage,
  MAX_LOOKED_AT,
} from '../store/selection.ts';
import type { Connection, SqlParams } from './connection.ts';
import { type Part, SLICE } from './slices.ts';

/**
 * The statement's `FROM … WHERE …` as one page of rows `record, value, id` and of more columns.
 * @param last row that is looked at; absent: the list's
 */
export function pageOf(
  where: string,
  page: ListPage,
  { record, id, more }: PageColumns,
  last?: ListKey,
): string {
  // What is looked at ends within the page's bounds; of two ends, SQLite would seek to the one and look at what is behind the other.
  const { value, beyond, order } = inOrderOf(last === undefined ? page : { ...page, before: null }, id);
  const upToLast = compared(page.by, id, page.descending ? '>=' : '<=', 'last');
  const columns = [
    `${record} AS record`,
    `${value} AS value`,
    `${id} AS id`,
    ...(more === undefined ? [] : [more]),
  ];
  return `SELECT ${columns.join(', ')} ${where} ${beyond} ${last === undefined ? '' : upToLast} ${order} LIMIT @limit`;
}

interface PageColumns {
  readonly record: string;
  /** Of their address or id. */
  readonly id: string;
  readonly more?: string;
}

/** The key of the row behind `passed` others; no row where the list has fewer. */
function endOf(where: string, page: ListPage, id: string): string {
  const { value, beyond, order } = inOrderOf(page, id);
  return `SELECT ${value} AS value, ${id} AS id ${where} ${beyond} ${order} LIMIT 1 OFFSET @passed`;
}

function inOrderOf({ by, descending, after, before }: ListPage, id: string) {
  if (by === 'confidence') throw new RangeError('only claims by belief have an order of confidence');
  const value = { seq: 'c.seq', effective_at: 'c.effective_at', id }[by];
  const [later, earlier, direction] = descending ? ['<', '>', 'DESC'] : ['>', '<', 'ASC'];
  const beyond = `
    ${after === null ? '' : compared(by, id, later, 'after')}
    ${before === null ? '' : compared(by, id, earlier, 'before')}`;
  const terms = termsOf(by, id).map(([term]) => `${term} ${direction}`);
  return { value, beyond, order: `ORDER BY ${terms.join(', ')}` };
}

/** Columns that tell a row's place, with the part of a key that each is compared with: a position of the log is of one row. */
function termsOf(by: ListPage['by'], id: string): readonly (readonly [string, 'Value' | 'Id'])[] {
  if (by === 'seq') return [['c.seq', 'Value']];
  if (by === 'id') return [[id, 'Id']];
  return [
    ['c.effective_at', 'Value'],
    [id, 'Id'],
  ];
}

function compared(by: ListPage['by'], id: string, sign: string, key: string): string {
  const terms = termsOf(by, id);
  const [columns, values] = [terms.map(([term]) => term), terms.map(([, part]) => `@${key}${part}`)];
  return `AND (${columns.join(', ')}) ${sign} (${values.join(', ')})`;
}

/** @param last as of `pageOf` */
export function pageParams(page: ListPage, last?: ListKey): SqlParams {
  const { limit } = page;
  if (limit > MAX_LISTED) throw new RangeError(`at most ${MAX_LISTED} rows, not ${limit}`);
  const ends = last !== undefined && { lastValue: last.value, lastId: last.id };
  return { limit, ...boundParams(page), ...ends };
}

function boundParams({ after, before }: ListPage): SqlParams {
  return {
    ...(after !== null && { afterValue: after.value, afterId: after.id }),
    ...(before !== null && { beforeValue: before.value, beforeId: before.id }),
  };
}

/** A row of a page. */
export interface ListRow extends ListKey {
  readonly record: string;
}

/** Rows that are looked at first, most often more than enough for a page. */
const FIRST_SLICE = 128;

interface Slicing<R, By> {
  /** Those of a part of the list, up to and with `last`. */
  rows(part: ListPage<By>, last: ListKey | undefined): R[];
  /** The last row of a slice of so many; undefined where the list ends before it. */
  end(part: ListPage<By>, size: number): ListKey | undefined;
  /** Those that are wanted; absent: all. Of more than a page's rows there are at first no more than these. */
  among?(rows: readonly R[]): R[];
}

/** A page of a list of which many rows may be filtered out, slice by slice. */
export async function slicedRows<R extends ListKey, By = ListOrder>(
  page: ListPage<By>,
  slicing: Slicing<R, By>,
): Promise<Listed<R>> {
  const found: R[] = [];
  let part = page;
  let left = page.lookAt ?? MAX_LOOKED_AT;
  let size = Math.min(FIRST_SLICE, left);
  let end = slicing.end(part, size);
  for (;;) {
    const rows = slicing.rows(part, end);
    found.push(...(slicing.among?.(rows) ?? rows));
    if (found.length >= page.limit) return { rows: found.slice(0, page.limit), stoppedAt: null };
    const last = rows.length === part.limit ? rows.at(-1) : undefined;
    if (last === undefined && end === undefined) return { rows: found, stoppedAt: null };
    if (last !== undefined) {
      part = { ...part, after: keyOf(last), limit: Math.min(MAX_LISTED, 4 * part.limit) };
    } else {
      left -= size;
      addLooks(size);
      if (left === 0) return { rows: found, stoppedAt: end ?? null };
      size = Math.min(SLICE, 4 * size, left);
      part = { ...part, after: end ?? null };
      end = slicing.end(part, size);
    }
    await nextTurn();
  }
}

function keyOf({ value, id }: ListKey): ListKey {
  return { value, id };
}

/** The last row of a slice of the rows `FROM … WHERE …`; undefined where they end before it. */
export function sliceEnd(
  connection: Connection,
  { where, params }: Part,
  page: ListPage,
  { id, size }: { readonly id: string; readonly size: number },
): ListKey | undefined {
  return connection.row<ListKey>(endOf(where, page, id), {
    ...params,
    passed: size - 1,
    ...boundParams(page),
  });
}

/** Pages of lists: a run of rows `c` in one of the orders of `ListOrder`, between two rows of it. */
import { type ListKey, type ListPage, MAX_LISTED } from '../listing.ts';
import type { SqlParams } from './connection.ts';

/**
 * The statement's `FROM … WHERE …` as one page of records.
 * @param id column of their address or id
 * @param last row that is looked at; absent: the list's
 */
export function pageOf(where: string, page: ListPage, id: string, last?: ListKey): string {
  const { value, beyond, order } = inOrderOf(page, id);
  const upToLast = `AND (${value}, ${id}) ${page.descending ? '>=' : '<='} (@lastValue, @lastId)`;
  return `SELECT c.record ${where} ${beyond} ${last === undefined ? '' : upToLast} ${order} LIMIT @limit`;
}

/** The key of the row behind `passed` others; no row where the list has fewer. */
export function endOf(where: string, page: ListPage, id: string): string {
  const { value, beyond, order } = inOrderOf(page, id);
  return `SELECT ${value} AS value, ${id} AS id ${where} ${beyond} ${order} LIMIT 1 OFFSET @passed`;
}

function inOrderOf({ by, descending, after, before }: ListPage, id: string) {
  const value = { seq: 'c.seq', effective_at: 'c.effective_at', id, rank: 'k.value ->> 1' }[by];
  const [later, earlier, direction] = descending ? ['<', '>', 'DESC'] : ['>', '<', 'ASC'];
  const beyond = `
    ${after === null ? '' : `AND (${value}, ${id}) ${later} (@afterValue, @afterId)`}
    ${before === null ? '' : `AND (${value}, ${id}) ${earlier} (@beforeValue, @beforeId)`}`;
  // What is named twice, SQLite sorts a second time.
  const terms = by === 'id' ? [id] : [value, id];
  return { value, beyond, order: `ORDER BY ${terms.map((term) => `${term} ${direction}`).join(', ')}` };
}

export function pageParams(page: ListPage): SqlParams {
  const { limit } = page;
  if (limit > MAX_LISTED) throw new RangeError(`at most ${MAX_LISTED} rows, not ${limit}`);
  return { limit, ...boundParams(page) };
}

export function boundParams({ after, before }: ListPage): SqlParams {
  return {
    ...(after !== null && { afterValue: after.value, afterId: after.id }),
    ...(before !== null && { beforeValue: before.value, beforeId: before.id }),
  };
}

/** Tallies: each change adds to its row, and pages go along the index of their order, or look up the few that their filter finds. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addLooks } from '../caller.ts';
import { type ListReads, MAX_LISTED } from '../store/lists.ts';
import { narrowedTallies } from '../store/narrowed-page.ts';
import { type Listed, type ListKey, type ListPage, MAX_LOOKED_AT } from '../store/selection.ts';
import {
  countsAt,
  type NameTally,
  placeOfCount,
  placeOfOrder,
  type TallyChange,
  type TallyOrder,
  type TallySelection,
} from '../store/tallies.ts';
import { shown } from './claim-selection.ts';
import type { Connection, SqlParams } from './connection.ts';
import { countOf } from './count-rows.ts';
import { soughtTallies, tallyCondition } from './filter-sql.ts';
import { slicedRows } from './list-pages.ts';
import { type Part, SLICE } from './slices.ts';
import { firstFew } from './sought-rows.ts';

export function saveTallies(connection: Connection, tallies: readonly TallyChange[]): void {
  for (const { kind, corpus, key, seq, since, counts } of tallies) {
    const added = Object.entries(counts).map(([name, count]) => [placeOfCount(kind, name), count] as const);
    const numbers = Object.fromEntries(added.map(([place, count]) => [`n${place}`, count]));
    connection.run(addition(Object.keys(numbers)), { kind, corpus, key, seq, since, ...numbers });
  }
}

/** By the columns that are added to: no index of another one is written. */
const ADDITIONS = new Map<string, string>();

function addition(columns: readonly string[]): string {
  const shape = columns.join(', ');
  const known = ADDITIONS.get(shape);
  if (known !== undefined) return known;
  const sql = `
    INSERT INTO tallies (kind, corpus, key, seq, since, ${shape})
    VALUES (@kind, @corpus, @key, @seq, @since, ${columns.map((name) => `@${name}`).join(', ')})
    ON CONFLICT (kind, corpus, key) DO UPDATE SET
      since = min(since, excluded.since), ${columns.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`;
  ADDITIONS.set(shape, sql);
  return sql;
}

export function tallyLists(connection: Connection): ListReads['tallies'] {
  return {
    list: async (selection, asked) => {
      const page = narrowedTallies(asked, selection);
      const { rows, stoppedAt } = await tallyPage(connection, selection, page);
      return { rows: rows.map((row) => tallyOf(selection, row)), stoppedAt };
    },
    count: (selection, lookAt) => countOf(connection, tallyParts(connection, selection, lookAt)),
  };
}

interface Row extends Pick<NameTally, 'seq' | 'since'>, ListKey {
  readonly n0: number;
  readonly n1: number;
  readonly n2: number;
  readonly n3: number;
  readonly n4: number;
}

function tallyOf({ kind, corpus }: TallySelection, { id, seq, since, n0, n1, n2, n3, n4 }: Row): NameTally {
  return { kind, corpus, key: id, seq, since, counts: countsAt(kind, [n0, n1, n2, n3, n4]) };
}

async function tallyPage(
  connection: Connection,
  selection: TallySelection,
  page: ListPage<TallyOrder>,
): Promise<Listed<Row>> {
  const params = paramsOf(selection);
  const found = foundBy(connection, selection);
  const rows = (some: ListPage<TallyOrder>, last?: ListKey) =>
    connection.rows<Row>(pageSql(selection, found, some, last), { ...params, ...boundsOf(some, last) });
  if (found !== null) return { rows: rows(page), stoppedAt: null };
  return slicedRows<Row, TallyOrder>(page, {
    rows,
    end: (some, size) =>
      connection.row<ListKey>(endSql(selection, some), {
        ...params,
        ...boundsOf(some),
        passed: size - 1,
      }),
  });
}

/** All of a selection, in parts that are short enough for one statement each, by key. */
async function* tallyParts(
  connection: Connection,
  selection: TallySelection,
  lookAt = MAX_LOOKED_AT,
): AsyncGenerator<Part> {
  const found = foundBy(connection, selection);
  const where = `${sourceOf('key', found)} AND ${conditionOf(selection)}`;
  const params = paramsOf(selection);
  if (found !== null) {
    yield { where, params };
    return;
  }
  const ends = `${sourceOf('key', null)} AND t.key > @afterKey ORDER BY t.key LIMIT 1 OFFSET @passed`;
  const keyBehind = (afterKey: string, passed: number) =>
    connection.row<{ key: string }>(`SELECT t.key ${ends}`, { ...params, afterKey, passed })?.key;
  let left = lookAt;
  for (let afterKey = ''; ; ) {
    const size = Math.min(SLICE, left);
    const lastKey = keyBehind(afterKey, size - 1);
    left -= size;
    if (lastKey !== undefined) addLooks(size);
    const isCut = lastKey !== undefined && left === 0 && keyBehind(lastKey, 0) !== undefined;
    const end = lastKey === undefined ? '' : 'AND t.key <= @lastKey';
    const ofPart = { ...params, afterKey, ...(lastKey !== undefined && { lastKey }) };
    yield { where: `${where} AND t.key > @afterKey ${end}`, params: ofPart, isCut };
    if (lastKey === undefined || left === 0) return;
    afterKey = lastKey;
    await nextTurn();
  }
}

function paramsOf({ kind, corpus, view, closedLicences, among, filter }: TallySelection): SqlParams {
  return {
    ...tallyCondition(kind, filter).params,
    ...Object.assign({}, ...soughtTallies(filter).map(({ params }) => params)),
    ...{ kind, corpus, seq: view.seq, until: view.until },
    ...{ closed: JSON.stringify(closedLicences), among: JSON.stringify(among) },
  };
}

/** Keys `key` of few tallies, of which the selection's are some; null: they are to be looked for. */
function foundBy(connection: Connection, { corpus, filter, among }: TallySelection): string | null {
  if (among !== null) return 'SELECT value AS key FROM json_each(@among)';
  return firstFew(connection, corpus, soughtTallies(filter));
}

const COLUMNS = 't.seq, t.since, t.n0, t.n1, t.n2, t.n3, t.n4';

/** Of an entity: a claim that names it and may be shown. */
const NAMED = ['subject', 'object'].map(
  (column) => `EXISTS (
    SELECT 1 FROM claims c WHERE c.corpus = @corpus AND c.${column} = t.key AND EXISTS (${shown('c')}))`,
);

/** Tallies of the kind, along the index of a column or by their keys. */
function sourceOf(column: string, found: string | null): string {
  const source =
    found === null
      ? `FROM tallies t ${column === 'key' ? '' : `INDEXED BY tallies_by_${column}`} WHERE true`
      : `FROM (SELECT DISTINCT key FROM (${found})) k CROSS JOIN tallies t WHERE t.key = k.key`;
  return `${source} AND t.kind = @kind AND t.corpus = @corpus AND going()`;
}

function conditionOf({ kind, filter }: TallySelection): string {
  return `+t.seq <= @seq AND t.since <= @until AND ${tallyCondition(kind, filter).sql}
    ${kind === 'entity' ? `AND (${NAMED.join(' OR ')})` : ''}`;
}

/** @param last row that is looked at; absent: the list's */
function pageSql(
  selection: TallySelection,
  found: string | null,
  page: ListPage<TallyOrder>,
  last?: ListKey,
): string {
  const { column, beyond, order } = orderOf(selection, last === undefined ? page : { ...page, before: null });
  const upToLast = last === undefined ? '' : compared(column, page.descending ? '>=' : '<=', 'last');
  return `
    SELECT t.key AS id, t.${column} AS value, ${COLUMNS} ${sourceOf(column, found)}
      AND ${conditionOf(selection)} ${beyond} ${upToLast} ${order} LIMIT @limit`;
}

/** The key of the row behind `passed` others; no row where the list has fewer. */
function endSql(selection: TallySelection, page: ListPage<TallyOrder>): string {
  const { column, beyond, order } = orderOf(selection, page);
  return `SELECT t.${column} AS value, t.key AS id ${sourceOf(column, null)} ${beyond} ${order} LIMIT 1 OFFSET @passed`;
}

function orderOf({ kind }: TallySelection, { by, descending, after, before }: ListPage<TallyOrder>) {
  const column = by === 'key' || by === 'seq' ? by : `n${placeOfOrder(kind, by)}`;
  const [later, earlier, direction] = descending ? ['<', '>', 'DESC'] : ['>', '<', 'ASC'];
  const bounds = [
    after === null ? '' : compared(column, later, 'after'),
    before === null ? '' : compared(column, earlier, 'before'),
  ];
  const terms = termsOf(column).map((term) => `${term} ${direction}`);
  return { column, beyond: bounds.join(' '), order: `ORDER BY ${terms.join(', ')}` };
}

function termsOf(column: string): readonly string[] {
  return column === 'key' ? ['t.key'] : [`t.${column}`, 't.key'];
}

function compared(column: string, sign: string, name: string): string {
  const values = column === 'key' ? [`@${name}Key`] : [`@${name}Value`, `@${name}Key`];
  return `AND (${termsOf(column).join(', ')}) ${sign} (${values.join(', ')})`;
}

function boundsOf({ after, before, limit }: ListPage<TallyOrder>, last?: ListKey): SqlParams {
  if (limit > MAX_LISTED) throw new RangeError(`at most ${MAX_LISTED} rows, not ${limit}`);
  return {
    limit,
    ...(after !== null && { afterValue: after.value, afterKey: after.id }),
    ...(before !== null && { beforeValue: before.value, beforeKey: before.id }),
    ...(last !== undefined && { lastValue: last.value, lastKey: last.id }),
  };
}

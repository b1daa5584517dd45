/** Tallies: each change adds to its row, and pages go along the index of their order. */
import { type ListReads, MAX_COUNTED, MAX_LISTED } from '../store/lists.ts';
import type { ListPage } from '../store/selection.ts';
import {
  countsAt,
  type NameTally,
  placeOfCount,
  placeOfOrder,
  type TallyChange,
  type TallyKind,
  type TallyOrder,
  type TallySelection,
} from '../store/tallies.ts';
import { shown } from './claim-selection.ts';
import type { Connection, SqlParams } from './connection.ts';

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
    list: async (selection, page) => {
      const params = { ...paramsOf(selection), ...boundsOf(page) };
      const rows = connection.rows<Row>(pageSql(selection, page), params);
      return { rows: rows.map((row) => tallyOf(selection, row)), stoppedAt: null };
    },
    count: async (selection) => {
      const sql = `SELECT count(*) FROM (SELECT 1 ${talliesWhere(selection, 'key')} LIMIT ${MAX_COUNTED + 1})`;
      const count = Number(connection.value(sql, paramsOf(selection)));
      return { count: Math.min(count, MAX_COUNTED), isExact: count <= MAX_COUNTED };
    },
  };
}

function paramsOf({ kind, corpus, view, closedLicences, among }: TallySelection): SqlParams {
  const lists = { closed: JSON.stringify(closedLicences), among: JSON.stringify(among) };
  return { kind, corpus, seq: view.seq, until: view.until, ...lists };
}

interface Row extends Pick<NameTally, 'key' | 'seq' | 'since'> {
  readonly n0: number;
  readonly n1: number;
  readonly n2: number;
  readonly n3: number;
  readonly n4: number;
}

function tallyOf({ kind, corpus }: TallySelection, { key, seq, since, n0, n1, n2, n3, n4 }: Row): NameTally {
  return { kind, corpus, key, seq, since, counts: countsAt(kind, [n0, n1, n2, n3, n4]) };
}

const COLUMNS = 't.key, t.seq, t.since, t.n0, t.n1, t.n2, t.n3, t.n4';

/** Of an entity: a claim that names it and may be shown. */
const NAMED = ['subject', 'object'].map(
  (column) => `EXISTS (
    SELECT 1 FROM claims c WHERE c.corpus = @corpus AND c.${column} = t.key AND EXISTS (${shown('c')}))`,
);

function talliesWhere({ kind, among }: TallySelection, column: string): string {
  const source =
    among === null
      ? `FROM tallies t ${column === 'key' ? '' : `INDEXED BY tallies_by_${column}`} WHERE true`
      : 'FROM json_each(@among) k CROSS JOIN tallies t WHERE t.key = k.value';
  return `
    ${source} AND t.kind = @kind AND t.corpus = @corpus
    AND ${column === 'seq' ? '' : '+'}t.seq <= @seq AND t.since <= @until AND going()
    ${kind === 'entity' ? `AND (${NAMED.join(' OR ')})` : ''}`;
}

function pageSql(selection: TallySelection, { by, descending, after, before }: ListPage<TallyOrder>): string {
  const column = columnOf(selection.kind, by);
  const [later, earlier, direction] = descending ? ['<', '>', 'DESC'] : ['>', '<', 'ASC'];
  const terms = column === 'key' ? ['t.key'] : [`t.${column}`, 't.key'];
  const bound = (sign: string, name: string) => {
    const values = column === 'key' ? [`@${name}Key`] : [`@${name}Value`, `@${name}Key`];
    return `AND (${terms.join(', ')}) ${sign} (${values.join(', ')})`;
  };
  return `
    SELECT ${COLUMNS} ${talliesWhere(selection, column)}
      ${after === null ? '' : bound(later, 'after')} ${before === null ? '' : bound(earlier, 'before')}
    ORDER BY ${terms.map((term) => `${term} ${direction}`).join(', ')} LIMIT @limit`;
}

function columnOf(kind: TallyKind, by: TallyOrder): string {
  return by === 'key' || by === 'seq' ? by : `n${placeOfOrder(kind, by)}`;
}

function boundsOf({ after, before, limit }: ListPage<TallyOrder>): SqlParams {
  if (limit > MAX_LISTED) throw new RangeError(`at most ${MAX_LISTED} rows, not ${limit}`);
  return {
    limit,
    ...(after !== null && { afterValue: after.value, afterKey: after.id }),
    ...(before !== null && { beforeValue: before.value, beforeKey: before.id }),
  };
}

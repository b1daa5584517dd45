/** Tallies: each change adds to its node, and pages go along the index of their order. */
import { type ListReads, MAX_COUNTED, MAX_LISTED } from '../store/lists.ts';
import type { ListPage } from '../store/selection.ts';
import {
  countsAt,
  placeOfCount,
  placeOfOrder,
  type TallyChange,
  type TallyKind,
  type TallyOrder,
  type TallySelection,
} from '../store/tallies.ts';
import {
  type BoltParams,
  type DateTime,
  indexable,
  toDateTime,
  toInstant,
  viewParams,
} from './bolt-values.ts';
import type { Connection } from './connection.ts';
import { SHOWN } from './read-lists.ts';
import type { Upserts } from './upserts.ts';

/** `n0` to `n4` are the counts of the kind, in the order of `TALLY_COUNTS`; `key` is what the index takes of the `name`. */
const SAVE = `
  UNWIND $rows AS row
  MERGE (t:Tally {id: row.id})
  ON CREATE SET t.kind = row.kind, t.corpus = row.corpus, t.key = row.key, t.name = row.name, t.seq = row.seq,
    t.since = row.since, t.n0 = 0, t.n1 = 0, t.n2 = 0, t.n3 = 0, t.n4 = 0
  SET t.since = CASE WHEN row.since < t.since THEN row.since ELSE t.since END,
    t.n0 = t.n0 + row.n0, t.n1 = t.n1 + row.n1, t.n2 = t.n2 + row.n2, t.n3 = t.n3 + row.n3, t.n4 = t.n4 + row.n4`;

export function saveTallies(upsert: Upserts, tallies: readonly TallyChange[]): Promise<void> {
  return upsert.rows(SAVE, tallies.map(rowOf));
}

function rowOf({ kind, corpus, key: name, seq, since, counts }: TallyChange): BoltParams {
  const numbers = [0, 0, 0, 0, 0];
  for (const [count, added] of Object.entries(counts)) numbers[placeOfCount(kind, count)] = added;
  const [n0 = 0, n1 = 0, n2 = 0, n3 = 0, n4 = 0] = numbers;
  const key = indexable(name);
  const id = `${kind} ${corpus} ${key}`;
  return { id, kind, corpus, key, name, seq, since: toDateTime(since), n0, n1, n2, n3, n4 };
}

export function tallyLists(connection: Connection): ListReads['tallies'] {
  return {
    list: async (selection, page) => {
      const params = { ...paramsOf(selection), ...boundsOf(page) };
      const rows = await connection.rows<Row>(pageOf(selection, page), params);
      const { kind, corpus } = selection;
      const tallies = rows.map(({ key, seq, since, numbers }) => {
        return { kind, corpus, key, seq, since: toInstant(since), counts: countsAt(kind, numbers) };
      });
      return { rows: tallies, stoppedAt: null };
    },
    count: async (selection) => {
      const cypher = `
        ${sourceOf(selection, ['kind', 'corpus', 'key'])} AND t.key >= ''
        WITH t, null AS apart WHERE ${isSeen(selection.kind)}
        WITH t LIMIT ${MAX_COUNTED + 1} RETURN count(t) AS count`;
      const row = await connection.row<{ count: number }>(cypher, paramsOf(selection));
      const count = row?.count ?? 0;
      return { count: Math.min(count, MAX_COUNTED), isExact: count <= MAX_COUNTED };
    },
  };
}

function paramsOf({ kind, corpus, view, closedLicences: closed, among }: TallySelection): BoltParams {
  return { kind, corpus, ...viewParams(view), closed, among: among?.map(indexable) ?? null };
}

function sourceOf({ among }: TallySelection, properties: readonly string[]): string {
  const along =
    among === null
      ? `MATCH (t:Tally) USING INDEX SEEK t:Tally(${properties.join(', ')})`
      : "UNWIND $among AS name MATCH (t:Tally {id: $kind + ' ' + $corpus + ' ' + name})";
  return `${along} WHERE t.kind = $kind AND t.corpus = $corpus`;
}

interface Row {
  readonly key: string;
  readonly seq: number;
  readonly since: DateTime;
  readonly numbers: readonly number[];
}

const ROW = 'RETURN t.name AS key, t.seq AS seq, t.since AS since, [t.n0, t.n1, t.n2, t.n3, t.n4] AS numbers';

function isSeen(kind: TallyKind): string {
  const named = (property: string) => `EXISTS {
    MATCH (c:Claim) USING INDEX SEEK c:Claim(corpus, ${property})
    WHERE c.corpus = $corpus AND c.${property} = t.key AND EXISTS { ${SHOWN} }
  }`;
  const shown = kind === 'entity' ? `AND (${named('subject')} OR ${named('object')})` : '';
  return `t.seq <= $seq AND t.since <= $until ${shown}`;
}

/** Not above any value of the property. The planner joins the conditions behind a `WITH` that adds nothing with those before. */
function pageOf(selection: TallySelection, page: ListPage<TallyOrder>): string {
  const { by, descending, after, before } = page;
  const value = by === 'key' || by === 'seq' ? by : `n${placeOfOrder(selection.kind, by)}`;
  const [later, earlier, direction] = descending ? ['<', '>', 'DESC'] : ['>', '<', 'ASC'];
  const least = value === 'key' ? "''" : '-1';
  const bounds = [
    after === null ? `t.${value} >= ${least}` : `t.${value} ${later}= $afterValue`,
    't.key IS NOT NULL',
    before && `t.${value} ${earlier}= $beforeValue`,
  ].filter((one) => one !== null);
  const ties = [
    after && `NOT (t.${value} = $afterValue AND t.key ${earlier}= $afterKey)`,
    before && `NOT (t.${value} = $beforeValue AND t.key ${later}= $beforeKey)`,
  ].filter((one) => one !== null);
  const properties = ['kind', 'corpus', ...new Set([value, 'key'])];
  return `
    ${sourceOf(selection, properties)} AND ${bounds.join(' AND ')}
    WITH t, null AS apart WHERE ${[...ties, isSeen(selection.kind)].join(' AND ')}
    ${ROW} ORDER BY ${properties.map((name) => `t.${name} ${direction}`).join(', ')} LIMIT $limit`;
}

function boundsOf({ by, after, before, limit }: ListPage<TallyOrder>): BoltParams {
  if (limit > MAX_LISTED) throw new RangeError(`at most ${MAX_LISTED} rows, not ${limit}`);
  const placed = (value: string | number) => (by === 'key' ? indexable(String(value)) : value);
  return {
    limit,
    ...(after !== null && { afterValue: placed(after.value), afterKey: indexable(after.id) }),
    ...(before !== null && { beforeValue: placed(before.value), beforeKey: indexable(before.id) }),
  };
}

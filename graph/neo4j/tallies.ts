/** Tallies: each change adds to its node, and pages go along the index of their order, or look up the few that their filter finds. */
import { addLooks } from '../caller.ts';
import { type ListReads, MAX_COUNTED, MAX_LISTED, type RowCount } from '../store/lists.ts';
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
import {
  type BoltParams,
  type DateTime,
  indexable,
  toDateTime,
  toInstant,
  viewParams,
} from './bolt-values.ts';
import type { Neo4jConnection } from './connection.ts';
import { opponentParams, tallyCondition } from './filter-cypher.ts';
import { SHOWN } from './read-lists.ts';
import { firstFew, soughtTallies } from './sought-cypher.ts';
import type { Upserts } from './upserts.ts';

/** `n0` to `n4` are the counts of the kind, in the order of `TALLY_COUNTS`; `key` is what the index takes of the `name`. */
const SAVE = `
  UNWIND $rows AS row
  MERGE (t:Tally {id: row.id})
  ON CREATE SET t.kind = row.kind, t.corpus = row.corpus, t.key = row.key, t.name = row.name, t.seq = row.seq,
    t.contradicting = row.contradicting, t.contradicted = row.contradicted, t.since = row.since, t.n0 = 0, t.n1 = 0, t.n2 = 0, t.n3 = 0, t.n4 = 0
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
  const named = { id, kind, corpus, key, name, ...opponentParams(kind, name) };
  return { ...named, seq, since: toDateTime(since), n0, n1, n2, n3, n4 };
}

export function tallyLists(connection: Neo4jConnection): ListReads['tallies'] {
  return {
    list: (selection, page) => listTallies(connection, selection, narrowedTallies(page, selection)),
    count: (selection, lookAt = MAX_LOOKED_AT) => countTallies(connection, selection, lookAt),
  };
}

async function listTallies(
  connection: Neo4jConnection,
  selection: TallySelection,
  page: ListPage<TallyOrder>,
): Promise<Listed<NameTally>> {
  const found = await foundBy(connection, selection);
  const { source, order, key } = along(selection, page, found);
  const lookAt = page.lookAt ?? MAX_LOOKED_AT;
  const params = { ...paramsOf(selection), ...boundsOf(page), lookAt };
  const looked = found === null ? `WITH t ORDER BY ${order} LIMIT $lookAt` : '';
  const rows = await connection.rows<Row>(
    `${source} ${looked} WITH t, null AS apart WHERE ${conditionOf(selection)} ${ROW} ORDER BY ${order} LIMIT $limit`,
    params,
  );
  const { kind, corpus } = selection;
  const tallies = rows.map(({ key, seq, since, numbers }) => {
    return { kind, corpus, key, seq, since: toInstant(since), counts: countsAt(kind, numbers) };
  });
  if (found !== null || rows.length === page.limit) return { rows: tallies, stoppedAt: null };
  const last = `${source} WITH t ORDER BY ${order} SKIP $lookAt - 1 LIMIT 1 RETURN ${key}`;
  const stoppedAt = (await connection.row<ListKey>(last, params)) ?? null;
  if (stoppedAt !== null) addLooks(lookAt);
  return { rows: tallies, stoppedAt };
}

const BY_KEY: ListPage<TallyOrder> = { by: 'key', descending: false, after: null, before: null, limit: 0 };

async function countTallies(
  connection: Neo4jConnection,
  selection: TallySelection,
  lookAt: number,
): Promise<RowCount> {
  const found = await foundBy(connection, selection);
  const { source, order } = along(selection, BY_KEY, found);
  const params = { ...paramsOf(selection), lookAt };
  const looked = found === null ? `WITH t ORDER BY ${order} LIMIT $lookAt` : '';
  const row = await connection.row<{ count: number }>(
    `${source} ${looked} WITH t, null AS apart WHERE ${conditionOf(selection)}
     WITH t LIMIT ${MAX_COUNTED + 1} RETURN count(t) AS count`,
    params,
  );
  const count = row?.count ?? 0;
  addLooks(count);
  if (count > MAX_COUNTED) return { count: MAX_COUNTED, isExact: false };
  if (found !== null) return { count, isExact: true };
  const more = `${source} WITH t ORDER BY ${order} SKIP $lookAt LIMIT 1 RETURN true AS more`;
  return { count, isExact: (await connection.row(more, params)) === undefined };
}

function paramsOf({ kind, corpus, view, closedLicences, among, filter }: TallySelection): BoltParams {
  return {
    ...tallyCondition(kind, filter).params,
    ...Object.assign({}, ...soughtTallies(filter).map(({ params }) => params)),
    ...{ kind, corpus, ...viewParams(view), closed: closedLicences, among: among?.map(indexable) ?? null },
  };
}

/** Left to itself, the planner goes through all tallies of the kind for each name. */
const AMONG = `
  UNWIND $among AS name
  MATCH (t:Tally {id: $kind + ' ' + $corpus + ' ' + name}) USING INDEX SEEK t:Tally(id)`;

/** What finds few tallies, of which the selection's are some; null: they are to be looked for. */
async function foundBy(
  connection: Neo4jConnection,
  { kind, corpus, filter, among }: TallySelection,
): Promise<string | null> {
  if (among !== null) return AMONG;
  return firstFew(connection, soughtTallies(filter), { kind, corpus });
}

interface Row {
  readonly key: string;
  readonly seq: number;
  readonly since: DateTime;
  readonly numbers: readonly number[];
}

const ROW = 'RETURN t.name AS key, t.seq AS seq, t.since AS since, [t.n0, t.n1, t.n2, t.n3, t.n4] AS numbers';

function conditionOf({ kind, filter }: TallySelection): string {
  const named = (property: string) => `EXISTS {
    MATCH (c:Claim) USING INDEX SEEK c:Claim(corpus, ${property})
    WHERE c.corpus = $corpus AND c.${property} = t.key AND EXISTS { ${SHOWN} }
  }`;
  const shown = kind === 'entity' ? `AND (${named('subject')} OR ${named('object')})` : '';
  return `t.seq <= $seq AND t.since <= $until AND ${tallyCondition(kind, filter).cypher} ${shown}`;
}

/**
 * Tallies of the kind between the bounds of a page: along the index of its order, or of those that were found. The planner joins the
 * conditions behind a `WITH` that adds nothing with those before.
 */
function along({ kind }: TallySelection, page: ListPage<TallyOrder>, found: string | null) {
  const { by, descending, after, before } = page;
  const value = by === 'key' || by === 'seq' ? by : `n${placeOfOrder(kind, by)}`;
  const [later, earlier, direction] = descending ? ['<', '>', 'DESC'] : ['>', '<', 'ASC'];
  // Not above any value of the property: an index is sought by a range of it.
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
  const nodes =
    found === null
      ? `MATCH (t:Tally) USING INDEX SEEK t:Tally(${properties.join(', ')}) WHERE`
      : `${found} WITH t WHERE`;
  const behind = ties.length === 0 ? '' : `WITH t, null AS apart WHERE ${ties.join(' AND ')}`;
  return {
    source: `${nodes} t.kind = $kind AND t.corpus = $corpus AND ${bounds.join(' AND ')} ${behind}`,
    order: properties.map((name) => `t.${name} ${direction}`).join(', '),
    // Names as they are: what a long one is indexed under would be taken for a name itself.
    key: `t.${value === 'key' ? 'name' : value} AS value, t.name AS id`,
  };
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

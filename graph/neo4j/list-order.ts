/** Pages of lists in Cypher: along the index of an order, as far as a page looks, and where it stopped. */
import { addLooks } from '../caller.ts';
import { MAX_COUNTED, MAX_LISTED, type RowCount } from '../store/lists.ts';
import type { Listed, ListKey, ListPage } from '../store/selection.ts';
import { type BoltParams, type DateTime, parseRecord, toDateTime, toInstant } from './bolt-values.ts';
import type { Neo4jConnection } from './connection.ts';

/** The planner joins the conditions behind a `WITH` that adds nothing with those of the `MATCH` before it. */
export const APART = 'WITH c, null AS apart';

/** Not above any value of the property that an order goes by. */
const LEAST = { seq: '-1', effectiveAt: "datetime('0000-01-01T00:00:00Z')", addr: "''", id: "''" } as const;

/** Nodes `c` in an order. */
export interface Along {
  /** The nodes between the bounds of a page, in no order. */
  readonly source: string;
  readonly order: string;
  /** A node's key. */
  readonly key: string;
}

interface Indexed {
  readonly label: 'Claim' | 'Artefact';
  readonly id: 'addr' | 'id';
  /** Properties that the index of the order begins with. */
  readonly leading: readonly string[];
  /** Conditions of these. */
  readonly where: string;
}

/** Of nodes in an order: how they are come by along its index. */
export function alongIndex({ label, id, leading, where }: Indexed, page: ListPage): Along {
  const { value, bounds, ties, direction } = boundsOf(page, id);
  const properties = [...leading, ...new Set([value, id])];
  // An index of an order is sought by a range of its value.
  const least = page.after === null ? [`c.${value} >= ${LEAST[value]}`] : [];
  const seek = [where, ...least, ...bounds, `c.${id} IS NOT NULL`].join(' AND ');
  return {
    source: `MATCH (c:${label}) USING INDEX SEEK c:${label}(${properties.join(', ')}) WHERE ${seek}
      ${ties.length === 0 ? '' : `${APART} WHERE ${ties.join(' AND ')}`}`,
    order: properties.map((name) => `c.${name} ${direction}`).join(', '),
    key: `c.${value} AS value, c.${id} AS id`,
  };
}

/** The same of the few nodes that `source` finds otherwise, to be sorted. */
export function alongFound(source: string, id: 'addr' | 'id', page: ListPage): Along {
  const { value, bounds, ties, direction } = boundsOf(page, id);
  const conditions = [...bounds, ...ties];
  return {
    source: `${source} ${conditions.length === 0 ? '' : `${APART} WHERE ${conditions.join(' AND ')}`}`,
    order: [...new Set([value, id])].map((name) => `c.${name} ${direction}`).join(', '),
    key: `c.${value} AS value, c.${id} AS id`,
  };
}

function boundsOf({ by, descending, after, before }: ListPage, id: 'addr' | 'id') {
  if (by === 'confidence') throw new RangeError('only claims by belief have an order of confidence');
  const value = ({ seq: 'seq', effective_at: 'effectiveAt', id } as const)[by];
  const [later, earlier, direction] = descending ? ['<', '>', 'DESC'] : ['>', '<', 'ASC'];
  const bounds = [
    after && `c.${value} ${later}= $afterValue`,
    before && `c.${value} ${earlier}= $beforeValue`,
  ].filter((one) => one !== null);
  // With these, which hold of rows of one value, the planner would make two seeks of one.
  const ties = [
    after && `NOT (c.${value} = $afterValue AND c.${id} ${earlier}= $afterId)`,
    before && `NOT (c.${value} = $beforeValue AND c.${id} ${later}= $beforeId)`,
  ].filter((one) => one !== null);
  return { value, bounds, ties, direction };
}

export interface KeyedRecord {
  readonly record: string;
  readonly value: string | number;
  readonly id: string;
}

/** Which nodes of an order match. */
export interface Read {
  readonly along: Along;
  /** Conditions of a node that is looked at. */
  readonly where: string;
  readonly params: BoltParams;
  /** Nodes that are looked at; null: all of the few that were found. */
  readonly lookAt: number | null;
}

/** One statement, and where a page is not full and was to look at some nodes only, one more that says where these end. */
export async function readPage(
  connection: Neo4jConnection,
  { along, where, params, lookAt }: Read,
  page: ListPage,
): Promise<Listed<KeyedRecord>> {
  const all = { ...params, ...pageParams(page), lookAt };
  const { source, order, key } = along;
  const looked = lookAt === null ? '' : `WITH c ORDER BY ${order} LIMIT $lookAt`;
  const found = await connection.rows<Omit<KeyedRecord, 'value'> & { readonly value: Value }>(
    `${source} ${looked} ${APART} WHERE ${where}
     RETURN c.record AS record, ${key} ORDER BY ${order} LIMIT $limit`,
    all,
  );
  const rows = found.map((row) => ({ ...row, value: toKey(row.value) }));
  if (lookAt === null || rows.length === page.limit) return { rows, stoppedAt: null };
  const last = await connection.row<{ readonly value: Value; readonly id: string }>(
    `${source} WITH c ORDER BY ${order} SKIP $lookAt - 1 LIMIT 1 RETURN ${key}`,
    all,
  );
  if (last !== undefined) addLooks(lookAt);
  return { rows, stoppedAt: last === undefined ? null : { ...last, value: toKey(last.value) } };
}

export function recordsOf<T>({ rows, stoppedAt }: Listed<KeyedRecord>): Listed<T> {
  return { rows: rows.map(({ record }) => parseRecord<T>(record)), stoppedAt };
}

type Value = string | number | DateTime;

function toKey(value: Value): ListKey['value'] {
  return typeof value === 'object' ? toInstant(value) : value;
}

function pageParams({ by, after, before, limit }: ListPage): BoltParams {
  const keyed = ({ value }: ListKey) => (by === 'effective_at' ? toDateTime(String(value)) : value);
  if (limit > MAX_LISTED) throw new RangeError(`at most ${MAX_LISTED} rows, not ${limit}`);
  return {
    limit,
    ...(after !== null && { afterValue: keyed(after), afterId: after.id }),
    ...(before !== null && { beforeValue: keyed(before), beforeId: before.id }),
  };
}

/** The first nodes that `along` comes by; of few that were found all. */
export function lookedAt({ source, order }: Along, lookAt: number | null): string {
  return `${source} ${lookAt === null ? '' : `WITH c ORDER BY ${order} LIMIT $lookAt`}`;
}

export async function countOf(connection: Neo4jConnection, read: Read): Promise<RowCount> {
  const { along, where, params, lookAt } = read;
  const row = await connection.row<{ total: number }>(
    `${lookedAt(along, lookAt)} ${APART} WHERE ${where} WITH c LIMIT ${MAX_COUNTED + 1} RETURN count(c) AS total`,
    { ...params, lookAt },
  );
  const total = row?.total ?? 0;
  addLooks(total);
  if (total > MAX_COUNTED) return { count: MAX_COUNTED, isExact: false };
  return { count: total, isExact: !(await isCut(connection, read)) };
}

/** Whether there are more nodes than are looked at. */
export async function isCut(connection: Neo4jConnection, { along, params, lookAt }: Read): Promise<boolean> {
  if (lookAt === null) return false;
  const { source, order } = along;
  const cypher = `${source} WITH c ORDER BY ${order} SKIP $lookAt LIMIT 1 RETURN true AS more`;
  const isMore = (await connection.row<{ more: boolean }>(cypher, { ...params, lookAt })) !== undefined;
  if (isMore) addLooks(lookAt);
  return isMore;
}

export function groupsOf(key: string): string {
  return `RETURN ${key} AS key, count(*) AS count ORDER BY count DESC, key LIMIT ${MAX_LISTED}`;
}

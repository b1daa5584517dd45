/** Counts and groups over the parts of a list. */
import { addLooks } from '../caller.ts';
import { type Group, MAX_COUNTED, MAX_LISTED, type RowCount } from '../store/lists.ts';
import type { Connection } from './connection.ts';
import type { Part } from './slices.ts';

export async function countOf(connection: Connection, parts: AsyncIterable<Part>): Promise<RowCount> {
  let count = 0;
  let isExact = true;
  for await (const { where, params, isCut } of parts) {
    const sql = `SELECT count(*) FROM (SELECT 1 ${where} LIMIT @most)`;
    const passing = Number(connection.value(sql, { ...params, most: MAX_COUNTED + 1 - count }));
    addLooks(passing);
    count += passing;
    if (count > MAX_COUNTED) return { count: MAX_COUNTED, isExact: false };
    if (isCut) isExact = false;
  }
  return { count, isExact };
}

interface Grouping {
  /** Columns of what matches. */
  readonly columns: string;
  /** Of `matching`: each key beside the ids that have it. */
  readonly keyed: string;
}

/** Of the first `MAX_COUNTED` that match. An id stands in one part. */
export async function groupsOf(
  connection: Connection,
  parts: AsyncIterable<Part>,
  { columns, keyed }: Grouping,
): Promise<Group[]> {
  const groups = new Map<string, number>();
  let matched = 0;
  for await (const { where, params } of parts) {
    const sql = `
      WITH matching AS MATERIALIZED (SELECT ${columns} ${where} LIMIT @most)
      SELECT NULL AS key, count(*) AS count FROM matching
      UNION ALL SELECT key, count(DISTINCT id) FROM (${keyed}) GROUP BY key`;
    const most = MAX_COUNTED - matched;
    for (const { key, count } of connection.rows<GroupRow>(sql, { ...params, most })) {
      if (key === null) {
        addLooks(count);
        matched += count;
      } else groups.set(key, (groups.get(key) ?? 0) + count);
    }
    if (matched === MAX_COUNTED) break;
  }
  return [...groups]
    .map(([key, count]) => ({ key, count }))
    .sort((a, b) => b.count - a.count || Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
    .slice(0, MAX_LISTED);
}

/** A group; without a key all that match. */
interface GroupRow {
  readonly key: string | null;
  readonly count: number;
}

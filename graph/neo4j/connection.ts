/** Reads as the port wants them, over statements that run alone or inside one transaction. */
import { addLooks } from '../caller.ts';
import type { Counted } from '../store/rows.ts';
import { type BoltParams, type BoltValue, parseRecord } from './bolt-values.ts';

/** Runs one statement to its end and gives its rows, keyed by the names that the statement returns. */
export type RunCypher = (cypher: string, params: BoltParams) => Promise<Record<string, unknown>[]>;

interface Recorded {
  /** Null on a node that so far is only named by a relation. */
  readonly record: string | null;
}
interface RecordedAt extends Recorded {
  /** Position of the key among the keys asked for. */
  readonly i: number;
}

export class Neo4jConnection {
  readonly #run: RunCypher;

  constructor(run: RunCypher) {
    this.#run = run;
  }

  async run(cypher: string, params: BoltParams = {}): Promise<void> {
    await this.#run(cypher, params);
  }

  /** The statement names the members of R. */
  async rows<R>(cypher: string, params: BoltParams = {}): Promise<R[]> {
    // What `save.ts` wrote under these names has these types.
    const rows = (await this.#run(cypher, params)) as R[];
    addLooks(rows.length);
    return rows;
  }

  async row<R>(cypher: string, params: BoltParams = {}): Promise<R | undefined> {
    const [first] = await this.rows<R>(cypher, params);
    return first;
  }

  /** The record of the first row; the statement returns `record`. */
  async record<T>(cypher: string, params: BoltParams = {}): Promise<T | null> {
    const [first] = await this.records<T>(cypher, params);
    return first ?? null;
  }

  /** The records of all rows; the statement returns `record`. */
  async records<T>(cypher: string, params: BoltParams = {}): Promise<T[]> {
    return recordsOf<T>(await this.rows<Recorded>(cypher, params));
  }

  /** The records of all rows beside the `total` of each, which is how many there are without the statement's limit. */
  async counted<T>(cypher: string, params: BoltParams): Promise<Counted<T>> {
    const rows = await this.rows<Recorded & { readonly total: number }>(cypher, params);
    return { first: recordsOf<T>(rows), total: rows[0]?.total ?? 0 };
  }

  /** One record per key, null where there is none; see `perKey` for the statement. */
  async recordPerKey<T>(cypher: string, keys: readonly BoltValue[]): Promise<(T | null)[]> {
    const lists = await this.recordsPerKey<T>(cypher, keys);
    return lists.map(([first]) => first ?? null);
  }

  /** The records per key, in the statement's order; see `perKey` for the statement. */
  async recordsPerKey<T>(
    cypher: string,
    keys: readonly BoltValue[],
    params: BoltParams = {},
  ): Promise<T[][]> {
    const lists = await this.rowsPerKey<RecordedAt>(cypher, keys, params);
    return lists.map((rows) => recordsOf<T>(rows));
  }

  /** The rows per key, in the statement's order; see `perKey` for the statement. */
  async rowsPerKey<R extends { readonly i: number }>(
    cypher: string,
    keys: readonly BoltValue[],
    params: BoltParams = {},
  ): Promise<R[][]> {
    const lists = keys.map((): R[] => []);
    if (keys.length === 0) return lists;
    for (const row of await this.rows<R>(cypher, { ...params, keys })) lists[row.i]?.push(row);
    return lists;
  }
}

/** A statement for many keys at once: `body` sees one `key` and its position `i`, and returns `i`. */
export function perKey(body: string): string {
  return `UNWIND range(0, size($keys) - 1) AS i WITH i, $keys[i] AS key ${body}`;
}

/** A list for each of some queries, one statement after another. */
export async function eachOf<Q, T>(queries: readonly Q[], read: (query: Q) => Promise<T[]>): Promise<T[][]> {
  const lists: T[][] = [];
  for (const query of queries) lists.push(await read(query));
  return lists;
}

function recordsOf<T>(rows: readonly Recorded[]): T[] {
  return rows.flatMap(({ record }) => (record === null ? [] : [parseRecord<T>(record)]));
}

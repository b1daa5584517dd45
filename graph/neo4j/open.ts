/**
 * The GraphStore port on a Neo4j server, Community or larger, which several processes share.
 *
 * The log's head is a node whose lock makes one order of all transactions; everything else hangs on it.
 */
import { forEverybody, throwIfLeft } from '../caller.ts';
import { substituted } from '../store/by-kind.ts';
import type { GraphStore } from '../store/store.ts';
import { beat } from './beats.ts';
import { Neo4jCommitWatch } from './commit-watch.ts';
import type { Neo4jConnection } from './connection.ts';
import type { Neo4jOptions } from './driver.ts';
import { Neo4jLink } from './link.ts';
import { readerOf } from './reader.ts';
import { migrate } from './schema.ts';
import { SettledReads } from './settled-reads.ts';
import { TextIndexes } from './text-index.ts';
import { Neo4jWriter } from './writer.ts';

/**
 * Opens the store and makes its schema where it is missing.
 * Throws `StoreUnavailable` (also when the server refuses the account), `StoreCorrupted` or `SchemaTooNew`.
 */
export async function openNeo4j(options: Neo4jOptions): Promise<GraphStore> {
  const link = new Neo4jLink(options);
  try {
    await migrate(link);
    return storeOver(link);
  } catch (error) {
    await link.close();
    throw error;
  }
}

function storeOver(link: Neo4jLink): GraphStore {
  const indexes = new TextIndexes(link);
  const readerOver = (connection: Neo4jConnection) => readerOf(connection, indexes);
  const settled = new SettledReads(link, readerOver);
  const watch = new Neo4jCommitWatch(settled);
  const writer = new Neo4jWriter(link, indexes, settled, (size) => watch.notify(size));
  const corporaOf = (names: readonly string[]) =>
    settled.readOnce(`corpora ${JSON.stringify(names)}`, (reader) => reader.records('corpora', names));
  const reads = substituted(readerOf(link.reads, indexes, corporaOf), { records: { corpora: corporaOf } });
  return {
    ...reads,
    head: () => settled.readOnce('head', (reader) => reader.head()),
    corpora: () => settled.readOnce('corpora', (reader) => reader.corpora()),
    capabilities: { engine: 'neo4j', textRanker: 'lucene-bm25/1' },
    transact: (work) => forEverybody(() => writer.transact(work)),
    moveBeliefs: (work) => forEverybody(() => writer.moveBeliefs(work)),
    writeRefusal: async () => {
      throwIfLeft();
      return forEverybody(() => writer.refusal());
    },
    beat: (name, value) => forEverybody(() => beat(link, name, value)),
    // Community offers no word for it: freed records and transaction logs go as the server's own settings say.
    purge: async () => undefined,
    // Neo4j counts nobody's writes: `adduce rebuild --check` compares what it holds.
    foreignWrites: async () => [],
    onCommit: (listener) => forEverybody(() => watch.add(listener)),
    [Symbol.asyncDispose]: async () => {
      watch.stop();
      await writer.drained();
      await link.close();
    },
  };
}

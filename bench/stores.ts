/** Empty stores to measure on. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import neo4j from 'neo4j-driver';
import { Connection } from '../graph/embedded/connection.ts';
import { embeddedFile, openEmbedded } from '../graph/embedded/open.ts';
import { openNeo4j } from '../graph/neo4j/open.ts';
import type { GraphStore } from '../graph/store/store.ts';
import { emptyServer } from '../test/graph/neo4j/empty-server.ts';
import type { Neo4jServer } from '../test/setup/engine.ts';
import type { ServerMeter } from './sample.ts';

/** A kind of store that this run can measure on. */
export interface StoreKind {
  readonly name: 'embedded' | 'Neo4j';
  /** An empty store; disposing closes it and removes what it left on this machine. */
  open(): Promise<OpenedStore>;
}

export interface OpenedStore extends AsyncDisposable {
  readonly store: GraphStore;
  /** Null for the embedded store, which works in this process. */
  readonly meter: ServerMeter | null;
  /** The same store opened once more, with caches of its own. */
  again(): Promise<GraphStore>;
  /** Of the store's files; null where they lie with a server. */
  bytes(): Promise<number | null>;
}

export const EMBEDDED: StoreKind = { name: 'embedded', open: () => openEmptyEmbedded(0) };

/**
 * The embedded store as a server opens it.
 * @param folder where it lies, empty or not, and stays; null: in an empty one that is removed
 */
export function servedEmbedded(readerThreads: number, folder: string | null = null): StoreKind {
  return {
    name: 'embedded',
    open: () => (folder === null ? openEmptyEmbedded(readerThreads) : openEmbeddedIn(folder, readerThreads)),
  };
}

/** The embedded store, and the server of `NEO4J_TEST_URL` where that is set. The server is emptied. */
export function storeKinds(): readonly StoreKind[] {
  const { NEO4J_TEST_URL: url = '', NEO4J_TEST_USER: user, NEO4J_TEST_PASSWORD: password } = process.env;
  if (url === '') return [EMBEDDED];
  const server = { url, user: user ?? 'neo4j', password: password ?? '' };
  return [EMBEDDED, { name: 'Neo4j', open: () => openEmptyNeo4j(server) }];
}

async function openEmptyEmbedded(readerThreads: number): Promise<OpenedStore> {
  await using undo = new AsyncDisposableStack();
  const path = await mkdtemp(join(tmpdir(), 'adduce-bench-'));
  undo.defer(() => rm(path, { recursive: true, force: true }));
  const inFolder = undo.use(await openEmbeddedIn(path, readerThreads));
  return opened(inFolder, undo);
}

async function openEmbeddedIn(path: string, readerThreads: number): Promise<OpenedStore> {
  await using undo = new AsyncDisposableStack();
  const again = () => openEmbedded({ path, readerThreads });
  const store = undo.use(await again());
  return opened({ store, again, meter: null, bytes: () => bytesIn(path) }, undo);
}

async function openEmptyNeo4j(server: Neo4jServer): Promise<OpenedStore> {
  await using undo = new AsyncDisposableStack();
  await emptyServer(server);
  const driver = undo.use(neo4j.driver(server.url, neo4j.auth.basic(server.user, server.password)));
  const again = () => openNeo4j(server);
  const store = undo.use(await again());
  return opened({ store, again, meter: () => serverCpu(driver), bytes: async () => null }, undo);
}

function opened(store: Omit<OpenedStore, keyof AsyncDisposable>, undo: AsyncDisposableStack): OpenedStore {
  const resources = undo.move();
  return { ...store, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/**
 * Of the database once its write-ahead log is in it: cut by the library that the store is open with, since another one would drop the
 * locks of this process when it closes the file.
 */
async function bytesIn(folder: string): Promise<number> {
  const file = await embeddedFile(folder);
  const db = new Connection(file, 0);
  try {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
  return (await stat(file)).size;
}

const NANOSECONDS_PER_MS = 1e6;

/** What the server's process has used since it started: its own Java says. */
async function serverCpu(driver: neo4j.Driver): Promise<number> {
  const query =
    "CALL dbms.queryJmx('java.lang:type=OperatingSystem') YIELD attributes RETURN attributes.ProcessCpuTime.value AS ns";
  const { records } = await driver.executeQuery(query);
  return Number(records[0]?.get('ns')) / NANOSECONDS_PER_MS;
}

/** Stores of a log in PostgreSQL and a graph store that follows it, empty at first. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import { openPostgres } from '../../../graph/postgres/open.ts';
import { openSharedLog } from '../../../graph/shared-log/open.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import type { Neo4jServer, PostgresServer } from '../../setup/engine.ts';
import { writeEmptyStore } from '../embedded/write-empty-store.ts';
import { clearServer } from '../neo4j/empty-server.ts';
import { newSchema, type TestSchema } from '../postgres/empty-schema.ts';

/** A test's log, and the folder of the graph store of one gateway. */
export interface SharedPlace extends AsyncDisposable {
  readonly schema: TestSchema;
  readonly path: string;
}

export async function newPlace(server: PostgresServer): Promise<SharedPlace> {
  const schema = newSchema(server);
  const path = await mkdtemp(join(tmpdir(), 'adduce-shared-'));
  await writeEmptyStore(path);
  return {
    schema,
    path,
    [Symbol.asyncDispose]: async () => {
      await schema.drop();
      await rm(path, { recursive: true });
    },
  };
}

/** A gateway's store with a graph store of its own. @param path of that, the place's by default */
export async function openAt({ schema, path: own }: SharedPlace, path = own): Promise<GraphStore> {
  return openSharedLog(await openPostgres(schema), await openEmbedded({ path }), {
    ...{ place: 'postgres://test', isShared: false, keepsEntries: true },
  });
}

export async function openEmptyShared(server: PostgresServer): Promise<OpenedStore> {
  const place = await newPlace(server);
  return reopened(
    () => openAt(place),
    async () => place[Symbol.asyncDispose](),
  );
}

export async function openEmptySharedNeo4j(
  postgres: PostgresServer,
  neo4j: Neo4jServer,
): Promise<OpenedStore> {
  await clearServer(neo4j);
  const schema = newSchema(postgres);
  const open = async () =>
    openSharedLog(await openPostgres(schema), await openNeo4j(neo4j), {
      ...{ place: 'postgres://test', isShared: true, keepsEntries: false },
      // The server plans each statement anew, on a machine that many share: what a wait is worth is tested elsewhere.
      waitMs: 60_000,
    });
  return reopened(open, () => schema.drop());
}

async function reopened(open: () => Promise<GraphStore>, remove: () => Promise<void>): Promise<OpenedStore> {
  let store = await open();
  const close = () => store[Symbol.asyncDispose]();
  return {
    store,
    reopen: async () => {
      await close();
      store = await open();
      return store;
    },
    dispose: async () => {
      await close();
      await remove();
    },
  };
}

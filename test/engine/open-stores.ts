/** Empty stores for suites that run on every adapter. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../graph/embedded/open.ts';
import { openNeo4j } from '../../graph/neo4j/open.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import type { OpenedStore } from '../conformance/graph-store/harness.ts';
import { writeEmptyStore } from '../graph/embedded/write-empty-store.ts';
import { clearServer } from '../graph/neo4j/empty-server.ts';
import type { Neo4jServer } from '../setup/engine.ts';

export async function openEmptyEmbedded(): Promise<OpenedStore> {
  const path = await mkdtemp(join(tmpdir(), 'adduce-engine-'));
  await writeEmptyStore(path);
  return opened(
    () => openEmbedded({ path }),
    () => rm(path, { recursive: true }),
  );
}

export async function openEmptyNeo4j(server: Neo4jServer): Promise<OpenedStore> {
  await clearServer(server);
  return opened(
    () => openNeo4j(server),
    async () => undefined,
  );
}

async function opened(open: () => Promise<GraphStore>, remove: () => Promise<void>): Promise<OpenedStore> {
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

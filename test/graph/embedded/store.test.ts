import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import { describeGraphStore } from '../../conformance/graph-store.ts';
import { writeEmptyStore } from './write-empty-store.ts';

describeGraphStore('embedded', () => opened(0), { hasMany: true });
describeGraphStore('embedded, with reader threads', () => opened(2), { hasMany: true });

async function opened(readerThreads: number): Promise<OpenedStore> {
  const path = await mkdtemp(join(tmpdir(), 'adduce-graph-'));
  await writeEmptyStore(path);
  let store = await openEmbedded({ path, readerThreads });
  return {
    store,
    reopen: async () => {
      await store[Symbol.asyncDispose]();
      store = await openEmbedded({ path, readerThreads });
      return store;
    },
    dispose: async () => {
      await store[Symbol.asyncDispose]();
      await rm(path, { recursive: true });
    },
  };
}

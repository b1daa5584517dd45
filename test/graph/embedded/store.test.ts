import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import { describeGraphStore } from '../../conformance/graph-store.ts';

describeGraphStore('embedded', async () => {
  const path = await mkdtemp(join(tmpdir(), 'adduce-graph-'));
  let store = await openEmbedded({ path });
  return {
    store,
    reopen: async () => {
      await store[Symbol.asyncDispose]();
      store = await openEmbedded({ path });
      return store;
    },
    dispose: async () => {
      await store[Symbol.asyncDispose]();
      await rm(path, { recursive: true });
    },
  };
});

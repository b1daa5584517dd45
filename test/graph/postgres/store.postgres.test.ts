import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import { describeBeliefLists } from '../../conformance/belief-lists.ts';
import { describeGraphStore } from '../../conformance/graph-store.ts';
import { describePostgres } from '../../setup/describe-engine.ts';
import { writeEmptyStore } from '../embedded/write-empty-store.ts';
import { openPaired } from './paired-store.ts';

describePostgres('the PostgreSQL store', (server) => {
  const open = async () => {
    const path = await mkdtemp(join(tmpdir(), 'adduce-paired-'));
    await writeEmptyStore(path);
    return openPaired(
      server(),
      () => openEmbedded({ path }),
      () => rm(path, { recursive: true }),
    );
  };
  describeGraphStore('postgres, with an embedded graph,', open, { hasMany: true });
  describeBeliefLists('postgres, with an embedded graph', open);
});

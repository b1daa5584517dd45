/** What engines do on a log in PostgreSQL that an embedded store follows. */
import { describeBeliefProjection } from '../../conformance/belief-projection.ts';
import { describeCopyLog } from '../../conformance/copy-log.ts';
import { describeIngestLock } from '../../conformance/ingest-lock.ts';
import { describeMainJob } from '../../conformance/main-job.ts';
import { describeRebuild } from '../../conformance/rebuild.ts';
import { openEmptyEmbedded } from '../../engine/open-stores.ts';
import { describePostgres } from '../../setup/describe-engine.ts';
import { openEmptyShared } from './open-shared.ts';

describePostgres('with a shared log', (server) => {
  const open = () => openEmptyShared(server());
  describeMainJob('a shared log', open);
  describeBeliefProjection('a shared log', open);
  describeIngestLock('a shared log', open);
  describeRebuild('the embedded store into a shared log', openEmptyEmbedded, open);
  describeCopyLog('a shared log into the embedded store', open, openEmptyEmbedded);
});

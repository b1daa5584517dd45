/** A log in PostgreSQL and a graph in Neo4j that follows it: what engines do on it. The port's contract: each half has its own suite. */
import { describeBeliefProjection } from '../../conformance/belief-projection.ts';
import { describeMainJob } from '../../conformance/main-job.ts';
import { describeRebuild } from '../../conformance/rebuild.ts';
import { openEmptyEmbedded } from '../../engine/open-stores.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { ownPostgres } from '../../setup/own-postgres.ts';
import { openEmptySharedNeo4j } from './open-shared.ts';

describeNeo4j('a shared log with a graph in Neo4j', (server) => {
  const own = ownPostgres();
  const open = () => openEmptySharedNeo4j(own().server, server());
  describeMainJob('a shared log and Neo4j', open);
  describeBeliefProjection('a shared log and Neo4j', open);
  describeRebuild('the embedded store into a shared log and Neo4j', openEmptyEmbedded, open);
});

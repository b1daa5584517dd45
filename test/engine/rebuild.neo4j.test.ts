import { describeCopyLog } from '../conformance/copy-log.ts';
import { describeRebuild } from '../conformance/rebuild.ts';
import { describeNeo4j } from '../setup/describe-engine.ts';
import { openEmptyEmbedded, openEmptyNeo4j } from './open-stores.ts';

describeNeo4j('with Neo4j', (server) => {
  const openNeo4j = () => openEmptyNeo4j(server());
  describeRebuild('the embedded store into Neo4j', openEmptyEmbedded, openNeo4j);
  describeRebuild('Neo4j into the embedded store', openNeo4j, openEmptyEmbedded);
  describeCopyLog('the embedded store into Neo4j', openEmptyEmbedded, openNeo4j);
  describeCopyLog('Neo4j into the embedded store', openNeo4j, openEmptyEmbedded);
});

import { describeDamage } from '../../conformance/damage.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { openEmptyEmbedded, openEmptyNeo4j } from '../open-stores.ts';

describeNeo4j('Neo4j', (server) => {
  describeDamage('Neo4j', () => openEmptyNeo4j(server()), openEmptyEmbedded);
});

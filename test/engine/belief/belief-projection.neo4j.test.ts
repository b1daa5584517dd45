import { describeBeliefProjection } from '../../conformance/belief-projection.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { openEmptyNeo4j } from '../open-stores.ts';

describeNeo4j('Neo4j', (server) => {
  describeBeliefProjection('Neo4j', () => openEmptyNeo4j(server()));
});

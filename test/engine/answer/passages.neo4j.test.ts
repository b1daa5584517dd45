import { describePassages } from '../../conformance/passages.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { openEmptyNeo4j } from '../open-stores.ts';

describeNeo4j('Neo4j', (server) => {
  describePassages('Neo4j', () => openEmptyNeo4j(server()));
});

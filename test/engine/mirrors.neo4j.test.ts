import { describeMirrors } from '../conformance/mirrors.ts';
import { describeNeo4j } from '../setup/describe-engine.ts';
import { openEmptyNeo4j } from './open-stores.ts';

describeNeo4j('Neo4j', (server) => {
  describeMirrors('Neo4j', () => openEmptyNeo4j(server()));
});

import { describeGraphqlAsOf } from '../../conformance/graphql-as-of.ts';
import { describeGraphqlAsOfKnowledge } from '../../conformance/graphql-as-of-knowledge.ts';
import { openEmptyNeo4j } from '../../engine/open-stores.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';

describeNeo4j('Neo4j', (server) => {
  describeGraphqlAsOf('Neo4j', () => openEmptyNeo4j(server()));
  describeGraphqlAsOfKnowledge('Neo4j', () => openEmptyNeo4j(server()));
});

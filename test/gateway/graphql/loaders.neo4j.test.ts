import { describeGraphqlLoaders } from '../../conformance/graphql-loaders.ts';
import { openEmptyNeo4j } from '../../engine/open-stores.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';

describeNeo4j('Neo4j', (server) => {
  describeGraphqlLoaders('Neo4j', () => openEmptyNeo4j(server()));
});

import { describeGraphqlExport } from '../../../conformance/graphql-export.ts';
import { openEmptyNeo4j } from '../../../engine/open-stores.ts';
import { describeNeo4j } from '../../../setup/describe-engine.ts';

describeNeo4j('Neo4j', (server) => {
  describeGraphqlExport('Neo4j', () => openEmptyNeo4j(server()));
});

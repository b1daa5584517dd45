import { describeGraphqlExport } from '../../../conformance/graphql-export.ts';
import { describeGraphqlNameExport } from '../../../conformance/graphql-export-names.ts';
import { openEmptyNeo4j } from '../../../engine/open-stores.ts';
import { describeNeo4j } from '../../../setup/describe-engine.ts';

describeNeo4j('Neo4j', (server) => {
  describeGraphqlExport('Neo4j', () => openEmptyNeo4j(server()));
  describeGraphqlNameExport('Neo4j', () => openEmptyNeo4j(server()));
});

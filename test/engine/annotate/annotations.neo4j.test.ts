import { describeNeo4j } from '../../setup/describe-engine.ts';
import { openEmptyNeo4j } from '../open-stores.ts';
import { describeAnnotations } from './annotations.ts';

describeNeo4j('Neo4j', (server) => {
  describeAnnotations('Neo4j', () => openEmptyNeo4j(server()));
});

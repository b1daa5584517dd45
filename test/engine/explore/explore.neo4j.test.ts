import { describeBeliefLists } from '../../conformance/belief-lists.ts';
import { describeExplore } from '../../conformance/explore.ts';
import { describeSupersessionChain } from '../../conformance/supersession-chain.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { openEmptyNeo4j } from '../open-stores.ts';

describeNeo4j('Neo4j', (server) => {
  describeExplore('Neo4j', () => openEmptyNeo4j(server()));
  describeBeliefLists('Neo4j', () => openEmptyNeo4j(server()));
  describeSupersessionChain('Neo4j', () => openEmptyNeo4j(server()));
});

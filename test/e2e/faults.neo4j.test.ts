import { describeNeo4j } from '../setup/describe-engine.ts';
import { describeFaults } from './faults.ts';
import { neo4jStore } from './neo4j-store.ts';

describeNeo4j('services on Neo4j under faults', (server) => describeFaults(neo4jStore(server)));

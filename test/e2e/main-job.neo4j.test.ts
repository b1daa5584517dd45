import { describeNeo4j } from '../setup/describe-engine.ts';
import { describeMainJob } from './main-job.ts';
import { neo4jStore } from './neo4j-store.ts';

describeNeo4j('the service on Neo4j', (server) => describeMainJob(neo4jStore(server)));

import { describeNeo4j } from '../setup/describe-engine.ts';
import { ownPostgres } from '../setup/own-postgres.ts';
import { describeGatewayFaults } from './gateway-faults.ts';
import { neo4jStore } from './neo4j-store.ts';
import { postgresStore } from './postgres-store.ts';
import { describeTwoServices } from './two-services.ts';

describeNeo4j('services on a log in PostgreSQL and a graph in Neo4j', (server) => {
  const own = ownPostgres();
  const kind = postgresStore(() => own().server, neo4jStore(server));
  describeTwoServices(kind);
  describeGatewayFaults(kind, own);
});

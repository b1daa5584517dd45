import { describeNeo4j } from '../setup/describe-engine.ts';
import { ownPostgres } from '../setup/own-postgres.ts';
import { neo4jStore } from './neo4j-store.ts';
import { postgresStore } from './postgres-store.ts';
import { describeTakeover } from './rolling-upgrade.ts';

describeNeo4j('gateways of two versions on Neo4j', (server) => {
  const own = ownPostgres();
  describeTakeover(neo4jStore(server), 'neo4j', 'refused');
  describeTakeover(
    postgresStore(() => own().server, neo4jStore(server)),
    'neo4j',
    'taken',
  );
});

import { describePostgres } from '../setup/describe-engine.ts';
import { describeFaults } from './faults.ts';
import { postgresStore } from './postgres-store.ts';

describePostgres('services on a log in PostgreSQL under faults', (server) =>
  describeFaults(postgresStore(server)),
);

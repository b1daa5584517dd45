import { describePostgres } from '../setup/describe-engine.ts';
import { describeMainJob } from './main-job.ts';
import { postgresStore } from './postgres-store.ts';

describePostgres('the service on a log in PostgreSQL', (server) => describeMainJob(postgresStore(server)));

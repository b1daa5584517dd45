import { describePostgres } from '../setup/describe-engine.ts';
import { ownPostgres } from '../setup/own-postgres.ts';
import { describeGatewayFaults } from './gateway-faults.ts';
import { postgresStore } from './postgres-store.ts';

describePostgres('gateways on a log in PostgreSQL', () => {
  const own = ownPostgres();
  describeGatewayFaults(
    postgresStore(() => own().server),
    own,
  );
});

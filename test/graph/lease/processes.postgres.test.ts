import { onTestFinished } from 'vitest';
import { openPostgres } from '../../../graph/postgres/open.ts';
import { describeLeaseProcesses } from '../../conformance/lease-processes.ts';
import { describePostgres } from '../../setup/describe-engine.ts';
import { newSchema } from '../postgres/empty-schema.ts';

describePostgres('processes with a lease on PostgreSQL', (server) => {
  describeLeaseProcesses(async () => {
    const schema = newSchema(server());
    const store = await openPostgres(schema);
    onTestFinished(async () => {
      await store[Symbol.asyncDispose]();
      await schema.drop();
    });
    return { args: ['postgres', schema.url, schema.schema], store };
  });
});

import { onTestFinished } from 'vitest';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import { describeLeaseProcesses } from '../../conformance/lease-processes.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { emptyServer } from '../neo4j/empty-server.ts';

describeNeo4j('processes with a lease on Neo4j', (server) => {
  describeLeaseProcesses(async () => {
    await emptyServer(server());
    const store = await openNeo4j(server());
    onTestFinished(() => store[Symbol.asyncDispose]());
    const { url, user, password } = server();
    return { args: ['neo4j', url, user, password], store };
  });
});

import { openNeo4j } from '../../../graph/neo4j/open.ts';
import { describeGraphStore } from '../../conformance/graph-store.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { clearServer } from './empty-server.ts';

describeNeo4j('the Neo4j store', (server) => {
  describeGraphStore('neo4j', async () => {
    await clearServer(server());
    let store = await openNeo4j(server());
    return {
      store,
      reopen: async () => {
        await store[Symbol.asyncDispose]();
        store = await openNeo4j(server());
        return store;
      },
      dispose: async () => {
        await store[Symbol.asyncDispose]();
      },
    };
  });
});

import neo4j from 'neo4j-driver';
import { emptyServer } from '../graph/neo4j/empty-server.ts';
import type { Neo4jServer } from '../setup/engine.ts';
import { oneByteChanged, type StoreKind } from './deployment.ts';

/** The run's server: one deployment at a time, each on an emptied store. */
export function neo4jStore(server: () => Neo4jServer): StoreKind {
  return {
    name: 'Neo4j',
    locate: () => {
      const { url, user, password } = server();
      return { ADDUCE_GRAPH: url, ADDUCE_GRAPH_USER: user, ADDUCE_GRAPH_PASSWORD: password };
    },
    empty: () => emptyServer(server()),
    damageBlob: async (_, hash) => {
      const { url, user, password } = server();
      await using driver = neo4j.driver(url, neo4j.auth.basic(user, password));
      const node = 'MATCH (b:Blob {hash: $hash})';
      const { records } = await driver.executeQuery(`${node} RETURN b.base64 AS base64`, { hash });
      const bytes = oneByteChanged(Buffer.from(String(records[0]?.get('base64')), 'base64'));
      await driver.executeQuery(`${node} SET b.base64 = $base64`, {
        hash,
        base64: Buffer.from(bytes).toString('base64'),
      });
    },
  };
}

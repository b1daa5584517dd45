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
      const query = 'MATCH (b:Blob {hash: $hash}) RETURN b.bytes AS bytes';
      const { records } = await driver.executeQuery(query, { hash });
      const bytes = Int8Array.from(oneByteChanged(asBytes(records[0]?.get('bytes'))));
      await driver.executeQuery('MATCH (b:Blob {hash: $hash}) SET b.bytes = $bytes', { hash, bytes });
    },
  };
}

/** The driver's bytes are signed. */
function asBytes(bytes: unknown): unknown {
  return bytes instanceof Int8Array ? Uint8Array.from(bytes) : bytes;
}

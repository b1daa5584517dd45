/**
 * A composed store for the suite of the port, which saves rows that no entry makes: what a transaction saves is saved to the graph
 * store when it has committed, where the follower would project it from the log.
 */
import { openPostgres } from '../../../graph/postgres/open.ts';
import type { Projection } from '../../../graph/shared-log/follower.ts';
import type { SharedLog } from '../../../graph/shared-log/shared-log.ts';
import { sharedLogStore } from '../../../graph/shared-log/store.ts';
import type { GraphStore, GraphTransaction } from '../../../graph/store/store.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import type { PostgresServer } from '../../setup/engine.ts';
import { newSchema } from './empty-schema.ts';

/** @param openGraph opens the graph store of the test, again after it was closed */
export async function openPaired(
  server: PostgresServer,
  openGraph: () => Promise<GraphStore>,
  dispose: () => Promise<void>,
): Promise<OpenedStore> {
  const schema = newSchema(server);
  const open = async () => pair(await openPostgres(schema), await openGraph());
  let store = await open();
  return {
    store,
    reopen: async () => {
      await store[Symbol.asyncDispose]();
      store = await open();
      return store;
    },
    dispose: async () => {
      await store[Symbol.asyncDispose]();
      await schema.drop();
      await dispose();
    },
  };
}

type Save = (tx: GraphTransaction) => Promise<void>;

function pair(log: SharedLog, graph: GraphStore): GraphStore {
  let size = 0;
  const projection: Projection = {
    get size() {
      return size;
    },
    reached: async (wanted) => {
      size = wanted;
    },
    restart: async () => undefined,
    stop: async () => undefined,
  };
  const following: SharedLog = {
    ...log,
    transact: async (work) => {
      const saves: Save[] = [];
      const result = await log.transact((tx) => {
        saves.length = 0;
        return work(recorded(tx, saves));
      });
      if (saves.length > 0) {
        await graph.transact(async (tx) => {
          for (const save of saves) await save(tx);
        });
      }
      return result;
    },
  };
  return sharedLogStore(following, graph, projection);
}

function recorded(tx: GraphTransaction, saves: Save[]): GraphTransaction {
  return {
    ...tx,
    save: (changes) => {
      saves.push((other) => other.save(changes));
      return tx.save(changes);
    },
    clearProjections: () => {
      saves.push((other) => other.clearProjections());
      return tx.clearProjections();
    },
  };
}

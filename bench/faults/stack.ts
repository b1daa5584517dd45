/** Where several gateways keep their log: the servers behind them, which can be made to fail, and the settings that name them. */
import type { Settings } from '../../test/e2e/adduce-process.ts';
import { EMBEDDED, type StoreKind } from '../../test/e2e/deployment.ts';
import { neo4jStore } from '../../test/e2e/neo4j-store.ts';
import { FaultyProxy } from '../../test/graph/neo4j/proxy.ts';
import type { Neo4jServer } from '../../test/setup/engine.ts';
import { findNudgeServer, NudgeServer } from '../../test/setup/nudge-server.ts';

export interface Stack extends AsyncDisposable {
  readonly name: string;
  readonly store: StoreKind;
  /** Of every gateway, beside those of the store. */
  readonly settings: Settings;
  /** The same for the first gateway, whose way to a server leads through a proxy. */
  readonly proxied: Settings;
  /** Between the first gateway and the store's server; null: there is none. */
  readonly proxy: FaultyProxy | null;
  /** Suspends the store's server, or lets it go on; null: it cannot be done here. */
  readonly signalStore: ((signal: 'SIGSTOP' | 'SIGCONT') => void) | null;
  readonly nudges: NudgeServer | null;
}

export async function embeddedStack(): Promise<Stack> {
  return {
    name: 'embedded store',
    store: EMBEDDED,
    settings: {},
    proxied: {},
    proxy: null,
    signalStore: null,
    nudges: null,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** @param signalStore null for a server that others started */
export async function neo4jStack(server: Neo4jServer, signalStore: Stack['signalStore']): Promise<Stack> {
  const found = await findNudgeServer('redis');
  if (!found.available) throw new Error(found.reason);
  const nudges = await NudgeServer.prepare('redis', found);
  await nudges.start();
  const proxy = new FaultyProxy(server.url);
  await proxy.listen();
  return {
    name: 'Neo4j and Redis',
    store: neo4jStore(() => server),
    settings: { ADDUCE_NUDGE: nudges.url() },
    proxied: { ADDUCE_GRAPH: proxy.url },
    proxy,
    signalStore,
    nudges,
    [Symbol.asyncDispose]: async () => {
      await proxy.stop();
      await nudges[Symbol.asyncDispose]();
    },
  };
}

/** Where several gateways keep their log: the servers behind them, which can be made to fail, and the settings that name them. */
import type { Settings } from '../../test/e2e/adduce-process.ts';
import { EMBEDDED, type StoreKind } from '../../test/e2e/deployment.ts';
import { neo4jStore } from '../../test/e2e/neo4j-store.ts';
import { postgresStore } from '../../test/e2e/postgres-store.ts';
import { FaultyProxy } from '../../test/graph/neo4j/proxy.ts';
import type { Neo4jServer } from '../../test/setup/engine.ts';
import { findNudgeServer, NudgeServer } from '../../test/setup/nudge-server.ts';
import type { OwnPostgres } from '../../test/setup/postgres-process.ts';
import type { SmallDisk } from '../../test/setup/small-disk.ts';

export type SignalServer = (signal: 'SIGSTOP' | 'SIGCONT') => void;

export interface Stack extends AsyncDisposable {
  readonly name: string;
  readonly store: StoreKind;
  /** Of every gateway, beside those of the store. */
  readonly settings: Settings;
  /** What is different for the first gateway, whose way to a server leads through a proxy. @param settings of a gateway */
  readonly proxied: (settings: Settings) => Settings;
  /** Between the first gateway and each of the store's servers; empty: the store is a file. */
  readonly proxies: readonly FaultyProxy[];
  /** Suspends the store's server, or lets it go on; null: it cannot be done here. */
  readonly signalStore: SignalServer | null;
  /** The same for a server of the graph alone, which follows the log. */
  readonly signalGraph: SignalServer | null;
  /** What the files of the store's server lie on; null: the machine's. */
  readonly storeDisk: SmallDisk | null;
  readonly nudges: NudgeServer | null;
}

export async function embeddedStack(): Promise<Stack> {
  return {
    name: 'embedded store',
    store: EMBEDDED,
    settings: {},
    proxied: () => ({}),
    proxies: [],
    signalStore: null,
    signalGraph: null,
    storeDisk: null,
    nudges: null,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** @param signalStore null for a server that others started */
export async function neo4jStack(server: Neo4jServer, signalStore: SignalServer | null): Promise<Stack> {
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
    proxied: () => ({ ADDUCE_GRAPH: proxy.url }),
    proxies: [proxy],
    signalStore,
    signalGraph: null,
    storeDisk: null,
    nudges,
    [Symbol.asyncDispose]: async () => {
      await proxy.stop();
      await nudges[Symbol.asyncDispose]();
    },
  };
}

/** The servers of gateways that share a log in PostgreSQL. */
export interface SharedServers {
  readonly postgres: OwnPostgres;
  readonly storeDisk: SmallDisk | null;
  /** What follows the log; null: an embedded store of each gateway. */
  readonly neo4j: { readonly server: Neo4jServer; readonly signal: SignalServer } | null;
}

export async function postgresStack({ postgres, storeDisk, neo4j }: SharedServers): Promise<Stack> {
  const log = new FaultyProxy(postgres.server.url);
  const graph = neo4j && new FaultyProxy(neo4j.server.url);
  const proxies = graph === null ? [log] : [log, graph];
  for (const proxy of proxies) await proxy.listen();
  return {
    name: `PostgreSQL, which ${neo4j ? 'one Neo4j' : 'an embedded store of each gateway'} follows`,
    store: postgresStore(() => postgres.server, neo4j ? neo4jStore(() => neo4j.server) : EMBEDDED),
    settings: {},
    proxied: ({ ADDUCE_LOG = '' }) => ({
      ADDUCE_LOG: throughProxy(ADDUCE_LOG, log),
      ...(graph && { ADDUCE_GRAPH: graph.url }),
    }),
    proxies,
    signalStore: postgres.signal,
    signalGraph: neo4j?.signal ?? null,
    storeDisk,
    nudges: null,
    [Symbol.asyncDispose]: async () => {
      for (const proxy of proxies) await proxy.stop();
    },
  };
}

function throughProxy(url: string, proxy: FaultyProxy): string {
  const through = new URL(url);
  through.port = new URL(proxy.url).port;
  return through.href;
}

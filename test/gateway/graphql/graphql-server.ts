/** A real server: the embedded store in a folder of its own, the engine, GraphQL, node:http. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../../engine/engine.ts';
import type { GraphqlConfig } from '../../../gateway/graphql/config.ts';
import type { Cost } from '../../../gateway/graphql/cost/cost.ts';
import { createGraphql, type Graphql } from '../../../gateway/graphql/create-graphql.ts';
import { type HttpServer, serve } from '../../../gateway/http/node-http.ts';
import type { AnswerId } from '../../../graph/address.ts';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import type { FindingReason, FindingsState } from '../../../graph/log/entry.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { createTestEngine } from '../../engine/test-engine.ts';
import { graphqlConfig } from './graphql-config.ts';

export interface RunningServer extends AsyncDisposable {
  readonly url: string;
  readonly engine: Engine;
  readonly graphql: Graphql;
  /** Faults that clients saw masked. */
  readonly faults: unknown[];
  /** Ends the way SIGTERM does: sockets are closed with a reason, then the port. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly path: string;
  /** 0: any. */
  readonly port?: number;
  readonly config?: Partial<GraphqlConfig>;
  readonly clock?: { now(): string };
  /** Positions of the log that a subscriber may be behind. */
  readonly maxBehind?: number;
  /** Puts something between GraphQL and the engine. */
  readonly around?: (engine: Engine) => Engine;
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { path, port = 0, config, around, clock, maxBehind } = options;
  const store = await openEmbedded({ path });
  const engine = createTestEngine(store, clock);
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => faults.push(fault);
  const graphql = createGraphql({
    engine: around?.(engine) ?? engine,
    config: graphqlConfig({ onFault, ...config }),
    ...(maxBehind !== undefined && { maxBehind }),
  });
  const server = await serve({
    host: '127.0.0.1',
    port,
    routes: [{ prefix: '/graphql', handle: graphql.handle, plain: graphql.plain }],
    fallback: async () => new Response(null, { status: 404 }),
    onUpgrade: graphql.upgrade,
    onFault,
  });
  const stop = stopper(store, graphql, server);
  return { url: `${server.url}/graphql`, engine, graphql, faults, stop, [Symbol.asyncDispose]: stop };
}

function stopper(store: GraphStore, graphql: Graphql, server: HttpServer): () => Promise<void> {
  let stopping: Promise<void> | null = null;
  const stop = async () => {
    const { size } = await store.head();
    const closed = server.close(2_000);
    await graphql.close(size - 1);
    await closed;
    await store[Symbol.asyncDispose]();
  };
  return () => {
    stopping ??= stop();
    return stopping;
  };
}

/** Counts who listens to the store's commits: a subscription that was left behind still would. */
export function countListeners() {
  const count = { listeners: 0 };
  const around = (engine: Engine): Engine => ({
    ...engine,
    store: {
      ...engine.store,
      onCommit: (listener) => {
        const stop = engine.store.onCommit(listener);
        count.listeners += 1;
        return () => {
          count.listeners -= 1;
          stop();
        };
      },
    },
  });
  return { count, around };
}

/** A folder for a store, removed with the test. */
export async function storeFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'adduce-graphql-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

export interface NewFinding {
  readonly answer: string;
  readonly tenant?: string;
  readonly to?: FindingsState;
  readonly reasons?: readonly FindingReason[];
}

const ONE_REASON: readonly FindingReason[] = [{ code: 'newer_rival', claim: null }];

/** Appends transitions in one transaction; gives their positions. */
export function appendFindings(engine: Engine, findings: readonly NewFinding[]): Promise<number[]> {
  return engine.writer.append(async () => ({
    entries: findings.map(({ answer, tenant = 'local', to = 'WARN', reasons = ONE_REASON }) => ({
      corpus: null,
      tenant,
      effectiveAt: null,
      body: {
        type: 'findings.changed',
        answer_id: answerId(answer),
        from: 'UNKNOWN',
        to,
        reasons,
        evaluated_seq: 0,
      },
    })),
    result: (stored) => stored.map(({ entry }) => entry.seq),
  }));
}

export function answerId(name: string): AnswerId {
  return `ans_${name}`;
}

/** With this type errors of the request have a status of their own (GraphQL over HTTP, §6.4.2). */
const GRAPHQL_RESPONSE = 'application/graphql-response+json';

/** Posts a query and gives the body with its status, and what it cost apart. */
export async function post(
  url: string,
  query: string,
  options: { readonly variables?: object; readonly headers?: Record<string, string> } = {},
) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: GRAPHQL_RESPONSE, ...options.headers },
    body: JSON.stringify({ query, variables: options.variables }),
  });
  const { extensions, ...body } = (await response.json()) as GraphqlBody & { extensions?: { cost?: Cost } };
  return { status: response.status, body: body as GraphqlBody, cost: extensions?.cost ?? null };
}

export interface GraphqlBody {
  // Tests look into data as they asked for it.
  // biome-ignore lint/suspicious/noExplicitAny: the shape follows each test's query
  readonly data?: any;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly unknown[];
    readonly extensions?: Readonly<Record<string, unknown>>;
  }[];
}

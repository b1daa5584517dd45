/**
 * GraphQL beside REST: queries by POST and GET, findings by SSE and WebSocket, GraphiQL for people
 * (docs/spec/decisions.md#5-subscriptions, #7-graphql).
 */
import type { Engine } from '../../engine/engine.ts';
import { type Handle, IN_PROCESS } from '../http/connection.ts';
import type { PlainHandler, PlainReply } from '../http/plain-post.ts';
import { createSurface, type Surface } from '../operations/surface.ts';
import { FastPath } from './compiled/fast-path.ts';
import type { GraphqlConfig } from './config.ts';
import { OpenExports } from './export/open-exports.ts';
import { isExport, serveExport } from './export/serve-export.ts';
import { FanOut } from './fan-out/fan-out.ts';
import { pageResponse } from './graphiql/serve-page.ts';
import { authenticate } from './session/session.ts';
import { SessionWatch } from './session/session-watch.ts';
import {
  foreignPage,
  isPreflight,
  mayCall,
  preflightResponse,
  withOrigin,
} from './transport/cross-origin.ts';
import { handlePost, handleRequest, mayTake } from './transport/handle-request.ts';
import { createSockets, type Sockets } from './transport/websocket.ts';
import { createGraphqlYoga } from './transport/yoga.ts';

export interface Graphql {
  /** Serves `/graphql` and the files of its links. A stream's response begins at once and ends with its subscription. */
  handle: Handle;
  /** Serves programs' plain posts to `/graphql` as `handle` does, for less. */
  plain: PlainHandler;
  /** Takes over a connection: one that asks for `/graphql` becomes a socket, any other is refused. Gives the status. */
  upgrade: Sockets['upgrade'];
  /**
   * Lets subscribers take what is committed, then ends every stream: sockets are closed with 1001 and
   * `last_seq=<n>` (null: without it), SSE ends without `complete`, so that clients come back. New ones are the caller's to refuse.
   */
  close(lastSeq: number | null): Promise<void>;
}

export interface GraphqlOptions {
  readonly engine: Engine;
  readonly config: GraphqlConfig;
  /** What REST counts with in this process; by default nothing is. */
  readonly shared?: Surface;
  /** Positions of the log that a subscriber may be behind; by default 100,000. */
  readonly maxBehind?: number;
}

export function createGraphql(options: GraphqlOptions): Graphql {
  const { engine, config, shared = createSurface(config) } = options;
  const fast = new FastPath(engine.store);
  const yoga = createGraphqlYoga(config, fast.learning);
  const ways = { fast, yoga };
  const fanOut = new FanOut(engine.store, config.onFault, options.maxBehind);
  const context = {
    engine,
    config,
    operations: new Map(shared.operations.map((operation) => [operation.contract.id, operation])),
    fanOut,
    sessions: new SessionWatch(engine, config.onFault),
    rate: shared.rate,
  };
  const open = new OpenExports();
  const sockets = createSockets({
    yoga,
    context,
    authenticate: (credentials) => authenticate(engine, config.engineAuth, credentials),
    allowedOrigins: config.allowedOrigins,
    onFault: config.onFault,
  });
  return {
    handle: async (request, connection = IN_PROCESS) => {
      const page = pageResponse(request);
      if (page !== null) return page;
      const { allowedOrigins } = config;
      if (isPreflight(request)) return preflightResponse(request, allowedOrigins);
      if (!mayCall(request, allowedOrigins)) return foreignPage();
      const response = isExport(request)
        ? await serveExport({ ...context, open }, request, connection)
        : await handleRequest(ways, context, request, connection);
      return withOrigin(response, request.headers, allowedOrigins);
    },
    plain: {
      takes: mayTake,
      handle: async (post, connection) => varyingByOrigin(await handlePost(ways, context, post, connection)),
    },
    upgrade: sockets.upgrade,
    close: async (lastSeq) => {
      await fanOut.flush();
      await sockets.close(lastSeq);
      fanOut.end();
    },
  };
}

/** The reply to a listed origin's page differs: a cache must know. */
function varyingByOrigin(reply: PlainReply | Response): PlainReply | Response {
  if (!(reply instanceof Response)) return { ...reply, headers: { ...reply.headers, vary: 'origin' } };
  reply.headers.append('vary', 'origin');
  return reply;
}

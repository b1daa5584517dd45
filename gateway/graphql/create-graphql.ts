/** GraphQL beside REST: queries by POST and GET, findings by SSE and WebSocket, GraphiQL for people (decisions §5, §7). */
import type { Engine } from '../../engine/engine.ts';
import { type Connection, type Handle, IN_PROCESS } from '../rest/rest-config.ts';
import { createShared, type Shared } from '../rest/shared.ts';
import { ONLY_QUERIES, OPERATIONS_HEADER } from '../wire/only-queries.ts';
import type { GraphqlConfig } from './config.ts';
import type { GraphqlContext, SharedContext } from './context.ts';
import { isPreflight, mayCall, preflightResponse, withOrigin } from './cross-origin.ts';
import { DeadlineExceeded, withinDeadline } from './deadline.ts';
import { FanOut } from './fan-out/fan-out.ts';
import { FastPath } from './fast-path.ts';
import { errorResponse, limitedResponse, refusalResponse } from './http-refusal.ts';
import { Meter } from './meter.ts';
import { asksOnlyQueries } from './only-queries.ts';
import { pageResponse } from './page/serve-page.ts';
import { authenticate } from './session.ts';
import { SessionWatch } from './session-watch.ts';
import { createSockets, type Sockets } from './websocket.ts';
import { createGraphqlYoga, type Yoga } from './yoga.ts';

export interface Graphql {
  /** Serves `/graphql`. A stream's response begins at once and ends with its subscription. */
  handle: Handle;
  /** Takes over a connection: one that asks for `/graphql` becomes a socket, any other is refused. Gives the status. */
  upgrade: Sockets['upgrade'];
  /**
   * Lets subscribers take what is committed, then ends every stream: sockets are closed with 1001 and
   * `last_seq=<n>`, SSE ends without `complete`, so that clients come back. New ones are the caller's to refuse.
   */
  close(lastSeq: number): Promise<void>;
}

export interface GraphqlOptions {
  readonly engine: Engine;
  readonly config: GraphqlConfig;
  /** What REST counts with in this process; by default nothing is. */
  readonly shared?: Shared;
  /** Positions of the log that a subscriber may be behind; by default 100,000. */
  readonly maxBehind?: number;
}

export function createGraphql(options: GraphqlOptions): Graphql {
  const { engine, config, shared = createShared(config) } = options;
  const fast = new FastPath();
  const yoga = createGraphqlYoga(config, fast.learning);
  const fanOut = new FanOut(engine.store, config.onFault, options.maxBehind);
  const context = {
    engine,
    config,
    operations: new Map(shared.operations.map((operation) => [operation.contract.id, operation])),
    fanOut,
    sessions: new SessionWatch(engine, config.onFault),
    rate: shared.rate,
  };
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
      if (!mayCall(request, allowedOrigins)) {
        return errorResponse(403, 'denied:origin', 'this page may not call');
      }
      const response = await handle({ fast, yoga }, context, request, connection);
      return withOrigin(response, request.headers, allowedOrigins);
    },
    upgrade: sockets.upgrade,
    close: async (lastSeq) => {
      await fanOut.flush();
      await sockets.close(lastSeq);
      fanOut.end();
    },
  };
}

/** The short way, and the whole one. */
interface Ways {
  readonly fast: FastPath;
  readonly yoga: Yoga;
}

async function handle(
  ways: Ways,
  context: SharedContext,
  request: Request,
  connection: Connection,
): Promise<Response> {
  const { engineAuth, onFault } = context.config;
  const { headers } = request;
  const onlyQueries = asksOnlyQueries(headers);
  if (onlyQueries === null) {
    return errorResponse(400, 'invalid:query', `${OPERATIONS_HEADER} takes ${ONLY_QUERIES}`);
  }
  try {
    return await withinDeadline(async (deadline) => {
      const session = await authenticate(context.engine, engineAuth, {
        authorization: headers.get('authorization'),
        xTenant: headers.get('x-tenant'),
      });
      const meter = new Meter(context.rate, session.ok ? session.value : null, connection);
      const limited = await meter.admit();
      if (limited !== null) return limitedResponse(limited, meter.headers);
      if (!session.ok) return refusalResponse(session.refusal, meter.headers);
      const signal = AbortSignal.any([request.signal, deadline]);
      const own = { ...context, session: session.value, connection, meter, onlyQueries, signal };
      const response = await execute(ways, request, own);
      for (const [name, value] of Object.entries(meter.headers)) response.headers.set(name, value);
      return response;
    });
  } catch (fault) {
    if (fault instanceof DeadlineExceeded) return errorResponse(504, 'upstream:timeout', fault.message);
    onFault(fault);
    return errorResponse(500, 'internal', 'something went wrong on our side');
  }
}

async function execute({ fast, yoga }: Ways, request: Request, context: GraphqlContext): Promise<Response> {
  const { signal = request.signal } = context;
  const body = await FastPath.bodyOf(request);
  if (body === null) return yoga.fetch(new Request(request, { signal }), context);
  const answered = await fast.answer(request, body, context);
  const { url, method, headers } = request;
  return answered ?? yoga.fetch(new Request(url, { method, headers, body, signal }), context);
}

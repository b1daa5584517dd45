/** GraphQL beside REST: queries by POST and GET, findings by SSE and WebSocket, GraphiQL for people (decisions §5, §7). */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Engine } from '../../engine/engine.ts';
import { done } from '../../engine/refusal.ts';
import type { GraphqlContext } from './context.ts';
import { DeadlineExceeded, withinDeadline } from './deadline.ts';
import { endedBySilence } from './event-stream.ts';
import { FindingsTails } from './findings-tails.ts';
import { errorResponse, refusalResponse } from './http-refusal.ts';
import { isAllowedOrigin } from './origin.ts';
import { authenticate, type EngineAuth } from './session.ts';
import { SessionWatch } from './session-watch.ts';
import { createSockets } from './websocket.ts';
import { createGraphqlYoga, type Yoga } from './yoga.ts';

export interface GraphqlConfig {
  readonly engineAuth: EngineAuth;
  /** Origins of pages that may call, beside the server's own, such as `https://adduce.example`. */
  readonly allowedOrigins: readonly string[];
  /** Gets the faults that clients see masked. */
  readonly onFault: (fault: unknown) => void;
}

export interface Graphql {
  /** Serves `/graphql`. A stream's response begins at once and ends with its subscription. */
  handle(request: Request): Promise<Response>;
  /** Takes over a connection: one that asks for `/graphql` becomes a socket, any other is refused. Gives the status. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): number;
  /**
   * Lets subscribers take what is committed, then ends every stream: sockets are closed with 1001 and
   * `last_seq=<n>`, SSE ends without `complete`, so that clients come back. New ones are the caller's to refuse.
   */
  close(lastSeq: number): Promise<void>;
}

export interface GraphqlOptions {
  readonly engine: Engine;
  readonly config: GraphqlConfig;
}

export function createGraphql({ engine, config }: GraphqlOptions): Graphql {
  const yoga = createGraphqlYoga(config.onFault);
  const tails = new FindingsTails(engine, config.onFault);
  const context = { engine, tails, sessions: new SessionWatch(engine, config.onFault) };
  const sockets = createSockets({
    yoga,
    context,
    authenticate: (authorization) => authenticate(engine, config.engineAuth, authorization),
    allowedOrigins: config.allowedOrigins,
    onFault: config.onFault,
  });
  let closing = false;
  return {
    handle: async (request) => {
      const response = await handle(yoga, context, config, request);
      return endedBySilence(response, () => closing);
    },
    upgrade: sockets.upgrade,
    close: async (lastSeq) => {
      closing = true;
      await tails.flush();
      await sockets.close(lastSeq);
      tails.end();
    },
  };
}

async function handle(
  yoga: Yoga,
  context: Omit<GraphqlContext, 'session'>,
  { engineAuth, allowedOrigins, onFault }: GraphqlConfig,
  request: Request,
): Promise<Response> {
  const { headers } = request;
  if (
    !isAllowedOrigin(headers.get('origin'), headers.get('host') ?? new URL(request.url).host, allowedOrigins)
  ) {
    return errorResponse(403, 'denied:origin', 'this page may not call');
  }
  try {
    return await withinDeadline(async (deadline) => {
      const session = isPageVisit(request)
        ? done(VISITOR)
        : await authenticate(context.engine, engineAuth, headers.get('authorization'));
      if (!session.ok) return refusalResponse(session.refusal);
      const signal = AbortSignal.any([request.signal, deadline]);
      return yoga.fetch(new Request(request, { signal }), { ...context, session: session.value, signal });
    });
  } catch (fault) {
    if (fault instanceof DeadlineExceeded) return errorResponse(504, 'upstream:timeout', fault.message);
    onFault(fault);
    return errorResponse(500, 'internal', 'something went wrong on our side');
  }
}

/** Who only loads the page of GraphiQL needs no key and can see nothing. */
const VISITOR = { tenant: null, credentialIds: [], expiresAt: null, grant: null };

function isPageVisit({ method, headers }: Request): boolean {
  return method === 'GET' && (headers.get('accept')?.includes('text/html') ?? false);
}

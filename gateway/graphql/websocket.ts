/** GraphQL over WebSocket (graphql-transport-ws) on the server's own port. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ExecutionArgs, GraphQLError, getOperationAST } from 'graphql';
import type { ServerOptions, Context as SocketContext, SubscribePayload } from 'graphql-ws';
import { type Extra, useServer as serveSockets } from 'graphql-ws/use/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Outcome, Refusal } from '../../engine/refusal.ts';
import type { GraphqlContext } from './context.ts';
import { DeadlineExceeded, withinDeadline } from './deadline.ts';
import { MAX_REQUEST_BYTES } from './limits.ts';
import { isAllowedOrigin } from './origin.ts';
import { refusalError } from './refusal-error.ts';
import type { Session } from './session.ts';
import type { Yoga } from './yoga.ts';

/** Between two pings; a socket that answers none of them until the next one is due is ended. */
const PING_MS = 15_000;
/** Sockets of one process. */
const MAX_SOCKETS = 20_000;
/** Operations of one socket at a time. */
const MAX_OPERATIONS = 100;
/** How long a closing socket may take before it is cut. */
const CLOSE_MS = 2_000;
/** graphql-transport-ws: Forbidden. */
const FORBIDDEN = 4_403;
/** RFC 6455 and its registry of close codes. */
const GOING_AWAY = 1_001;
const TRY_AGAIN_LATER = 1_013;

export interface SocketOptions {
  readonly yoga: Yoga;
  readonly context: Omit<GraphqlContext, 'session'>;
  readonly authenticate: (authorization: string | null) => Promise<Outcome<Session>>;
  readonly allowedOrigins: readonly string[];
  readonly onFault: (fault: unknown) => void;
}
export interface Sockets {
  /** Takes over an upgrade of the path `/graphql`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes every socket with the log's last position in the reason, `last_seq=<n>`. */
  close(lastSeq: number): Promise<void>;
}

interface Opened extends Record<PropertyKey, unknown> {
  session?: Session;
  release?: () => void;
}
type Connection = SocketContext<Record<string, unknown> | undefined, Extra & Partial<Opened>>;

export function createSockets(options: SocketOptions): Sockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_REQUEST_BYTES });
  serveSockets<Record<string, unknown> | undefined, Opened>(
    { ...handlers(options), isProd: true },
    server,
    PING_MS,
  );
  return {
    upgrade: (request, socket, head) => {
      const refused = refuseUpgrade(request, server.clients.size, options.allowedOrigins);
      if (refused !== null)
        socket.end(`HTTP/1.1 ${refused}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      else
        server.handleUpgrade(request, socket, head, (opened) => server.emit('connection', opened, request));
    },
    close: (lastSeq) => closeAll(server, lastSeq),
  };
}

function refuseUpgrade(request: IncomingMessage, open: number, allowed: readonly string[]): string | null {
  const { origin = null, host = null } = request.headers;
  if (!isAllowedOrigin(origin, host, allowed)) return '403 Forbidden';
  return open >= MAX_SOCKETS ? '503 Service Unavailable' : null;
}

function handlers(
  options: SocketOptions,
): ServerOptions<Record<string, unknown> | undefined, Extra & Partial<Opened>> {
  return {
    onConnect: async (connection) => connect(options, connection),
    onClose: ({ extra }) => extra.release?.(),
    onSubscribe: (connection, _, payload) => prepare(options, connection, payload),
    execute: (args) => inTime(() => envelopedOf(args).execute(args)),
    subscribe: (args) => inTime(() => envelopedOf(args).subscribe(args)),
  };
}

/** False closes the socket; it has then been closed already with a code and a reason of its own. */
async function connect(options: SocketOptions, { extra, connectionParams }: Connection): Promise<boolean> {
  const named = connectionParams?.authorization ?? connectionParams?.Authorization;
  const authorization = typeof named === 'string' ? named : (extra.request.headers.authorization ?? null);
  const session = await options.authenticate(authorization).catch((fault: unknown) => {
    options.onFault(fault);
    return null;
  });
  if (session === null) extra.socket.close(TRY_AGAIN_LATER, 'upstream:unavailable');
  else if (!session.ok) forbid(extra.socket, session.refusal);
  if (!session?.ok) return false;
  extra.session = session.value;
  extra.release = options.context.sessions.guard(session.value, (refusal) => forbid(extra.socket, refusal));
  return true;
}

function forbid(socket: WebSocket, { reason }: Refusal): void {
  socket.close(FORBIDDEN, reason);
}

/** What GraphQL Yoga made for one operation; its functions belong to that operation's context. */
type Enveloped = Pick<ReturnType<Yoga['getEnveloped']>, 'execute' | 'subscribe'>;
const enveloped = new WeakMap<object, Enveloped>();

function envelopedOf({ contextValue }: ExecutionArgs): Enveloped {
  const found = enveloped.get(contextValue as object);
  if (found === undefined) throw new RangeError('an operation was executed that was not prepared');
  return found;
}

/** Past the deadline the operation fails, not its socket. */
async function inTime<T>(work: () => PromiseLike<T> | T) {
  try {
    return await withinDeadline(work);
  } catch (fault) {
    if (!(fault instanceof DeadlineExceeded)) throw fault;
    return { errors: [refusalError({ reason: 'upstream:timeout', message: fault.message })] };
  }
}

async function prepare(
  { yoga, context }: SocketOptions,
  { extra, subscriptions }: Connection,
  params: SubscribePayload,
): Promise<ExecutionArgs | readonly GraphQLError[]> {
  if (extra.session === undefined) throw new RangeError('a socket has subscribed that was not acknowledged');
  if (Object.keys(subscriptions).length > MAX_OPERATIONS) {
    const message = `a socket has at most ${MAX_OPERATIONS} operations at a time`;
    return [refusalError({ reason: 'limited:rate', message })];
  }
  const made = yoga.getEnveloped({ ...context, session: extra.session, params });
  try {
    const document = made.parse(params.query);
    const errors = made.validate(made.schema, document);
    if (errors.length > 0) return errors;
    if (!getOperationAST(document, params.operationName)) return [new GraphQLError('which operation?')];
    const contextValue = await made.contextFactory();
    enveloped.set(contextValue, made);
    const { operationName, variables: variableValues } = params;
    return { schema: made.schema, document, operationName, variableValues, contextValue };
  } catch (error) {
    // A document past its bounds, or with a syntax error.
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

async function closeAll(server: WebSocketServer, lastSeq: number): Promise<void> {
  const sockets = [...server.clients];
  const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  for (const socket of sockets) socket.close(GOING_AWAY, `last_seq=${lastSeq}`);
  const cut = setTimeout(() => {
    for (const socket of sockets) socket.terminate();
  }, CLOSE_MS);
  await Promise.all(closed);
  clearTimeout(cut);
  server.close();
}

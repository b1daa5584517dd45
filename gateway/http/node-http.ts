/**
 * node:http, or node:https, in front of handlers that take a `Request` and give a `Response`: bounds, disconnects,
 * graceful close. Which address is bound is the caller's choice.
 */
import { createServer, type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { callerAddress, type IsTrusted } from './caller-address.ts';
import type { Handle, HttpConnection, Unread } from './connection.ts';
import { type ExchangeRecord, RecordKeeper } from './exchange-record.ts';
import { listen } from './listen.ts';
import type { LoadLimit } from './load-limit.ts';
import { Conversations } from './node-conversations.ts';
import { isUnholdable, requestOf } from './node-request.ts';
import { drain, writePlain, writeResponse } from './node-response.ts';
import { type PlainHandler, PlainPost, type PlainReply } from './plain-post.ts';
import { TRACE_HEADER, type Trace, traceOf } from './trace.ts';

/** A handler for the paths that are `prefix` or continue it at a `/`. */
export interface PathRoute {
  /** Without a `/` at its end; `/` alone takes everything. */
  readonly prefix: string;
  readonly handle: Handle;
  /** Is asked first; `handle` takes what it does not. */
  readonly plain?: PlainHandler;
  /** Whether the body may arrive for half an hour, as long as it arrives. @param path without its query */
  readonly isSlow?: (method: string, path: string) => boolean;
}

export interface ServeOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Certificate with its chain and private key, in PEM: the server speaks https; without it http. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer };
  /** The first that fits takes the request. */
  readonly routes: readonly PathRoute[];
  /**
   * Takes what no route does, methods that no `Request` can hold, and what could not be read as a request: the REST
   * surface, which refuses by envelope.
   */
  readonly fallback: Handle;
  /**
   * Takes over a connection that asks to be a WebSocket; without it such requests are ordinary ones. Gives the status
   * that it answered, 101 for a socket.
   * @param remoteAddress of the caller, as `Connection` has it
   */
  readonly onUpgrade?: (
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    remoteAddress: string | null,
  ) => number;
  /** How many requests may be under way; any number without it. */
  readonly load?: LoadLimit;
  /** Whose `X-Forwarded-For` is believed; nobody's without it. */
  readonly isTrustedProxy?: IsTrusted;
  /** Is notified of a handler that rejected, and of a response that broke off. */
  readonly onFault: (fault: unknown) => void;
  /** Is notified of every exchange once it is over. */
  readonly onExchange?: (record: ExchangeRecord) => void;
}

export interface HttpServer extends AsyncDisposable {
  /** `http://HOST:PORT` or `https://HOST:PORT` as it is bound. */
  readonly url: string;
  /**
   * Accepts nothing more, lets requests under way finish and then resolves. What is still open after the grace time,
   * upgraded connections among it, is cut off.
   */
  close(graceMs: number): Promise<void>;
}

/** A longer header block is refused with 431. */
const MAX_HEADER_BYTES = 16_384;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** Of a body that may be slow. */
const BODY_IDLE_MS = 30_000;
const SLOW_BODY_MS = 30 * 60_000;
const KEEP_ALIVE_MS = 5_000;
const GRACE_MS = 5_000;
/** How soon a closing server lets go of a connection whose response is complete. */
const IDLE_SWEEP_MS = 50;
/** How soon a connection is found whose request does not arrive. */
const TIMEOUT_CHECK_MS = 1_000;

/** An operator's probes must see that it answers. */
const UNLIMITED: ReadonlySet<string> = new Set(['/livez', '/readyz', '/healthz', '/metrics']);

/** Resolves when the port is bound. Rejects where it cannot be (`EADDRINUSE`, `EACCES`). */
export async function serve(options: ServeOptions): Promise<HttpServer> {
  const server = serverOf(options);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const conversations = new Conversations((unread, socket) => refuseUnread(options, unread, socket), {
    isSlow: (incoming) => isSlow(options, incoming),
    idleMs: BODY_IDLE_MS,
    moreMs: SLOW_BODY_MS,
  });
  const take = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    conversations.add(incoming, outgoing);
    answer(options, server, incoming, outgoing);
  };
  server.on('request', take);
  // What a caller expects of the server beside `100-continue` is no reason to refuse it.
  server.on('checkExpectation', take);
  server.on('connect', (incoming, socket) => take(incoming, responseOn(incoming, socket)));
  server.on('clientError', (error, socket) => conversations.break(error, socket));
  const { onUpgrade, onExchange } = options;
  if (onUpgrade !== undefined) {
    server.on('upgrade', (incoming, socket, head) => {
      const record = new RecordKeeper(incoming.method ?? '', onExchange);
      record.traced(traceIn(incoming).id);
      const status = onUpgrade(incoming, socket, head, callerOf(options, incoming));
      socket.once('close', () => record.end(status, socket instanceof Socket ? socket.bytesWritten : 0));
    });
  }
  const closed = await listen(server, { host: options.host, port: options.port });
  const close = (graceMs: number) => closeServer({ server, sockets, closed }, graceMs);
  return { url: urlOf(server, options), close, [Symbol.asyncDispose]: () => close(GRACE_MS) };
}

function isSlow({ routes }: ServeOptions, { method = '', url = '/' }: IncomingMessage): boolean {
  const [path = '/'] = url.split('?', 1);
  return routes.find(({ prefix }) => isUnder(path, prefix))?.isSlow?.(method, path) ?? false;
}

function serverOf({ tls, onUpgrade }: ServeOptions): Server {
  const bounds = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    // Refused here, by an envelope.
    requireHostHeader: false,
    // Other protocols, such as HTTP/2 in clear text, are offers that a server may pass over (RFC 9110 §7.8).
    shouldUpgradeCallback: ({ headers }: IncomingMessage) =>
      onUpgrade !== undefined && headers.upgrade?.toLowerCase() === 'websocket',
  };
  if (tls === undefined) return createServer(bounds);
  return createTlsServer({ ...bounds, ...tls, handshakeTimeout: HEADERS_TIMEOUT_MS });
}

function urlOf(server: Server, { host, tls }: ServeOptions): string {
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

interface Open {
  readonly server: Server;
  readonly sockets: ReadonlySet<Socket>;
  /** Accepts nothing more; resolves when the last connection has ended. */
  readonly closed: () => Promise<void>;
}

async function closeServer({ server, sockets, closed }: Open, graceMs: number): Promise<void> {
  const cut = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, graceMs);
  // A connection that falls idle later would be kept alive for the next request, which is never taken.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  const ended = closed();
  server.closeIdleConnections();
  await ended;
  clearTimeout(cut);
  clearInterval(sweep);
}

/** A response for a connection that node:http has already let go of: CONNECT asks for a tunnel, which there is not. */
function responseOn(incoming: IncomingMessage, socket: Duplex): ServerResponse {
  const outgoing = new ServerResponse(incoming);
  // A server that listens on a port gives sockets.
  outgoing.assignSocket(socket as Socket);
  outgoing.shouldKeepAlive = false;
  outgoing.once('finish', () => socket.end());
  socket.on('error', () => socket.destroy());
  return outgoing;
}

function answer(
  options: ServeOptions,
  server: Server,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  exchange(options, server, incoming, outgoing).catch((fault: unknown) => {
    options.onFault(fault);
    outgoing.destroy();
  });
}

async function exchange(
  options: ServeOptions,
  server: Server,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const record = new RecordKeeper(incoming.method ?? '', options.onExchange);
  const trace = traceIn(incoming);
  record.traced(trace.id);
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  // Before anybody who reads the body hears that there is no more of it.
  incoming.once('error', () => gone.abort());
  const response = await respond(options, incoming, { record, trace }, gone.signal);
  // A server that is closing keeps nobody waiting on an open connection.
  if (!server.listening) outgoing.shouldKeepAlive = false;
  const drained = drain(incoming);
  // Whatever the handler said, or whether it failed, the caller can name its request.
  const bytes =
    response instanceof Response
      ? await writeResponse(response, outgoing.setHeader(TRACE_HEADER, trace.id), gone.signal)
      : await writePlain(response, outgoing, { [TRACE_HEADER]: trace.id });
  record.end(response.status, bytes);
  if (!(await drained)) incoming.socket.destroy();
}

interface Noted {
  readonly record: RecordKeeper;
  readonly trace: Trace;
}

/** Refuses at once where too many others are under way; what an operator's programs ask goes on. */
async function respond(
  options: ServeOptions,
  incoming: IncomingMessage,
  noted: Noted,
  signal: AbortSignal,
): Promise<Response | PlainReply> {
  const { load } = options;
  const { method = '', url: target = '/' } = incoming;
  if (load === undefined || UNLIMITED.has(target)) return take(options, incoming, noted, signal);
  const leave = load.enter(claimedCaller(options, incoming));
  if (leave === null) {
    const { record, trace } = noted;
    const refused = { remoteAddress: callerOf(options, incoming), target, method, trace, note: record.note };
    return unreadReply(options, 'upstream:unavailable', refused);
  }
  try {
    return await take(options, incoming, noted, signal);
  } finally {
    leave();
  }
}

/** By what a request brings, unchecked: a caller that invents another each time is one of the others. */
function claimedCaller(options: ServeOptions, incoming: IncomingMessage): string {
  const { authorization, cookie } = incoming.headers;
  return authorization ?? cookie ?? callerOf(options, incoming) ?? '';
}

async function take(
  options: ServeOptions,
  incoming: IncomingMessage,
  { record, trace }: Noted,
  signal: AbortSignal,
): Promise<Response | PlainReply> {
  const { routes, fallback } = options;
  const remoteAddress = callerOf(options, incoming);
  const { method = '', url: target = '/' } = incoming;
  const post = PlainPost.of(incoming, signal);
  const plain = post && plainHandlerOf(routes, post);
  if (post && plain) {
    record.mounted(target);
    const connection = { remoteAddress, target, method: null, trace, note: record.note };
    return unlessFault(options, () => plain.handle(post, connection));
  }
  const request = requestOf(incoming, signal);
  if (request === null) {
    const unread = { remoteAddress, target, method, trace, note: record.note };
    return unreadReply(options, 'invalid:http', unread);
  }
  const unheld = isUnholdable(method) ? method : null;
  const route =
    unheld === null ? routes.find(({ prefix }) => isUnder(pathOf(target, request), prefix)) : undefined;
  if (route !== undefined) record.mounted(route.prefix);
  const connection = { remoteAddress, target, method: unheld, trace, note: record.note };
  return unlessFault(options, () => (route?.handle ?? fallback)(request, connection));
}

/** node:http joins the values of a header that stands several times: no trace is one then. */
function traceIn({ headers }: IncomingMessage): Trace {
  return traceOf((name) => (headers[name] === undefined ? null : String(headers[name])));
}

function plainHandlerOf(routes: readonly PathRoute[], post: PlainPost): PlainHandler | null {
  const route = routes.find(({ prefix }) => isUnder(post.target, prefix));
  return route?.plain && route.prefix === post.target && route.plain.takes(post) ? route.plain : null;
}

async function unlessFault<R>({ onFault }: ServeOptions, work: () => Promise<R>): Promise<R | Response> {
  try {
    return await work();
  } catch (fault) {
    onFault(fault);
    return new Response(null, { status: 500 });
  }
}

function callerOf({ isTrustedProxy }: ServeOptions, { socket, headers }: IncomingMessage): string | null {
  const peer = socket.remoteAddress ?? null;
  const forwarded = headers['x-forwarded-for'];
  // node:http joins the values of a header that stands several times.
  return callerAddress(peer, forwarded === undefined ? null : String(forwarded), isTrustedProxy ?? nobody);
}

function nobody(): boolean {
  return false;
}

/** What a caller gets whose bytes are no HTTP that is taken here: an envelope, and the connection's end. */
async function refuseUnread(options: ServeOptions, unread: Unread, socket: Duplex): Promise<void> {
  const record = new RecordKeeper('', options.onExchange);
  const trace = traceOf(() => null);
  record.traced(trace.id);
  const nothing = { remoteAddress: null, target: null, method: '', trace };
  const response = await unreadReply(options, unread, { ...nothing, note: record.note });
  const body = Buffer.from(await response.arrayBuffer());
  const head = [`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`, 'connection: close'];
  for (const [name, value] of response.headers) head.push(`${name}: ${value}`);
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
  record.end(response.status, body.length);
}

function unreadReply(
  { fallback }: ServeOptions,
  unread: Unread,
  connection: HttpConnection,
): Promise<Response> {
  return fallback(new Request('http://localhost/'), { ...connection, unread });
}

function pathOf(target: string, { url }: Request): string {
  return target.startsWith('/') ? (target.split(/[?#]/, 1)[0] ?? '/') : new URL(url).pathname;
}

function isUnder(path: string, prefix: string): boolean {
  return prefix === '/' || path === prefix || path.startsWith(`${prefix}/`);
}

/**
 * node:http in front of handlers that take a `Request` and give a `Response`: bounds, disconnects, graceful close.
 * Which address is bound is the caller's choice.
 */
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isUnholdable, requestOf } from './node-request.ts';
import { drain, writeResponse } from './node-response.ts';
import type { Handle } from './rest/rest-config.ts';

/** A handler for the paths that are `prefix` or continue it at a `/`. */
export interface PathRoute {
  /** Without a `/` at its end; `/` alone takes everything. */
  readonly prefix: string;
  readonly handle: Handle;
}

export interface ServeOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** The first that fits takes the request. */
  readonly routes: readonly PathRoute[];
  /** Takes what no route does, and methods that no `Request` can hold: the REST surface, which refuses by envelope. */
  readonly fallback: Handle;
  /** Takes over a connection that asks for another protocol (WebSocket); without it such requests are ordinary ones. */
  readonly onUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Hears of a handler that rejected, and of a response that broke off. */
  readonly onFault: (fault: unknown) => void;
}

export interface HttpServer extends AsyncDisposable {
  /** `http://HOST:PORT` as it is bound. */
  readonly url: string;
  /**
   * Accepts nothing more, lets requests under way finish and then resolves. What is still open after the grace time,
   * upgraded connections among it, is cut off.
   */
  close(graceMs: number): Promise<void>;
}

/** A longer header block is refused with 431 by Node itself. */
const MAX_HEADER_BYTES = 16_384;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 5_000;
const GRACE_MS = 5_000;
/** How soon a closing server lets go of a connection whose response is complete. */
const IDLE_SWEEP_MS = 50;

/** Resolves when the port is bound. Rejects where it cannot be (`EADDRINUSE`, `EACCES`). */
export async function serve(options: ServeOptions): Promise<HttpServer> {
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (incoming, outgoing) => answer(options, server, incoming, outgoing));
  server.on('connect', (incoming, socket) => answer(options, server, incoming, responseOn(incoming, socket)));
  const { onUpgrade } = options;
  if (onUpgrade !== undefined) server.on('upgrade', onUpgrade);
  await listen(server, options);
  const close = (graceMs: number) => closeServer(server, sockets, graceMs);
  return { url: urlOf(server, options.host), close, [Symbol.asyncDispose]: () => close(GRACE_MS) };
}

function listen(server: Server, { host, port }: ServeOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function urlOf(server: Server, host: string): string {
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function closeServer(server: Server, sockets: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, graceMs);
    // A connection that falls idle later would be kept alive for the next request, which is never taken.
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
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
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  const response = await respond(options, incoming, gone.signal);
  // A server that is closing keeps nobody waiting on an open connection.
  if (!server.listening) outgoing.shouldKeepAlive = false;
  const drained = drain(incoming);
  await writeResponse(response, outgoing, gone.signal);
  if (!(await drained)) incoming.socket.destroy();
}

async function respond(
  { routes, fallback, onFault }: ServeOptions,
  incoming: IncomingMessage,
  signal: AbortSignal,
): Promise<Response> {
  const request = requestOf(incoming, signal);
  if (request === null) return new Response(null, { status: 400 });
  const { method, url: target = '/', socket } = incoming;
  const unheld = isUnholdable(method) ? method : null;
  const route =
    unheld === null ? routes.find(({ prefix }) => isUnder(pathOf(target, request), prefix)) : undefined;
  try {
    const connection = { remoteAddress: socket.remoteAddress ?? null, target, method: unheld };
    return await (route?.handle ?? fallback)(request, connection);
  } catch (fault) {
    onFault(fault);
    return new Response(null, { status: 500 });
  }
}

function pathOf(target: string, { url }: Request): string {
  return target.startsWith('/') ? (target.split(/[?#]/, 1)[0] ?? '/') : new URL(url).pathname;
}

function isUnder(path: string, prefix: string): boolean {
  return prefix === '/' || path === prefix || path.startsWith(`${prefix}/`);
}

/** WebSockets on the server's own port: who may open one, how it is kept alive, how it ends. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { handleProtocols } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { MAX_REQUEST_BYTES } from '../cost/limits.ts';
import { FrameWriter } from './frame-writer.ts';
import { keepAlive } from './keep-alive.ts';
import { isAllowedOrigin } from './origin.ts';
import { RunningOperations } from './running-operations.ts';
import { createOperations, type OpenedSocket, type OperationOptions } from './websocket-operations.ts';

const PATH = '/graphql';
/** Sockets of one process. */
const MAX_SOCKETS = 20_000;
/** How long a closing socket may take before it is cut. */
const CLOSE_MS = 2_000;
/** RFC 6455's registry of close codes, and graphql-transport-ws' own. */
const GOING_AWAY = 1_001;
const INTERNAL_ERROR = 4_500;

export interface SocketOptions extends OperationOptions {
  /** Origins of pages that may open one, beside the server's own. */
  readonly allowedOrigins: readonly string[];
}

export interface Sockets {
  /** Takes over a connection: one that asks for `/graphql` becomes a socket, any other is refused. Gives the status. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, remoteAddress: string | null): number;
  /** Closes every socket with the log's last position in the reason, `last_seq=<n>`; null: with none, since it is not known. */
  close(lastSeq: number | null): Promise<void>;
}

export function createSockets(options: SocketOptions): Sockets {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_REQUEST_BYTES,
    // What is compressed is not written at once, and frames of subscriptions are written beside it.
    perMessageDeflate: false,
    handleProtocols,
  });
  const operations = createOperations(options);
  return {
    upgrade: (request, socket, head, remoteAddress) => {
      const refusal = refuseUpgrade(request, server.clients.size, options.allowedOrigins);
      if (refusal !== null) return refuse(socket, refusal);
      // The server itself refuses a handshake that is none, by other statuses of this class.
      let status = 400;
      server.handleUpgrade(request, socket, head, (opened) => {
        status = 101;
        serve(opened, request, { remoteAddress, writer: new FrameWriter(opened, socket) });
      });
      return status;
    },
    close: (lastSeq) => closeAll(server, lastSeq),
  };

  function serve(
    socket: WebSocket,
    request: IncomingMessage,
    { remoteAddress, writer }: Pick<OpenedSocket, 'remoteAddress' | 'writer'>,
  ): void {
    const fail = (fault: unknown) => {
      options.onFault(fault);
      socket.close(INTERNAL_ERROR, 'internal');
    };
    const running = new RunningOperations();
    const link = {
      protocol: socket.protocol,
      send: (text: string) => send(socket, text),
      close: (code?: number, reason?: string) => socket.close(code, reason),
      onMessage: (take: (text: string) => Promise<void>) => {
        socket.on('message', (data) => {
          const text = String(data);
          running.hear(text);
          void take(text).catch(fail);
        });
      },
    };
    const closed = operations.opened(link, {
      socket,
      request,
      remoteAddress,
      writer,
      gone: new AbortController(),
      running,
    });
    const stopPings = keepAlive(socket);
    // The socket closes by itself then, with the code that fits, such as 1009 for a message that is too long.
    socket.on('error', () => undefined);
    socket.once('close', (code, reason) => {
      stopPings();
      closed(code, String(reason)).catch(options.onFault);
    });
  }
}

/** The status line of a refusal, null where the upgrade may go on. */
function refuseUpgrade(
  { headers, url }: IncomingMessage,
  open: number,
  allowed: readonly string[],
): string | null {
  if (url?.split('?', 1)[0] !== PATH) return '404 Not Found';
  if (!isAllowedOrigin(headers.origin ?? null, headers.host ?? null, allowed)) return '403 Forbidden';
  return open >= MAX_SOCKETS ? '503 Service Unavailable' : null;
}

function refuse(socket: Duplex, status: string): number {
  // Nobody else listens to a connection that was handed over.
  socket.once('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  return Number.parseInt(status, 10);
}

/**
 * Resolves when the text has left for the network: that is what holds a subscription back that is not read. A write that
 * fails or is cancelled belongs to a connection that ends, which its close tells; nothing is wrong here.
 */
function send(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState !== socket.OPEN) resolve();
    else socket.send(text, () => resolve());
  });
}

async function closeAll(server: WebSocketServer, lastSeq: number | null): Promise<void> {
  const sockets = [...server.clients];
  const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  const reason = lastSeq === null ? '' : `last_seq=${lastSeq}`;
  for (const socket of sockets) socket.close(GOING_AWAY, reason);
  const cut = setTimeout(() => {
    for (const socket of sockets) socket.terminate();
  }, CLOSE_MS);
  await Promise.all(closed);
  clearTimeout(cut);
  server.close();
}

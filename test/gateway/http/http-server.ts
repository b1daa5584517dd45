/** A server of `serve` for one test, and raw connections to it. */
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { ExchangeRecord } from '../../../gateway/http/exchange-record.ts';
import { type HttpServer, type ServeOptions, serve } from '../../../gateway/http/node-http.ts';

export interface TestServer {
  readonly server: HttpServer;
  readonly faults: unknown[];
  readonly records: ExchangeRecord[];
}

/** On a free port of 127.0.0.1; closed with the test. */
export async function startServer(options: Partial<ServeOptions>): Promise<TestServer> {
  const faults: unknown[] = [];
  const records: ExchangeRecord[] = [];
  const server = await serve({
    host: '127.0.0.1',
    port: 0,
    routes: [],
    fallback: async () => new Response('fallback'),
    onFault: (fault) => faults.push(fault),
    onExchange: (record) => records.push(record),
    ...options,
  });
  onTestFinished(() => server.close(0));
  return { server, faults, records };
}

export function dial({ url }: HttpServer): Socket {
  return connect(Number(new URL(url).port), '127.0.0.1');
}

/** Writes bytes and gives back everything that is said until the connection closes. */
export async function exchangeRaw(server: HttpServer, bytes: string | Uint8Array): Promise<string> {
  const socket = dial(server);
  socket.write(bytes);
  return readAll(socket);
}

/** Resolves at the connection's end, a reset too: that is how a server cuts off who goes on writing. */
export function untilClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.on('error', () => undefined).once('close', () => resolve());
  });
}

export async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The status and body of a reply that came over a raw connection. */
export function parseReply(reply: string): { readonly status: number; readonly body: string } {
  const end = reply.indexOf('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(reply)?.[1]), body: reply.slice(end + 4) };
}

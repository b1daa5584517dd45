/** Bodies that arrive for longer than requests may take, on a server whose requests may take 200 ms. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { Conversations } from '../../../gateway/http/node-conversations.ts';
import { readAll, untilClosed } from './http-server.ts';

const LIMIT = { requestTimeout: 200, headersTimeout: 200, connectionsCheckingInterval: 20 };

async function starts(times: { readonly idleMs: number; readonly moreMs: number }): Promise<number> {
  const server = createServer(LIMIT);
  const conversations = new Conversations(
    async (unread, socket) => {
      socket.end(`HTTP/1.1 408 Late\r\nconnection: close\r\n\r\n${unread}`);
    },
    { isSlow: ({ url }) => url === '/slow', ...times },
  );
  server.on('clientError', (error, socket) => conversations.break(error, socket));
  server.on('request', async (incoming, outgoing) => {
    conversations.add(incoming, outgoing);
    let bytes = 0;
    try {
      for await (const part of incoming) bytes += part.length;
    } catch {
      return;
    }
    outgoing.end(`took ${bytes}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has an address of this form.
  return (server.address() as AddressInfo).port;
}

/** Sends one byte each 100 ms, in all so many of 20. */
function drips(port: number, path: string, most = 20): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.write(`PUT ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 20\r\n\r\n`);
  let left = most;
  const timer = setInterval(() => {
    if (left > 0 && socket.writable) socket.write('a');
    left -= 1;
  }, 100);
  socket.on('error', () => undefined).once('close', () => clearInterval(timer));
  return socket;
}

it('a slow body that goes on arriving is taken', async () => {
  const port = await starts({ idleMs: 5_000, moreMs: 20_000 });
  expect(await readAll(drips(port, '/slow'))).toMatch(/^HTTP\/1\.1 200 .*took 20/s);
});

it('any other is refused at its limit', async () => {
  const port = await starts({ idleMs: 5_000, moreMs: 20_000 });
  expect(await readAll(drips(port, '/other'))).toMatch(/^HTTP\/1\.1 408 .*limited:time/s);
});

it('a slow body that stops arriving is cut off', async () => {
  const port = await starts({ idleMs: 300, moreMs: 20_000 });
  await untilClosed(drips(port, '/slow', 4).resume());
});

it('a slow body without end is cut off', async () => {
  const port = await starts({ idleMs: 5_000, moreMs: 300 });
  const socket = drips(port, '/slow');
  expect(await readAll(socket).catch(() => '')).toBe('');
  expect(socket.bytesWritten).toBeGreaterThan(0);
});

it('headers have no more time', async () => {
  const port = await starts({ idleMs: 5_000, moreMs: 20_000 });
  const socket = connect(port, '127.0.0.1');
  socket.write('PUT /slow HTTP/1.1\r\nHost: x\r\n');
  expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

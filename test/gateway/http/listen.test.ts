import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setImmediate as round } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LISTENERS } from '../../../gateway/http/listen.ts';
import { LoopLoad } from '../../../gateway/http/loop-load.ts';
import { dial, startServer, untilClosed } from './http-server.ts';

const CONNECTIONS = 8 * LISTENERS;
const REQUEST = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';

/** Keeps the thread, so that no round waits for connections. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('a server that listens', () => {
  it.runIf(process.platform === 'linux')(
    'accepts several connections in a round of its event loop',
    async () => {
      let seen = 0;
      const { server } = await startServer({
        fallback: async () => {
          seen += 1;
          return new Response('seen');
        },
      });
      const sockets = Array.from({ length: CONNECTIONS }, () => dial(server));
      for (const socket of sockets) socket.write(REQUEST);
      const ended = sockets.map(untilClosed);
      let rounds = 0;
      // The system has all of them before the first round ends.
      for (; seen < CONNECTIONS; rounds += 1) {
        work(5);
        await round();
      }
      expect(rounds).toBeLessThan(CONNECTIONS / 2);
      for (const socket of sockets) socket.resume();
      await Promise.all(ended);
    },
  );

  it('waits for the connections of all its sockets when it closes, and takes no other', async () => {
    const { promise: answer, resolve } = Promise.withResolvers<void>();
    let seen = 0;
    const { server } = await startServer({
      fallback: async () => {
        seen += 1;
        await answer;
        return new Response('late');
      },
    });
    const replies = Array.from({ length: 2 * LISTENERS }, () => fetch(server.url));
    await expect.poll(() => seen).toBe(2 * LISTENERS);
    let isClosed = false;
    const closed = server.close(10_000).then(() => {
      isClosed = true;
    });
    await expect(fetch(server.url)).rejects.toThrow();
    expect(isClosed).toBe(false);
    resolve();
    for (const reply of await Promise.all(replies)) expect(await reply.text()).toBe('late');
    await closed;
  });

  it('shares its port with no other program, and takes none that another has', async () => {
    const { server } = await startServer({});
    const port = Number(new URL(server.url).port);
    await expect(startServer({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const other = createServer((socket: Socket) => socket.end()).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const address = other.address();
    const taken = typeof address === 'object' && address !== null ? address.port : 0;
    await expect(startServer({ port: taken })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('the load of the event loop', () => {
  it('is full while it works without a pause, and no more once it rests', async () => {
    const load = new LoopLoad();
    const until = performance.now() + 600;
    while (performance.now() < until) {
      work(20);
      await round();
      load.isBusy();
    }
    expect(load.isBusy()).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(load.isBusy()).toBe(false);
  });
});

/** Between a client and a server: cuts connections in the middle of what the server sends, wherever that falls. */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy extends AsyncDisposable {
  /** In place of the server's. */
  readonly url: string;
  /** Bytes of the server after which the next connections are cut, one for each; the others are left alone. */
  cutNext(...bytes: readonly number[]): void;
  /** Connections that were cut. */
  readonly cut: number;
}

/** @param upstream `http://127.0.0.1:PORT/…` */
export async function startCuttingProxy(upstream: string): Promise<CuttingProxy> {
  const { port, pathname } = new URL(upstream);
  const limits: number[] = [];
  const open = new Set<Socket>();
  let cut = 0;
  const server = createServer((client) => {
    const engine = connect(Number(port), '127.0.0.1');
    const both = [client, engine];
    const end = () => {
      for (const one of both) one.destroy();
    };
    for (const one of both) {
      open.add(one);
      one.on('error', end);
      one.on('close', () => {
        open.delete(one);
        end();
      });
    }
    let left: number | null = null;
    client.on('data', (data) => engine.write(data));
    engine.on('data', (data) => {
      left ??= limits.shift() ?? Number.POSITIVE_INFINITY;
      client.write(data.subarray(0, left), () => {
        if (left !== null && left <= 0) end();
      });
      left -= data.length;
      if (left <= 0) cut += 1;
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const own = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own.port}${pathname}`,
    cutNext: (...bytes) => void limits.push(...bytes),
    get cut() {
      return cut;
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        for (const socket of open) socket.destroy();
      }),
  };
}

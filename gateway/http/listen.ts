/**
 * Listening on a port. An event loop accepts one connection of a socket in each of its rounds (libuv), however many wait. Rounds are long
 * under load: the others would wait in the kernel, where nothing can refuse them. Where the system spreads the connections of a
 * port over several sockets (Linux: SO_REUSEPORT), so many are accepted a round.
 */
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';

/** Sockets of a port. */
export const LISTENERS = 16;
const HAS_REUSE_PORT = process.platform === 'linux';

export interface Place {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
}

/**
 * Resolves when the port is bound, with what takes no more connections and resolves when the last one has ended. Rejects
 * where the port cannot be bound (`EADDRINUSE`, `EACCES`).
 */
export async function listen(server: HttpServer, place: Place): Promise<() => Promise<void>> {
  if (!HAS_REUSE_PORT) {
    await bound(server, place);
    return () => closed(server);
  }
  // A second program could share the port else: this one shares it with nobody.
  if (place.port !== 0) await checkFree(place);
  await bound(server, { ...place, reusePort: true });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : place.port;
  const others = Array.from({ length: LISTENERS - 1 }, () => passingOn(server));
  const all = [server, ...others];
  const close = async () => {
    await Promise.all(all.map(closed));
  };
  try {
    for (const other of others) await bound(other, { host: place.host, port, reusePort: true });
    return close;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Its connections are the server's. */
function passingOn(server: HttpServer): Server {
  // As node:http makes its own.
  return createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
}

async function checkFree(place: Place): Promise<void> {
  const probe = createServer();
  await bound(probe, place);
  await closed(probe);
}

function bound(server: Server, place: Place & { readonly reusePort?: boolean }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(place, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** At once where it does not listen. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

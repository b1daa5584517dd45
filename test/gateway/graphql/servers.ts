/** Servers of a test, on a folder of its own: afterwards they are ended, and none has had a fault. */
import { afterEach, beforeEach, expect } from 'vitest';
import { type RunningServer, type ServerOptions, startServer, storeFolder } from './graphql-server.ts';

export interface Servers {
  start(options?: Partial<ServerOptions>): Promise<RunningServer>;
}

/** Called once, by a file of tests. */
export function serversOfEachTest(): Servers {
  let folder: Awaited<ReturnType<typeof storeFolder>>;
  let servers: RunningServer[];
  beforeEach(async () => {
    folder = await storeFolder();
    servers = [];
  });
  afterEach(async () => {
    for (const server of servers) await server.stop();
    expect(servers.flatMap(({ faults }) => faults)).toEqual([]);
    await folder[Symbol.asyncDispose]();
  });
  return {
    start: async (options = {}) => {
      const server = await startServer({ path: folder.path, ...options });
      servers.push(server);
      return server;
    },
  };
}

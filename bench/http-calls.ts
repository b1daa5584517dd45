/** Calls of a server over sockets, and what they cost its process. */
import { Agent, request } from 'node:http';
import type { ChildServer } from './child-server.ts';
import type { Sample } from './sample.ts';

const CONNECTIONS = 4;

export interface Call {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface Reply {
  /** What the reply says of itself; node:http writes the rest anew. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Sends everything by POST over a few connections. @throws {Error} where `check` says no, or a reply is no success */
export async function measureCalls<C extends Call>(
  server: ChildServer,
  path: string,
  calls: readonly C[],
  check: (body: Buffer, call: C) => boolean,
): Promise<Sample> {
  // Of this round only: a server closes connections that idle while the other contestants run.
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const queue = [...calls];
  const before = await server.cpu();
  const start = performance.now();
  const work = async () => {
    for (let call = queue.pop(); call !== undefined; call = queue.pop()) {
      const { body } = await send(agent, `${server.url}${path}`, call);
      if (!check(body, call)) throw new Error(`another reply than was recorded: ${body.toString()}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const wall = performance.now() - start;
  agent.destroy();
  return {
    done: { request: calls.length },
    cpu: (await server.cpu()) - before,
    serverCpu: null,
    wall,
  };
}

/** One POST. @throws {Error} where the reply is no success */
export function send(agent: Agent, url: string, { headers, body }: Call): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-length': body.length },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const received = Buffer.concat(chunks);
        if ((incoming.statusCode ?? 0) >= 300) reject(new Error(received.toString()));
        else resolve({ headers: plainHeaders(incoming.headers), body: received });
      });
    });
    outgoing.end(body);
  });
}

function plainHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const own = Object.entries(headers).filter(
    ([name]) => !['date', 'connection', 'keep-alive'].includes(name),
  );
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}

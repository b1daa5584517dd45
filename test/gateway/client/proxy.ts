/** A real HTTP proxy between a client and an engine, which may rewrite what comes back. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeCanonical } from '../../../graph/canonical.ts';
import { blake3Hex } from '../../../graph/digest.ts';

// A proxy rewrites bodies of every shape.
// biome-ignore lint/suspicious/noExplicitAny: what is rewritten is what the test is about
export type Json = any;

export interface Passing {
  readonly method: string;
  readonly url: URL;
  readonly sent: Json;
  readonly status: number;
  /** What the engine says to a GET. */
  read(path: string): Promise<Json>;
}

/** Gives the body that the client gets. */
export type Rewrite = (body: Json, passing: Passing) => Json | Promise<Json>;

export interface RewritingProxy extends AsyncDisposable {
  readonly url: string;
  /** `METHOD /path?query` of what passed, oldest first. */
  readonly passed: string[];
  /** The engine's address. */
  upstream: string;
  rewrite: Rewrite;
}

export async function startProxy(upstream: string): Promise<RewritingProxy> {
  const passed: string[] = [];
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = 'GET', url = '/' } = request;
    const body = chunks.length === 0 ? null : Buffer.concat(chunks);
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const reply = await fetch(`${proxy.upstream}${url}`, { method, headers, body });
    passed.push(`${method} ${url}`);
    const sent = body === null ? null : JSON.parse(body.toString());
    const read = async (path: string) =>
      (await fetch(`${proxy.upstream}${path}`, { headers: { accept: headers.accept } })).json();
    const passing = { method, url: new URL(url, proxy.url), sent, status: reply.status, read };
    const rewritten = await proxy.rewrite(await reply.json(), passing);
    response.writeHead(reply.status, {
      'content-type': 'application/json',
      'x-adduce-policy': reply.headers.get('x-adduce-policy') ?? '',
    });
    response.end(JSON.stringify(rewritten));
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const proxy: RewritingProxy = {
    url: `http://127.0.0.1:${port}`,
    passed,
    upstream,
    rewrite: (body) => body,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

/** The body with the receipt of its exchange hashed anew, as docs/vectors.md says. */
export function sealedAnew(body: Json, route: string, { method, url, sent, status }: Passing): Json {
  const { receipts, ...response } = body;
  const query = [...url.searchParams].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const request = { method, path: url.pathname, query, body: sent };
  const { corpus } = response;
  const record = { v: 1, route, status, corpus, request, response, token_id: null, policy: 'fold/1' };
  return { ...body, receipts: [{ ...receipts[0], hash: blake3Hex(encodeCanonical(record)) }] };
}

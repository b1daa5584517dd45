import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readGolden } from '../../bin/cli/demo/golden.ts';
import { encodeCanonical } from '../../graph/canonical.ts';
import type { Benchmark, Contestant } from '../benchmark.ts';
import { type ChildServer, startChild } from '../child-server.ts';
import type { Recorded } from '../peers/recorded.ts';
import type { Sample } from '../sample.ts';

const QUESTIONS = 20;
const TOP_K = 10;
/** How often each question is asked in a round. */
const REPEATS = { real: 10, bare: 200 };
const CONNECTIONS = 4;

/** POST /v1/search over a socket, against a server that only sends the same bytes; CPU is that of the server's process. */
export const wireBenchmark: Benchmark = {
  name: 'wire',
  about: 'POST /v1/search over a socket: `adduce serve`, and bare node:http that sends the same bytes',
  rounds: 9,
  async prepare() {
    await using undo = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'adduce-bench-'));
    undo.defer(() => rm(folder, { recursive: true, force: true }));
    const real = undo.use(await startChild('real-server.ts', { ADDUCE_DATA: folder }, null));
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    undo.defer(() => agent.destroy());
    const cases = await casesOf({ server: real, agent });
    const recorded = cases.flatMap(({ calls }) => calls.map(({ reply }) => reply));
    const bare = undo.use(await startChild('bare-server.ts', {}, recorded));
    const contestants = cases.flatMap((one) => contestantsFor(one, agent, { real, bare }));
    const kept = undo.move();
    return { contestants, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  },
};

interface Call {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

interface Target {
  readonly server: ChildServer;
  readonly agent: Agent;
}

/** Requests of one kind with the replies that they must have, byte for byte. */
interface Case {
  readonly name: string;
  readonly calls: readonly (Call & { readonly reply: Recorded; readonly expected: Buffer })[];
}

async function casesOf(target: Target): Promise<Case[]> {
  const questions = [...new Set((await readGolden()).map(({ q }) => q))].slice(0, QUESTIONS);
  const minted = await send(target, '/v1/keys', { headers: {}, body: new Uint8Array() });
  const { token } = JSON.parse(minted.body.toString());
  const cases: Case[] = [];
  for (const format of ['json', 'cbor']) {
    for (const [who, authorization] of [
      ['anonymous', {}],
      ['token', { authorization: `Bearer ${token}` }],
    ] as const) {
      const type = `application/${format}`;
      const headers = { accept: type, 'content-type': type, ...authorization };
      const calls: Case['calls'][number][] = [];
      for (const q of questions)
        calls.push(await record(target, { headers, body: bodyOf({ q, top_k: TOP_K }, format) }));
      cases.push({ name: `${format}, ${who}`, calls });
    }
  }
  return cases;
}

function bodyOf(value: object, format: string): Uint8Array {
  return format === 'json' ? Buffer.from(JSON.stringify(value)) : encodeCanonical(value);
}

async function record(target: Target, call: Call): Promise<Case['calls'][number]> {
  const { headers, body } = await send(target, '/v1/search', call);
  const { accept, authorization = '' } = call.headers;
  const key = `${accept} ${authorization} ${Buffer.from(call.body).toString('latin1')}`;
  return { ...call, expected: body, reply: { key, headers, body: body.toString('base64') } };
}

function contestantsFor(
  { name, calls }: Case,
  agent: Agent,
  servers: { readonly real: ChildServer; readonly bare: ChildServer },
): Contestant[] {
  const bare = `bare, ${name}`;
  return [
    { name: bare, against: null, round: () => measure({ server: servers.bare, agent }, calls, REPEATS.bare) },
    {
      name: `adduce, ${name}`,
      against: bare,
      round: () => measure({ server: servers.real, agent }, calls, REPEATS.real),
    },
  ];
}

/** Sends everything over a few connections. @throws {Error} where a reply is not the recorded one */
async function measure(target: Target, calls: Case['calls'], repeats: number): Promise<Sample> {
  const queue = Array.from({ length: repeats }, () => calls).flat();
  const sent = queue.length;
  const before = await target.server.cpu();
  const start = performance.now();
  const work = async () => {
    for (let call = queue.pop(); call !== undefined; call = queue.pop()) {
      const { body } = await send(target, '/v1/search', call);
      if (!body.equals(call.expected)) throw new Error('a reply is not the recorded one');
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const wall = performance.now() - start;
  return { done: { request: sent }, cpu: (await target.server.cpu()) - before, serverCpu: null, wall };
}

function send(
  { server, agent }: Target,
  path: string,
  { headers, body }: Call,
): Promise<{ headers: Record<string, string>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${server.url}${path}`, {
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

/** What a reply says of itself; node:http writes the rest anew. */
function plainHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const own = Object.entries(headers).filter(
    ([name]) => !['date', 'connection', 'keep-alive'].includes(name),
  );
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}

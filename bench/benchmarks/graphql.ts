import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, Contestant } from '../benchmark.ts';
import { type ChildServer, startChild } from '../child-server.ts';
import { openDemoService } from '../demo-service.ts';
import { type GraphQuery, graphQuery } from '../graph-query.ts';
import { type Call, measureCalls, send } from '../http-calls.ts';

const GRAPHQL = '/graphql';
/** Requests of a contestant in a round. */
const REQUESTS = 500;
/** Before the first round, of each: compilers have then seen what they compile. */
const WARM_UP = 300;
const OURS = 'adduce';

/** A claim graph of fifty nodes by POST, from servers that all run our resolvers over the demo corpus. */
export const graphqlBenchmark: Benchmark = {
  name: 'graphql',
  about:
    'a claim graph of 50 nodes over a socket: `adduce serve`, stock Yoga, Mercurius + JIT, same resolvers',
  rounds: 5,
  async prepare() {
    await using undo = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'adduce-bench-'));
    undo.defer(() => rm(folder, { recursive: true, force: true }));
    const real = undo.use(await startChild('real-server.ts', { ADDUCE_DATA: folder }, null));
    const yoga = undo.use(await startChild('yoga-server.ts', {}, null));
    const mercurius = undo.use(await startChild('mercurius-server.ts', {}, null));
    const call = callOf(await queryOfDemo());
    const expected = await bodyOf(yoga, call);
    const warm = async (server: ChildServer) => {
      await measureCalls(server, GRAPHQL, calls(call, WARM_UP), isSame(expected));
    };
    for (const server of [real, yoga, mercurius]) await warm(server);
    const contestants = contestantsFor({ real, yoga, mercurius }, call, expected);
    const kept = undo.move();
    return { contestants, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  },
};

async function queryOfDemo(): Promise<GraphQuery> {
  await using demo = await openDemoService();
  return graphQuery(demo.engine.store);
}

function callOf(query: GraphQuery): Call {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  return { headers, body: Buffer.from(JSON.stringify(query)) };
}

async function bodyOf({ url }: ChildServer, call: Call): Promise<Buffer> {
  const agent = new Agent();
  const { body } = await send(agent, `${url}${GRAPHQL}`, call);
  agent.destroy();
  return body;
}

function calls(call: Call, count: number): Call[] {
  return Array.from({ length: count }, () => call);
}

/** Every server sends the same data, in the same order; ours says behind it what the query cost. */
function isSame(expected: Buffer): (body: Buffer) => boolean {
  const data = expected.subarray(0, -1);
  return (body) =>
    body.subarray(0, data.length).equals(data) &&
    /^(?:,"extensions":\{"cost":\{[^{}]*\}\})?\}$/.test(body.subarray(data.length).toString());
}

function contestantsFor(
  servers: Readonly<Record<'real' | 'yoga' | 'mercurius', ChildServer>>,
  call: Call,
  expected: Buffer,
): Contestant[] {
  const { real, yoga, mercurius } = servers;
  const contestant = (name: string, server: ChildServer, against: string | null): Contestant => ({
    name,
    against,
    round: () => measureCalls(server, GRAPHQL, calls(call, REQUESTS), isSame(expected)),
  });
  return [
    contestant(OURS, real, null),
    contestant('stock Yoga', yoga, OURS),
    contestant('Mercurius + JIT', mercurius, OURS),
  ];
}

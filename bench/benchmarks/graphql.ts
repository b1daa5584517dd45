import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, Contestant } from '../benchmark.ts';
import { type ChildServer, startChild } from '../child-server.ts';
import { openDemoService } from '../demo-service.ts';
import { type GraphQuery, graphQuery, ordered, posted } from '../graph-query.ts';
import { type Call, measureCalls, send } from '../http-calls.ts';

const GRAPHQL = '/graphql';
/** Requests of a contestant in a round. */
const REQUESTS = 500;
/** Before the first round, of each: compilers have then seen what they compile. */
const WARM_UP = 300;
const OURS = 'adduce';

/** A request, and the data that every server sends for it. */
interface Asked extends Call {
  readonly data: Buffer;
}

type Servers = Readonly<Record<'real' | 'yoga' | 'mercurius', ChildServer>>;
/** What is asked in a round. */
type Asking = (round: number) => Asked[];

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
    const query = await queryOfDemo();
    const dataOf = dataIn(JSON.parse((await bodyOf(yoga, query)).toString()).data);
    const numbered = (number: number) => asked(query, dataOf, number);
    const warmUp = Array.from({ length: WARM_UP }, (_, index) => numbered(index));
    for (const server of [real, yoga, mercurius]) await measureCalls(server, GRAPHQL, warmUp, isSame);
    const contestants = [
      // No two requests are the same, in this round and in all others.
      ...contestantsFor({ real, yoga, mercurius }, '', (round) =>
        Array.from({ length: REQUESTS }, (_, index) => numbered(WARM_UP + round * REQUESTS + index)),
      ),
      ...contestantsFor({ real, yoga, mercurius }, ', the same again', () => {
        const same = numbered(0);
        return Array.from({ length: REQUESTS }, () => same);
      }),
    ];
    const kept = undo.move();
    return { contestants, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  },
};

async function queryOfDemo(): Promise<GraphQuery> {
  await using demo = await openDemoService();
  return graphQuery(demo.engine.store);
}

async function bodyOf({ url }: ChildServer, query: GraphQuery): Promise<Buffer> {
  const agent = new Agent();
  const { body } = await send(agent, `${url}${GRAPHQL}`, callOf(query, query.parts));
  agent.destroy();
  return body;
}

function callOf(query: GraphQuery, parts: GraphQuery['parts']): Call {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  return { headers, body: posted(query, parts) };
}

/** The data of any order of parts, from those of the first. */
function dataIn(data: Readonly<Record<string, unknown>>): (order: readonly number[]) => Buffer {
  const parts = Object.values(data).map((value) => JSON.stringify(value));
  return (order) =>
    Buffer.from(`{"data":{${order.map((part, place) => `"a${place}":${parts[part]}`).join(',')}}`);
}

function asked(query: GraphQuery, dataOf: (order: readonly number[]) => Buffer, number: number): Asked {
  const order = ordered([...query.parts.keys()], number);
  const parts = order.flatMap((part) => query.parts[part] ?? []);
  return { ...callOf(query, parts), data: dataOf(order) };
}

/** Every server sends the same data, in the same order; ours says behind it what the query cost. */
function isSame(body: Buffer, { data }: Asked): boolean {
  return (
    body.subarray(0, data.length).equals(data) &&
    /^(?:,"extensions":\{"cost":\{[^{}]*\}\})?\}$/.test(body.subarray(data.length).toString())
  );
}

function contestantsFor({ real, yoga, mercurius }: Servers, of: string, asking: Asking): Contestant[] {
  const contestant = (name: string, server: ChildServer, against: string | null): Contestant => ({
    name: `${name}${of}`,
    against: against && `${against}${of}`,
    round: (number) => measureCalls(server, GRAPHQL, asking(number), isSame),
  });
  return [
    contestant(OURS, real, null),
    contestant('stock Yoga', yoga, OURS),
    contestant('Mercurius + JIT', mercurius, OURS),
  ];
}

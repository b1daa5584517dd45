import type { Benchmark, Contestant } from '../benchmark.ts';
import { type ChildServer, startChild } from '../child-server.ts';
import type { Received, Wanted } from '../peers/subscribers.ts';

/** Of each server. */
const SUBSCRIBERS = Number(process.env.ADDUCE_BENCH_SUBSCRIBERS ?? 5_000);
/** In a round, one after the other: each when everybody has the one before. */
const CHANGES = 4;
const DOCUMENTS = 100;
/** Until every subscription is under way: nothing tells. */
const SETTLE_MS = 3_000;

const SELECTION = 'seq answerId from to reasons { code claim artefact }';
const ONE = [`subscription { findings { ${SELECTION} } }`];
/** Each asks by another name for what it gets. */
const MANY = Array.from(
  { length: DOCUMENTS },
  (_, index) => `subscription { findings { ${SELECTION} as${String(index).padStart(3, '0')}: seq } }`,
);

interface Fan extends AsyncDisposable {
  readonly server: ChildServer;
  readonly subscribers: ChildServer;
  /** Bytes of the server's memory for each subscriber that waits. */
  readonly idleBytes: number;
}

/** One change to thousands of subscribers, by servers in processes of their own. */
export const fanoutBenchmark: Benchmark = {
  name: 'fanout',
  about: `a change to ${SUBSCRIBERS} subscribers over WebSockets: ours from its log, Yoga + graphql-ws, raw ws.send`,
  rounds: 7,
  async prepare() {
    await using undo = new AsyncDisposableStack();
    const fans = new Map<string, Fan>();
    for (const { name, server, queries, raw = false } of CASES) {
      fans.set(name, undo.use(await openFan(server, queries, raw)));
    }
    const delays = new Map<string, number[]>(CASES.map(({ name }) => [name, []]));
    const bodies = new Map<string, readonly string[]>();
    const contestants = CASES.map(
      ({ name, against, queries }): Contestant => ({
        name,
        against,
        round: (number) => {
          const isSame = (received: Received, index: number) =>
            agree(bodies, `${number} ${index} ${queries.length}`, received.payloads);
          return measureRound(fanOf(fans, name), isSame, number > 0 ? (delays.get(name) ?? []) : []);
        },
      }),
    );
    const kept = undo.move();
    return {
      contestants,
      details: () => detailsOf(fans, delays),
      [Symbol.asyncDispose]: () => kept.disposeAsync(),
    };
  },
};

interface Case extends Pick<Contestant, 'name' | 'against'> {
  /** Of `bench/peers`. */
  readonly server: string;
  readonly queries: readonly string[];
  readonly raw?: boolean;
}

const RAW = 'raw ws.send';
const YOGA = 'Yoga + graphql-ws';
const YOGA_MANY = `${YOGA}, ${DOCUMENTS} documents`;
const CASES: readonly Case[] = [
  { name: RAW, against: null, server: 'fanout-raw-server.ts', queries: ONE, raw: true },
  { name: 'adduce', against: RAW, server: 'fanout-server.ts', queries: ONE },
  { name: YOGA, against: 'adduce', server: 'fanout-yoga-server.ts', queries: ONE },
  { name: YOGA_MANY, against: null, server: 'fanout-yoga-server.ts', queries: MANY },
  { name: `adduce, ${DOCUMENTS} documents`, against: YOGA_MANY, server: 'fanout-server.ts', queries: MANY },
];

async function openFan(name: string, queries: readonly string[], raw: boolean): Promise<Fan> {
  await using undo = new AsyncDisposableStack();
  const server = undo.use(await startChild(name, {}, null));
  const before = await memoryOf(server);
  const url = `${server.url.replace('http', 'ws')}/graphql`;
  const wanted: Wanted = { url, count: SUBSCRIBERS, queries, raw };
  const subscribers = undo.use(await startChild('subscribers.ts', {}, [wanted]));
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const idleBytes = ((await memoryOf(server)) - before) / SUBSCRIBERS;
  const kept = undo.move();
  return { server, subscribers, idleBytes, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

async function memoryOf(server: ChildServer): Promise<number> {
  return (await server.ask<{ rss: number }>('memory')).rss;
}

function fanOf(fans: ReadonlyMap<string, Fan>, name: string): Fan {
  const fan = fans.get(name);
  if (fan === undefined) throw new RangeError(`${name} was not started`);
  return fan;
}

async function measureRound(
  { server, subscribers }: Fan,
  check: (received: Received, index: number) => void,
  delays: number[],
) {
  const before = await server.cpu();
  const start = performance.now();
  for (let index = 0; index < CHANGES; index += 1) {
    const receiving = subscribers.ask<Received>('received');
    const { at } = await server.ask<{ at: number }>('publish');
    const received = await receiving;
    check(received, index);
    for (const time of received.times) delays.push(time - at);
  }
  const wall = performance.now() - start;
  return {
    done: { delivery: CHANGES * SUBSCRIBERS },
    cpu: (await server.ask<{ cpu: number }>('spent')).cpu - before,
    serverCpu: null,
    wall,
  };
}

/** All servers send the same of a change. @throws {Error} where they do not */
function agree(bodies: Map<string, readonly string[]>, change: string, payloads: readonly string[]): void {
  const first = bodies.get(change) ?? payloads;
  bodies.set(change, first);
  const other = payloads.findIndex((payload, query) => payload !== first[query]);
  if (other >= 0) throw new Error(`servers sent different things: ${first[other]} and ${payloads[other]}`);
}

function detailsOf(fans: ReadonlyMap<string, Fan>, delays: ReadonlyMap<string, number[]>): string {
  const rows = [...delays].map(([name, all]) => {
    const sorted = Float64Array.from(all).sort();
    const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(0);
    const idle = (fanOf(fans, name).idleBytes / 1_024).toFixed(1);
    return `| ${name} | ${at(0.5)} ms | ${at(0.99)} ms | ${idle} KiB |`;
  });
  return [
    'From the call that publishes to the subscriber that has it, both on one machine, and the memory of the server for',
    'each subscriber that waits (resident, garbage collected):',
    '',
    '| Case | median | p99 | idle subscriber |',
    '| --- | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

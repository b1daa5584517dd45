import type { Benchmark, Contestant } from '../benchmark.ts';
import { type ChildServer, startChild } from '../child-server.ts';
import type { Received, Wanted } from '../peers/subscribers.ts';
import type { Sample } from '../sample.ts';

/** Of each server. */
const SUBSCRIBERS = Number(process.env.ADDUCE_BENCH_SUBSCRIBERS ?? 5_000);
/** In a round, one after the other: each when everybody has the one before. */
const CHANGES = 8;
/** Before them, once: a change's own code, such as the commit's, runs only once a change, so that it takes some to be compiled. */
const WARM_UP = 20;
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
  /** Null: nobody listens. */
  readonly subscribers: ChildServer | null;
  /** Bytes of the server's memory for each subscriber that waits. */
  readonly idleBytes: number;
}

/** One change to thousands of subscribers, by servers in processes of their own. */
export const fanoutBenchmark: Benchmark = {
  name: 'fanout',
  about: `a change to ${SUBSCRIBERS} subscribers over WebSockets: ours from its log, Yoga, Mercurius, raw ws.send`,
  rounds: 7,
  async prepare() {
    await using undo = new AsyncDisposableStack();
    const fans = new Map<string, Fan>();
    for (const one of CASES) fans.set(one.name, undo.use(await openFan(one)));
    const delays = new Map<string, number[]>(LISTENED.map(({ name }) => [name, []]));
    const bodies = new Map<string, readonly string[]>();
    const contestants = CASES.map(
      ({ name, against, queries }): Contestant => ({
        name,
        against,
        round: (number) => {
          const check = (received: Received, index: number) =>
            agree(bodies, `${number} ${index} ${queries.length}`, received.payloads);
          const isCounted = number > 0;
          return measureRound(fanOf(fans, name), {
            changes: isCounted ? CHANGES : WARM_UP,
            check,
            delays: isCounted ? (delays.get(name) ?? []) : [],
          });
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
  /** None: nobody listens. */
  readonly queries: readonly string[];
  readonly raw?: boolean;
}

const RAW = 'raw ws.send';
const YOGA = 'Yoga + graphql-ws';
const MERCURIUS = 'Mercurius';
const YOGA_MANY = `${YOGA}, ${DOCUMENTS} documents`;
const CASES: readonly Case[] = [
  { name: RAW, against: null, server: 'fanout-raw-server.ts', queries: ONE, raw: true },
  { name: 'adduce', against: RAW, server: 'fanout-server.ts', queries: ONE },
  { name: YOGA, against: 'adduce', server: 'fanout-yoga-server.ts', queries: ONE },
  { name: MERCURIUS, against: 'adduce', server: 'fanout-mercurius-server.ts', queries: ONE },
  { name: YOGA_MANY, against: null, server: 'fanout-yoga-server.ts', queries: MANY },
  { name: `adduce, ${DOCUMENTS} documents`, against: YOGA_MANY, server: 'fanout-server.ts', queries: MANY },
  { name: 'adduce, the append alone', against: null, server: 'fanout-server.ts', queries: [] },
];
const LISTENED = CASES.filter(({ queries }) => queries.length > 0);

async function openFan({ server: name, queries, raw = false }: Case): Promise<Fan> {
  await using undo = new AsyncDisposableStack();
  const server = undo.use(await startChild(name, {}, null));
  const [subscribers, idleBytes] = queries.length > 0 ? await subscribe(undo, server, queries, raw) : NOBODY;
  const kept = undo.move();
  return { server, subscribers, idleBytes, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

const NOBODY = [null, 0] as const;

async function subscribe(
  undo: AsyncDisposableStack,
  server: ChildServer,
  queries: readonly string[],
  raw: boolean,
): Promise<readonly [ChildServer, number]> {
  const before = await memoryOf(server);
  const url = `${server.url.replace('http', 'ws')}/graphql`;
  const wanted: Wanted = { url, count: SUBSCRIBERS, queries, raw };
  const subscribers = undo.use(await startChild('subscribers.ts', {}, [wanted]));
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return [subscribers, ((await memoryOf(server)) - before) / SUBSCRIBERS];
}

/** CPU in ms, by a meter of its own: what an idle engine keeps is not collected before it is read. */
async function spentBy(server: ChildServer): Promise<number> {
  return (await server.ask<{ cpu: number }>('spent')).cpu;
}

async function memoryOf(server: ChildServer): Promise<number> {
  return (await server.ask<{ rss: number }>('memory')).rss;
}

function fanOf(fans: ReadonlyMap<string, Fan>, name: string): Fan {
  const fan = fans.get(name);
  if (fan === undefined) throw new RangeError(`${name} was not started`);
  return fan;
}

interface Round {
  readonly changes: number;
  readonly check: (received: Received, index: number) => void;
  /** Gets the time that each delivery took, in ms. */
  readonly delays: number[];
}

async function measureRound(
  { server, subscribers }: Fan,
  { changes, check, delays }: Round,
): Promise<Sample> {
  // Collects: garbage of earlier rounds is not on this one's bill.
  await server.cpu();
  const before = await spentBy(server);
  const start = performance.now();
  for (let index = 0; index < changes; index += 1) {
    const receiving = subscribers?.ask<Received>('received');
    const { at } = await server.ask<{ at: number }>('publish');
    const received = await receiving;
    if (received === undefined) continue;
    check(received, index);
    for (const time of received.times) delays.push(time - at);
  }
  const wall = performance.now() - start;
  return {
    done: subscribers === null ? { append: changes } : { delivery: changes * SUBSCRIBERS },
    cpu: (await spentBy(server)) - before,
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

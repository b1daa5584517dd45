/** Faults one after another on two gateways under load, and what they cost. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultyProxy } from '../../test/graph/neo4j/proxy.ts';
import type { SmallDisk } from '../../test/setup/small-disk.ts';
import { type Cluster, FAULTY, OTHER } from './cluster.ts';
import { Writers } from './writers.ts';

export interface FaultRow {
  readonly fault: string;
  readonly acknowledged: number;
  /** Acknowledged, and not in the log under that id. */
  readonly lost: number;
  /** In the log more than once, by id or by content. */
  readonly doubled: number;
  /** Longest time in which the other gateway acknowledged nothing, ms; null: the fault is one of the store that both need. */
  readonly otherGap: number | null;
  /** Longest time until a try that the other gateway did not acknowledge came back, ms. */
  readonly otherRefusal: number;
  /** From the end of the fault until both gateways have acknowledged an append that was sent after it, ms. */
  readonly recovered: number;
  readonly refusals: ReadonlyMap<string, number>;
}

/** What is between `begin` and `end`. */
export interface Fault {
  readonly name: string;
  /** Whether the other gateway needs what fails. */
  readonly hitsBoth: boolean;
  readonly begin: (cluster: Cluster) => void | Promise<void>;
  readonly end: (cluster: Cluster) => void | Promise<void>;
}

export interface MatrixOptions {
  /** How long a fault lasts. */
  readonly holdMs: number;
  /** Clients of each gateway. */
  readonly clients: number;
}

/** Load before a fault, and after it has passed. */
const CALM_MS = 2_000;
const MAX_RECOVERY_MS = 60_000;
const LOOK_MS = 20;
const DELAY_MS = 200;

const nothing = () => undefined;

/** Those that can be made on a stack. */
export function faultsOn({ stack }: Cluster, disk: SmallDisk | null): readonly Fault[] {
  const { proxies, signalStore, signalGraph, storeDisk, nudges } = stack;
  const each = (act: (proxy: FaultyProxy) => unknown) => async () => {
    for (const proxy of proxies) await act(proxy);
  };
  const gateway: Fault[] = [
    { name: 'none', hitsBoth: false, begin: nothing, end: nothing },
    {
      name: 'kill -9 of a gateway',
      hitsBoth: false,
      begin: ({ gateways }) => gateways[FAULTY]?.kill(),
      end: (cluster) => cluster.restart(FAULTY),
    },
    {
      name: 'SIGSTOP of a gateway',
      hitsBoth: false,
      begin: ({ gateways }) => gateways[FAULTY]?.pause(),
      end: ({ gateways }) => gateways[FAULTY]?.resume(),
    },
  ];
  const network: Fault[] =
    proxies.length === 0
      ? []
      : [
          {
            name: 'packets to the store dropped',
            hitsBoth: false,
            begin: each((proxy) => proxy.silence()),
            end: each((proxy) => proxy.unsilence()),
          },
          {
            name: 'connections to the store refused',
            hitsBoth: false,
            begin: each((proxy) => proxy.stop()),
            end: each((proxy) => proxy.listen()),
          },
          {
            name: `packets to the store ${DELAY_MS} ms late`,
            hitsBoth: false,
            begin: each((proxy) => proxy.delay(DELAY_MS)),
            end: each((proxy) => proxy.delay(0)),
          },
        ];
  const store: Fault[] =
    signalStore === null
      ? []
      : [
          {
            name: "SIGSTOP of the store's server",
            hitsBoth: true,
            begin: () => signalStore('SIGSTOP'),
            end: () => signalStore('SIGCONT'),
          },
        ];
  const graph: Fault[] =
    signalGraph === null
      ? []
      : [
          {
            name: "SIGSTOP of the graph's server",
            hitsBoth: false,
            begin: () => signalGraph('SIGSTOP'),
            end: () => signalGraph('SIGCONT'),
          },
        ];
  const carrier: Fault[] =
    nudges === null
      ? []
      : [
          {
            name: 'SIGSTOP of Redis',
            hitsBoth: false,
            begin: () => nudges.signal('SIGSTOP'),
            end: () => nudges.signal('SIGCONT'),
          },
          {
            name: 'kill -9 of Redis',
            hitsBoth: false,
            begin: () => nudges.kill(),
            end: () => nudges.start(),
          },
        ];
  const full: Fault[] =
    disk === null
      ? []
      : [
          {
            name: 'full disk of a gateway',
            hitsBoth: proxies.length === 0,
            begin: () => disk.fill(),
            end: () => disk.clear(),
          },
        ];
  const fullStore: Fault[] =
    storeDisk === null
      ? []
      : [
          {
            name: "full disk of the store's server",
            hitsBoth: true,
            begin: () => storeDisk.fill(),
            end: () => storeDisk.clear(),
          },
        ];
  return [...gateway, ...network, ...store, ...graph, ...carrier, ...full, ...fullStore];
}

export async function runFault(
  cluster: Cluster,
  fault: Fault,
  { holdMs, clients }: MatrixOptions,
): Promise<FaultRow> {
  const name = fault.name.replaceAll(/\W+/g, '-');
  const writers = new Writers({
    urls: cluster.gateways.map((_, index) => () => cluster.gateways[index]?.url ?? ''),
    claims: cluster.claims,
    token: cluster.token,
    clients,
    name,
  });
  await sleep(CALM_MS);
  const began = performance.now();
  await fault.begin(cluster);
  await sleep(holdMs);
  await fault.end(cluster);
  const ended = performance.now();
  const recovered = await recovery(writers, ended);
  await sleep(CALM_MS);
  const until = performance.now();
  await writers.stop();
  const logged = await cluster.logged(`${name}-`);
  return {
    fault: fault.name,
    acknowledged: writers.acknowledged.length,
    ...compare(writers, logged),
    otherGap: fault.hitsBoth ? null : writers.longestGap(OTHER, began, until),
    otherRefusal: writers.longestRefusal(OTHER, began, until),
    recovered,
    refusals: writers.refusals,
  };
}

async function recovery(writers: Writers, from: number): Promise<number> {
  for (;;) {
    const ends = [FAULTY, OTHER].map((gateway) => writers.acknowledgedAfter(gateway, from));
    if (ends.every((end) => end !== null)) return Math.max(...ends) - from;
    if (performance.now() - from > MAX_RECOVERY_MS) return Number.POSITIVE_INFINITY;
    await sleep(LOOK_MS);
  }
}

function compare(
  { acknowledged }: Writers,
  logged: Awaited<ReturnType<Cluster['logged']>>,
): Pick<FaultRow, 'lost' | 'doubled'> {
  const refs = new Map(logged.map(({ eventId, ref }) => [String(eventId), ref]));
  return {
    lost: acknowledged.filter(({ key, eventId }) => refs.get(eventId) !== key).length,
    doubled: logged.length - new Set(logged.map(({ ref }) => ref)).size,
  };
}

/** Markdown. */
export function matrixTable(rows: readonly FaultRow[]): string {
  const header = [
    'Fault',
    'acknowledged',
    'lost',
    'doubled',
    'longest gap at the other',
    'longest refusal of the other',
    'both again after',
    'not acknowledged at first',
  ];
  const lines = rows.map((row) => [
    row.fault,
    String(row.acknowledged),
    String(row.lost),
    String(row.doubled),
    row.otherGap === null ? 'hits both' : seconds(row.otherGap),
    seconds(row.otherRefusal),
    seconds(row.recovered),
    [...row.refusals].map(([what, count]) => `${count} × ${what}`).join(', ') || '–',
  ]);
  return [header, header.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}

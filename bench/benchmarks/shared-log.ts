/** What appends cost gateways that share a log in PostgreSQL, beside one with an embedded store, and the delay of their notices. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClaimAddr } from '../../graph/address.ts';
import { openEmbedded } from '../../graph/embedded/open.ts';
import { copyLog } from '../../graph/log/copy-log.ts';
import { openPostgres } from '../../graph/postgres/open.ts';
import type { SharedLog } from '../../graph/shared-log/shared-log.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import { startPostgres } from '../../test/setup/postgres-process.ts';
import { findPostgres } from '../../test/setup/postgres-programs.ts';
import type { Survey } from '../benchmark.ts';
import { type ChildServer, startChild } from '../child-server.ts';
import { makeClaims, openEngine } from '../engine-over.ts';
import type { AppendCost, AppendPlace, AppendTask } from '../peers/append-server.ts';
import { postgresCpu } from '../postgres-meter.ts';
import { EMBEDDED } from '../stores.ts';

const CORPUS = 'lamps';
const CLAIMS = 64;
const ROUNDS = 3;
/** Later than that no notice counts. */
const LATE_MS = 500;

export const sharedLogSurvey: Survey = {
  name: 'shared-log',
  about: 'evidence appends of gateways on one PostgreSQL, in groups of 32, and the delay of their notices',
  async report() {
    await using undo = new AsyncDisposableStack();
    const { engine } = undo.use(await openEngine(EMBEDDED));
    const claims = await makeClaims(engine, CORPUS, CLAIMS);
    const found = await findPostgres();
    if (!found.available) throw new Error(found.reason);
    const own = await startPostgres(found);
    undo.defer(own.stop);
    const { url } = own.server;
    const rows: Row[] = [await embeddedRow(engine.store, claims)];
    for (const gateways of [1, 3]) rows.push(await postgresRow(url, gateways, engine.store, claims));
    return `${tableOf(rows)}\n\n${await latencyOf(url, engine.store, claims)}`;
  },
};

interface Row {
  readonly name: string;
  /** Milliseconds of one append. */
  readonly cpu: number;
  readonly serverCpu: number;
  readonly wall: number;
}

function tableOf(rows: readonly Row[]): string {
  const base = rows[0]?.cpu ?? 1;
  const lines = rows.map(({ name, cpu, serverCpu, wall }) => {
    const micros = [cpu, serverCpu, wall].map((ms) => `${Math.round(ms * 1_000)} µs`);
    return `| ${name} | ${micros.join(' | ')} | ${((cpu + serverCpu) / base).toFixed(2)} |`;
  });
  const header = '| Gateways | CPU of the gateway an append | server CPU | wall | CPU × embedded |';
  return [header, '|---|---:|---:|---:|---:|', ...lines].join('\n');
}

async function embeddedRow(seed: GraphStore, claims: readonly ClaimAddr[]): Promise<Row> {
  await using undo = new AsyncDisposableStack();
  const path = await mkdtemp(join(tmpdir(), 'adduce-bench-'));
  undo.defer(() => rm(path, { recursive: true, force: true }));
  const store = await openEmbedded({ path });
  await copyLog(seed, store);
  await store[Symbol.asyncDispose]();
  const child = undo.use(await startChild('append-server.ts', {}, taskOf({ path }, claims, 'embedded')));
  return await rowOf('1, embedded', [child], async () => 0);
}

async function postgresRow(
  url: string,
  gateways: number,
  seed: GraphStore,
  claims: readonly ClaimAddr[],
): Promise<Row> {
  const place = { url, schema: `bench_${gateways}` };
  await using store = await seeded(place, seed);
  await using undo = new AsyncDisposableStack();
  const children: ChildServer[] = [];
  for (let n = 0; n < gateways; n++) {
    const task = taskOf(place, claims, `gateway-${n}`);
    children.push(undo.use(await startChild('append-server.ts', {}, task)));
  }
  const row = await rowOf(`${gateways}, PostgreSQL`, children, () => postgresCpu(url));
  if ((await store.head()).size === 0) throw new Error('nothing was appended');
  return row;
}

async function seeded(
  place: { readonly url: string; readonly schema: string },
  seed: GraphStore,
): Promise<SharedLog> {
  const store = await openPostgres(place);
  // A rebuild writes and reads what PostgreSQL serves, and nothing else.
  await copyLog(seed, store);
  return store;
}

function taskOf(place: AppendPlace, claims: readonly ClaimAddr[], name: string): AppendTask {
  return [place, CORPUS, claims, name];
}

/** The median round of each figure; one more goes before them to warm up. */
async function rowOf(
  name: string,
  children: readonly ChildServer[],
  meter: () => Promise<number>,
): Promise<Row> {
  const rounds: Row[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [before, start] = [await meter(), performance.now()];
    const costs = await Promise.all(children.map((child) => child.ask<AppendCost>('group')));
    const [wall, server] = [performance.now() - start, (await meter()) - before];
    const appends = sum(costs.map((cost) => cost.appends));
    const cpu = sum(costs.map((cost) => cost.cpu));
    if (round > 0)
      rounds.push({ name, cpu: cpu / appends, serverCpu: server / appends, wall: wall / appends });
  }
  const median = (figure: (row: Row) => number) =>
    rounds.map(figure).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  return {
    name,
    cpu: median((row) => row.cpu),
    serverCpu: median((row) => row.serverCpu),
    wall: median((row) => row.wall),
  };
}

/** From the acknowledgement in one process to the notice in another. */
async function latencyOf(url: string, seed: GraphStore, claims: readonly ClaimAddr[]): Promise<string> {
  const place = { url, schema: 'bench_latency' };
  await using store = await seeded(place, seed);
  const notices = new Map<number, number>();
  const stop = store.onCommit((size) => notices.set(size, performance.timeOrigin + performance.now()));
  await using child = await startChild('append-server.ts', {}, taskOf(place, claims, 'one'));
  const { acknowledged } = await child.ask<AppendCost>('alone');
  await pause(LATE_MS);
  stop();
  const delays = acknowledged.flatMap(([size, at]) => {
    const then = notices.get(size);
    return then === undefined ? [] : [then - at];
  });
  delays.sort((a, b) => a - b);
  const at = (share: number) => `${(delays[Math.floor(share * (delays.length - 1))] ?? 0).toFixed(1)} ms`;
  return `Of ${acknowledged.length} appends one by one, another process was notified of ${delays.length}. From the acknowledgement to the notice: median ${at(0.5)}, p99 ${at(0.99)}, greatest ${at(1)} (below 0: before it).`;
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

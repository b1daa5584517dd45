import { cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbedded } from '../../graph/embedded/open.ts';
import type { BenchmarkOptions, Survey } from '../benchmark.ts';
import { growTo } from '../many-entries.ts';
import { startServed } from '../neighbours/served.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const STARTS = 3;
const OWN = resolve(import.meta.dirname, '..', '..');
const CORPUS = 'things-that-changed';
/** A tick of `/proc/PID/stat` (USER_HZ). */
const MS_PER_TICK = 10;
/** Longer than a head stays without its note. */
const SIGNED_MS = 1_500;

interface Start {
  /** Milliseconds from the process' start until it listens. */
  readonly cpu: number;
  readonly wall: number;
}

/** What `adduce serve` needs until it listens, over logs of growing size. Linux, for CPU times of another process. */
export const startSurvey: Survey = {
  name: 'start',
  about:
    'CPU of `adduce serve` until it listens, after a stop and after kill -9 (--rows ENTRIES, --server CHECKOUT; --data FOLDER: over a copy of the store there)',
  async report(options) {
    const data = await mkdtemp(join(tmpdir(), 'adduce-start-'));
    try {
      return await tableOf(data, options);
    } finally {
      await rm(data, { recursive: true, force: true });
    }
  },
};

async function tableOf(data: string, { rows, server, data: copied }: BenchmarkOptions): Promise<string> {
  const checkout = server === null ? OWN : resolve(server);
  const lines = [
    '| Entries | store | never signed before | after a stop | after kill -9 |',
    '| ---: | ---: | ---: | ---: | ---: |',
  ];
  // The first start ingests the demo corpus.
  if (copied === null) await start(checkout, data, 'stop');
  else await cp(copied, data, { recursive: true });
  for (const wanted of sizesOf(rows, copied)) {
    const size = await grow(data, wanted);
    const first = await start(checkout, data, 'stop');
    const stopped = await median(() => start(checkout, data, 'stop'));
    await start(checkout, data, 'kill');
    const killed = await median(() => start(checkout, data, 'kill'));
    const { size: bytes } = await stat(join(data, 'graph.sqlite'));
    const cells = [first, stopped, killed].map(({ cpu, wall }) => `${seconds(cpu)} (${seconds(wall)})`);
    lines.push(`| ${size.toLocaleString('en')} | ${(bytes / 1e6).toFixed(0)} MB | ${cells.join(' | ')} |`);
    console.error(lines.at(-1));
  }
  return lines.join('\n');
}

/** A store that was copied is measured as it is. */
function sizesOf(rows: readonly number[], copied: string | null): readonly number[] {
  if (rows.length > 0) return rows;
  return copied === null ? SIZES : [0];
}

/** How many entries it has then. */
async function grow(data: string, size: number): Promise<number> {
  await using store = await openEmbedded({ path: data });
  await growTo(store, CORPUS, size);
  return (await store.head()).size;
}

async function start(checkout: string, data: string, end: 'stop' | 'kill'): Promise<Start> {
  const began = performance.now();
  await using served = await startServed(checkout, data);
  const wall = performance.now() - began;
  const cpu = await cpuOf(served.pid);
  if (end === 'kill') {
    await sleep(SIGNED_MS);
    process.kill(served.pid, 'SIGKILL');
  }
  return { cpu, wall };
}

/** User and system time so far, all threads. */
async function cpuOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

async function median(run: () => Promise<Start>): Promise<Start> {
  const starts: Start[] = [];
  for (let n = 0; n < STARTS; n += 1) starts.push(await run());
  const middle = (of: keyof Start) =>
    starts.map((one) => one[of]).toSorted((a, b) => a - b)[STARTS >> 1] ?? 0;
  return { cpu: middle('cpu'), wall: middle('wall') };
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}

/**
 * A gateway that does nothing but append evidence through the log's writer. Its first message says where: an embedded store's
 * folder, or a PostgreSQL URL and schema; the corpus, the claims, and a name of its actors. Then `group` appends in groups,
 * `alone` one by one; both answer with what it cost.
 */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { SYSTEM_CLOCK } from '../../bin/cli/system-clock.ts';
import { appendEvidence } from '../../engine/ledger/append-evidence.ts';
import type { ClaimAddr } from '../../graph/address.ts';
import { openEmbedded } from '../../graph/embedded/open.ts';
import { LogWriter } from '../../graph/log/writer.ts';
import { openPostgres } from '../../graph/postgres/open.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import { claimAt, evidenceOf } from '../engine-over.ts';

export type AppendPlace = { readonly path: string } | { readonly url: string; readonly schema: string };
export type AppendTask = readonly [
  place: AppendPlace,
  corpus: string,
  claims: readonly ClaimAddr[],
  name: string,
];

export interface AppendCost {
  readonly appends: number;
  /** Milliseconds of this process. */
  readonly cpu: number;
  /** `performance.timeOrigin + performance.now()` at the acknowledgement, by the log's size after it; of `alone` only. */
  readonly acknowledged: readonly (readonly [size: number, at: number])[];
}

const GROUP = 32;
const GROUPS = 48;
const ALONE = 200;
const PAUSE_MS = 10;
const MICROSECONDS_PER_MS = 1_000;

const [task] = (await once(process, 'message')) as [AppendTask];
const [place, corpus, claims, name] = task;
// The writer and an evidence append read what PostgreSQL serves, and nothing else.
const store = ('path' in place ? await openEmbedded(place) : await openPostgres(place)) as GraphStore;
const writer = new LogWriter(store, () => SYSTEM_CLOCK.now());
let actors = 0;

async function appendOne(): Promise<number> {
  actors += 1;
  const claim = claimAt(claims, actors % claims.length);
  const outcome = await appendEvidence(writer, evidenceOf(claim, corpus, `${name}-${actors}`));
  if (!outcome.ok) throw new Error(outcome.refusal.reason);
  return outcome.value.entry.log.tree_size;
}

async function measured(
  work: () => Promise<AppendCost['acknowledged']>,
  appends: number,
): Promise<AppendCost> {
  const before = process.cpuUsage();
  const acknowledged = await work();
  const { user, system } = process.cpuUsage(before);
  return { appends, cpu: (user + system) / MICROSECONDS_PER_MS, acknowledged };
}

const TASKS: Readonly<Record<string, () => Promise<AppendCost>>> = {
  group: () =>
    measured(async () => {
      for (let group = 0; group < GROUPS; group++) {
        await Promise.all(Array.from({ length: GROUP }, appendOne));
      }
      return [];
    }, GROUPS * GROUP),
  alone: () =>
    measured(async () => {
      const acknowledged: [number, number][] = [];
      for (let count = 0; count < ALONE; count++) {
        const size = await appendOne();
        acknowledged.push([size, performance.timeOrigin + performance.now()]);
        await pause(PAUSE_MS);
      }
      return acknowledged;
    }, ALONE),
};

process.on('message', async (message: string) => process.send?.(await TASKS[message]?.()));
process.on('disconnect', () => void store[Symbol.asyncDispose]());
process.send?.({ url: '' });

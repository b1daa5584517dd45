/** The same evidence appended twice over: to a store that keeps the Merkle tree, and to one that keeps none. */

import { loadForProjection } from '../graph/log/load-for-projection.ts';
import { rebuildInto } from '../graph/log/rebuild.ts';
import { appendEntries } from '../graph/log/writer.ts';
import { project } from '../graph/project.ts';
import type { GraphStore, GraphTransaction, StoredEntry } from '../graph/store.ts';
import type { Contestant } from './benchmark.ts';
import { append, claimAt, evidenceOf, makeClaims, openEngine } from './engine-over.ts';
import { sample } from './sample.ts';
import type { StoreKind } from './stores.ts';

const CORPUS = 'lamps';
const CLAIMS = 64;
/** Appends of one transaction, as the writer groups those that wait. */
const GROUP = 32;
const GROUPS = 12;
const ALONE = 96;
const PAGE = 1_000;
const NO_ROOT = '0'.repeat(64);

type Append = (tx: GraphTransaction, entries: readonly StoredEntry[]) => Promise<unknown>;

/** @param rounds how many each contestant runs, the one that warms up among them */
export async function treeContestants(
  kind: StoreKind,
  undo: AsyncDisposableStack,
  rounds: number,
): Promise<Contestant[]> {
  const source = undo.use(await openEngine(kind));
  const claims = await makeClaims(source.engine, CORPUS, CLAIMS);
  const [bare, treed] = [undo.use(await kind.open()), undo.use(await kind.open())];
  for (const { store } of [bare, treed]) await rebuildInto(source.engine.store, store, () => undefined);
  const { size } = await source.engine.store.head();
  const wanted = rounds * (ALONE + GROUP * GROUPS);
  for (let n = 0; n < wanted; n += GROUP) {
    const actors = Array.from({ length: Math.min(GROUP, wanted - n) }, (_, at) => n + at);
    await Promise.all(
      actors.map((actor) => {
        const claim = claimAt(claims, actor % CLAIMS);
        return append(source.engine, evidenceOf(claim, CORPUS, `actor-${actor}`));
      }),
    );
  }
  const evidence = await entriesFrom(source.engine.store, size);
  return [
    ...contestantsOver(bare.store, evidence, withoutTree, ['without tree', null]),
    ...contestantsOver(treed.store, evidence, withTree, ['with tree', 'without tree']),
  ];
}

function contestantsOver(
  store: GraphStore,
  evidence: readonly StoredEntry[],
  write: Append,
  [name, against]: readonly [string, string | null],
): Contestant[] {
  let next = 0;
  const run = (count: number, group: number) =>
    sample(null, async () => {
      for (let done = 0; done < count; done += group) {
        const entries = evidence.slice(next, next + group);
        next += group;
        await store.transact((tx) => write(tx, entries));
      }
      return { append: count };
    });
  const alone = (which: string) => `append ${which}, one by one`;
  const grouped = (which: string) => `append ${which}, ${GROUP} at once`;
  return [
    { name: alone(name), against: against && alone(against), round: () => run(ALONE, 1) },
    { name: grouped(name), against: against && grouped(against), round: () => run(GROUP * GROUPS, GROUP) },
  ];
}

async function withTree(tx: GraphTransaction, entries: readonly StoredEntry[]): Promise<void> {
  await appendEntries(tx, await tx.head(), entries, new Map());
}

/** All that an append does but for hashing leaves and nodes, and storing them. */
async function withoutTree(tx: GraphTransaction, entries: readonly StoredEntry[]): Promise<void> {
  const head = await tx.head();
  const stored = entries.map((one) => ({ ...one, root: NO_ROOT }));
  const base = await loadForProjection(tx, stored, new Map());
  await tx.save({
    head: { ...head, size: head.size + entries.length, at: entries.at(-1)?.entry.at ?? head.at },
    entries: stored,
    merkleNodes: [],
    ...project(base, stored),
  });
}

async function entriesFrom(store: GraphStore, start: number): Promise<StoredEntry[]> {
  const all: StoredEntry[] = [];
  for (;;) {
    const page = await store.entries({ after: start + all.length - 1, limit: PAGE, types: null });
    if (page.length === 0) return all;
    all.push(...page);
  }
}

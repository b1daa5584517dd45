/** The same evidence appended twice over: to a store that keeps the Merkle tree, and to one that keeps none. */

import { appendEntries } from '../graph/log/append-entries.ts';
import { copyLog } from '../graph/log/copy-log.ts';
import { loadForProjection } from '../graph/log/load-for-projection.ts';
import { project } from '../graph/project.ts';
import type { StoredEntry } from '../graph/store/log.ts';
import type { GraphStore, GraphTransaction } from '../graph/store/store.ts';
import type { Contestant } from './benchmark.ts';
import { append, claimAt, evidenceOf, makeClaims, openEngine } from './engine-over.ts';
import { sample } from './sample.ts';
import { EMBEDDED, type StoreKind } from './stores.ts';

const CORPUS = 'lamps';
const CLAIMS = 64;
/** Appends of one transaction, as the writer groups those that wait. */
const GROUP = 32;
const GROUPS = 12;
const ALONE = 96;
const PAGE = 1_000;
const NO_ROOT = '0'.repeat(64);

type Append = (tx: GraphTransaction, entries: readonly StoredEntry[]) => Promise<unknown>;

/** The claims that the evidence is about, and the entries of that evidence as a store decided them. */
interface Decided {
  readonly base: GraphStore;
  readonly evidence: readonly StoredEntry[];
}

export async function treeContestants(
  kinds: readonly StoreKind[],
  undo: AsyncDisposableStack,
): Promise<Contestant[]> {
  const decided = await decide(undo);
  return kinds.flatMap((kind) => [
    ...contestantsOver(kind, decided, withoutTree, ['without tree', null]),
    ...contestantsOver(kind, decided, withTree, ['with tree', 'without tree']),
  ]);
}

async function decide(undo: AsyncDisposableStack): Promise<Decided> {
  const source = undo.use(await openEngine(EMBEDDED));
  const claims = await makeClaims(source.engine, CORPUS, CLAIMS);
  const base = undo.use(await EMBEDDED.open());
  await copyLog(source.engine.store, base.store);
  const { size } = await source.engine.store.head();
  const wanted = Math.max(ALONE, GROUP * GROUPS);
  for (let n = 0; n < wanted; n += GROUP) {
    const actors = Array.from({ length: Math.min(GROUP, wanted - n) }, (_, at) => n + at);
    await Promise.all(
      actors.map((actor) => {
        const claim = claimAt(claims, actor % CLAIMS);
        return append(source.engine, evidenceOf(claim, CORPUS, `actor-${actor}`));
      }),
    );
  }
  return { base: base.store, evidence: await entriesFrom(source.engine.store, size) };
}

function contestantsOver(
  kind: StoreKind,
  { base, evidence }: Decided,
  write: Append,
  [name, against]: readonly [string, string | null],
): Contestant[] {
  // Each round in a store of its own: a server has room for one, and none is longer than another.
  const run = async (count: number, group: number) => {
    await using opened = await kind.open();
    await copyLog(base, opened.store);
    // Awaited here: the store closes when this ends.
    return await sample(opened.meter, async () => {
      for (let done = 0; done < count; done += group) {
        const entries = evidence.slice(done, done + group);
        await opened.store.transact((tx) => write(tx, entries));
      }
      return { append: count };
    });
  };
  const alone = (which: string) => `${kind.name}, append ${which}, one by one`;
  const grouped = (which: string) => `${kind.name}, append ${which}, ${GROUP} at once`;
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

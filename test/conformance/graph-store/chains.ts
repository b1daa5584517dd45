/** Supersession chains in a store: the components of what proposals connect, listed as tallies. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ClaimAddr } from '../../../graph/address.ts';
import type { LedgerEntry } from '../../../graph/evidence.ts';
import type { ChainPart } from '../../../graph/store/lists.ts';
import type { ListPage } from '../../../graph/store/selection.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import {
  ANY_TALLY,
  type NameTally,
  type TallyFilter,
  type TallyOrder,
} from '../../../graph/store/tallies.ts';
import { type StoreTest, save } from './harness.ts';
import { at, CORPUS, claimAddr, hash, ledgerEntry } from './records.ts';

const VIEW = { seq: 1_000, until: at(1_000) };
const FIRST: ListPage<TallyOrder> = { by: 'key', descending: false, after: null, before: null, limit: 100 };
const RUNS = { embedded: 30, neo4j: 2 };
const CLAIMS = 9;

/** From a claim to its successor, perhaps itself; and the day. */
const proposal = fc.record({ of: fc.nat(CLAIMS - 1), by: fc.nat(CLAIMS - 1), day: fc.nat(20) });

interface Expected {
  readonly members: ReadonlySet<string>;
  readonly length: number;
  readonly seq: number;
  readonly newest: number;
  readonly since: string;
}

export function describeChains(test: StoreTest): void {
  test('lists what proposals connect as one chain, whatever they join, and however they are saved', async ({
    store,
  }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(proposal, { minLength: 1, maxLength: 14 }),
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 14, maxLength: 14 }),
        async (drawn, sizes) => {
          await store.transact((tx) => tx.clearProjections());
          const entries = drawn.map(({ of, by, day }, n) => propose(n, of, by, day));
          let left = entries;
          for (const size of sizes) {
            if (left.length === 0) break;
            await save(store, { ledger: left.slice(0, size) });
            left = left.slice(size);
          }
          const inParts = await chains(store);
          const ofParts = await members(store, inParts);
          expectComponents(inParts, ofParts, componentsOf(entries));
          await store.transact((tx) => tx.clearProjections());
          expect(await chains(store)).toEqual([]);
          await save(store, { ledger: entries });
          expect(await chains(store)).toEqual(inParts);
          expect(await members(store, inParts)).toEqual(ofParts);
          // As when an entry is saved again.
          await save(store, { ledger: entries.slice(-2) });
          expect(await chains(store)).toEqual(inParts);
          expect(await members(store, inParts)).toEqual(ofParts);
        },
      ),
      { numRuns: RUNS[store.capabilities.engine] },
    );
  });

  test('lists chains by their length and by their newest proposal, and by ranges of both', async ({
    store,
  }) => {
    const long = [propose(0, 1, 2, 3), propose(1, 2, 3, 4), propose(2, 3, 4, 5)];
    const short = [propose(5, 11, 12, 1)];
    await save(store, { ledger: [...long, ...short] });
    const [one, other] = [claimAddr(1), claimAddr(11)];
    const keys = async (page: Partial<ListPage<TallyOrder>>, filter: Partial<TallyFilter> = {}) =>
      (await chains(store, page, filter)).map(({ key }) => key);
    expect(await chains(store, { by: 'length', descending: true })).toEqual([
      { kind: 'chain', corpus: CORPUS, key: one, seq: 0, since: at(3), counts: { length: 4, newest: 2 } },
      { kind: 'chain', corpus: CORPUS, key: other, seq: 5, since: at(1), counts: { length: 2, newest: 5 } },
    ]);
    expect(await keys({ by: 'newest', descending: true })).toEqual([other, one]);
    expect(await keys({}, { counts: { length: { from: 3, to: null } } })).toEqual([one]);
    expect(await keys({}, { counts: { newest: { from: 3, to: 5 } } })).toEqual([other]);
    const selection = { kind: 'chain', corpus: CORPUS, closedLicences: [], among: null } as const;
    const then = { ...selection, view: { seq: 4, until: at(1_000) }, filter: ANY_TALLY };
    expect((await store.list('tallies', then, FIRST)).rows.map(({ key }) => key)).toEqual([one]);
    expect(await store.count('tallies', { ...then, view: VIEW })).toEqual({ count: 2, isExact: true });
    await save(store, { ledger: [propose(6, 12, 4, 9)] });
    expect(await chains(store)).toMatchObject([{ key: one, seq: 0, counts: { length: 6, newest: 6 } }]);
  });

  test('gives the claims of a chain in the order in which they came to it, from any of them on, either way', async ({
    store,
  }) => {
    const addrs = (...numbers: readonly number[]) => numbers.map(claimAddr);
    await save(store, { ledger: [propose(0, 1, 2, 0), propose(1, 2, 3, 0), propose(2, 11, 12, 0)] });
    await save(store, { ledger: [propose(3, 4, 1, 0), propose(4, 12, 3, 0), propose(5, 4, 5, 0)] });
    const all = addrs(1, 2, 3, 4, 11, 12, 5);
    const [first, second, last] = addrs(1, 2, 5);
    expect(await part(store, {})).toEqual(all);
    expect(await part(store, { limit: 3 })).toEqual(all.slice(0, 3));
    expect(await part(store, { limit: 0 })).toEqual([]);
    expect(await part(store, { descending: true })).toEqual(all.toReversed());
    expect(await part(store, { descending: true, limit: 2 })).toEqual(addrs(5, 12));
    for (const [place, claim] of all.entries()) {
      const [behind, ahead] = [all.slice(place + 1), all.slice(0, place)];
      expect(await part(store, { after: claim })).toEqual(behind);
      expect(await part(store, { after: claim, descending: true })).toEqual(behind.toReversed());
      expect(await part(store, { before: claim })).toEqual(ahead);
      expect(await part(store, { before: claim, descending: true })).toEqual(ahead.toReversed());
      expect(await part(store, { after: claim, before: last })).toEqual(behind.slice(0, -1));
      expect(await part(store, { after: first, before: claim, descending: true })).toEqual(
        ahead.slice(1).toReversed(),
      );
    }
    expect(await part(store, { after: last, before: second })).toEqual([]);
    expect(await part(store, { limit: 1_000 })).toEqual(all);
    await expect(part(store, { limit: 1_001 })).rejects.toThrow(RangeError);
  });

  test('gives parts of many chains at once, each as it gives it alone', async ({ store }) => {
    await save(store, { ledger: [propose(0, 1, 2, 0), propose(1, 2, 3, 0), propose(2, 11, 12, 0)] });
    const [one, second, other, none] = [1, 2, 11, 99].map(claimAddr) as [
      ClaimAddr,
      ClaimAddr,
      ClaimAddr,
      ClaimAddr,
    ];
    const asked = [
      { chain: other, after: null, before: null },
      { chain: one, after: second, before: null },
      { chain: none, after: null, before: null },
      { chain: one, after: null, before: second },
      { chain: one, after: other, before: null },
      { chain: second, after: null, before: null },
      { chain: one, after: null, before: null },
      { chain: one, after: null, before: null },
    ];
    for (const descending of [false, true]) {
      for (const limit of [0, 1, 2, 100]) {
        const alone = await Promise.all(asked.map((of) => part(store, { ...of, descending, limit })));
        expect(await parts(store, asked, { descending, limit })).toEqual(alone);
      }
    }
    expect(await parts(store, asked)).toEqual(
      [[11, 12], [3], [], [1], [], [], [1, 2, 3], [1, 2, 3]].map((numbers) => numbers.map(claimAddr)),
    );
    expect(await parts(store, [])).toEqual([]);
  });

  test('refuses a page that says itself where the parts of chains begin', async ({ store }) => {
    const place = { value: '', id: claimAddr(1) };
    for (const page of [{ after: place }, { before: place }])
      await expect(parts(store, [], page)).rejects.toThrow(RangeError);
  });

  test('gives no claims of a chain that there is not, of one that was joined, nor beside a claim of another', async ({
    store,
  }) => {
    await save(store, { ledger: [propose(0, 1, 2, 0), propose(1, 2, 3, 0), propose(2, 11, 12, 0)] });
    const [one, other, none] = [claimAddr(1), claimAddr(11), claimAddr(99)];
    expect(await part(store, { chain: none })).toEqual([]);
    expect(await part(store, { chain: claimAddr(2) })).toEqual([]);
    expect(await part(store, { chain: one, after: other })).toEqual([]);
    expect(await part(store, { chain: one, before: none })).toEqual([]);
    expect(await part(store, { chain: other })).toEqual([other, claimAddr(12)]);
    await save(store, { ledger: [propose(3, 12, 3, 0)] });
    expect(await part(store, { chain: other })).toEqual([]);
    expect(await part(store, { chain: one })).toHaveLength(5);
  });

  test('goes on behind a claim of a chain that has been joined to another one since', async ({ store }) => {
    await save(store, { ledger: [propose(0, 1, 2, 0), propose(1, 2, 3, 0), propose(2, 11, 12, 0)] });
    const [second] = (await part(store, { limit: 1, after: claimAddr(1) })) ?? [];
    await save(store, { ledger: [propose(3, 12, 1, 0)] });
    expect(await part(store, { after: second! })).toEqual([3, 11, 12].map(claimAddr));
  });

  test('makes no chain of a claim with itself, nor of other evidence', async ({ store }) => {
    const corroborated = ledgerEntry(1, 0, { kind: 'corroborate' });
    await save(store, { ledger: [propose(3, 2, 2, 0), corroborated] });
    expect(await chains(store)).toEqual([]);
  });
}

function propose(seq: number, of: number, by: number, day: number): LedgerEntry {
  return ledgerEntry(of, seq, {
    event_id: `e1proposal${seq}` as LedgerEntry['event_id'],
    kind: 'supersede-propose',
    successor: claimAddr(by),
    effective_at: at(day),
    log: { seq, tree_size: seq + 1, root: hash('r') },
  });
}

async function chains(
  store: GraphStore,
  page: Partial<ListPage<TallyOrder>> = {},
  filter: Partial<TallyFilter> = {},
): Promise<readonly NameTally[]> {
  const selection = { kind: 'chain', corpus: CORPUS, view: VIEW, closedLicences: [], among: null } as const;
  const asked = { ...selection, filter: { ...ANY_TALLY, ...filter } };
  return (await store.list('tallies', asked, { ...FIRST, ...page })).rows;
}

interface Part extends ChainPart {
  readonly descending: boolean;
  readonly limit: number;
}

async function part(store: GraphStore, asked: Partial<Part>): Promise<readonly ClaimAddr[] | undefined> {
  const { chain = claimAddr(1), after = null, before = null, ...page } = asked;
  return (await parts(store, [{ chain, after, before }], page))[0];
}

async function parts(
  store: GraphStore,
  asked: readonly ChainPart[],
  page: Partial<ListPage<'joined'>> = {},
): Promise<readonly (readonly ClaimAddr[])[]> {
  const first = { by: 'joined', descending: false, after: null, before: null, limit: 100 } as const;
  return (await store.list('chainMembers', { parts: asked, view: null }, { ...first, ...page })).rows;
}

function members(store: GraphStore, found: readonly NameTally[]): Promise<readonly (readonly ClaimAddr[])[]> {
  const asked = found.map(({ key }) => ({ chain: key as ClaimAddr, after: null, before: null }));
  return parts(store, asked);
}

/** By painting each claim with the least one that it is connected with, until nothing changes. */
function componentsOf(entries: readonly LedgerEntry[]): Expected[] {
  const links = entries.filter(({ claim, successor }) => claim !== successor);
  const names = [...new Set(links.flatMap(({ claim, successor }) => [claim, successor ?? claim]))];
  const colour = new Map<string, string>(names.map((name) => [name, name]));
  const colourOf = (name: string) => colour.get(name) ?? name;
  for (let changed = true; changed; ) {
    changed = false;
    for (const { claim, successor } of links) {
      const [a, b] = [colourOf(claim), colourOf(successor ?? claim)];
      if (a === b) continue;
      for (const name of [claim, successor ?? claim]) colour.set(name, a < b ? a : b);
      changed = true;
    }
  }
  return [...new Set(colour.values())].map((own) => {
    const members = new Set(names.filter((name) => colourOf(name) === own));
    const of = links.filter(({ claim }) => members.has(claim));
    const seqs = of.map(({ log }) => log.seq);
    const [since = ''] = of.map(({ effective_at }) => effective_at).sort();
    return { members, length: members.size, seq: Math.min(...seqs), newest: Math.max(...seqs), since };
  });
}

function expectComponents(
  found: readonly NameTally[],
  members: readonly (readonly ClaimAddr[])[],
  expected: readonly Expected[],
): void {
  const byFirst = (a: { seq: number }, b: { seq: number }) => a.seq - b.seq;
  const inOrder = expected.toSorted(byFirst);
  const plain = ({ length, seq, newest, since }: Expected) => ({ length, seq, newest, since });
  expect(found.toSorted(byFirst).map(({ seq, since, counts }) => ({ ...counts, seq, since }))).toEqual(
    inOrder.map(plain),
  );
  for (const [index, { key, seq }] of found.entries()) {
    const own = members[index] ?? [];
    expect(own[0]).toBe(key);
    expect(own).toHaveLength(new Set(own).size);
    expect(new Set(own)).toEqual(inOrder.find((one) => one.seq === seq)?.members);
  }
}

/** Conformance: lists of claims by the belief of their clusters, held against a plain reading. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ClaimAddr } from '../../../graph/address.ts';
import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import type { ClaimRecord } from '../../../graph/claim.ts';
import { foldText } from '../../../graph/claim-facets.ts';
import {
  type BeliefChanges,
  LISTED_STATES,
  type ListedState,
  NO_BELIEF_CHANGES,
} from '../../../graph/store/beliefs.ts';
import { ANY_CLAIM, type ClaimFilter } from '../../../graph/store/filters.ts';
import { MAX_LISTED } from '../../../graph/store/lists.ts';
import type { BeliefCut, ClaimSelection, ListKey, ListOrder } from '../../../graph/store/selection.ts';
import { CLAIMS, NAMES, WORLD } from './belief-world.ts';
import { type StoreTest, save, saveBeliefs } from './harness.ts';
import { walk } from './list-pages.ts';
import { at, CORPUS, occurrence } from './records.ts';
import { range } from './world.ts';

const RUNS = { embedded: { numRuns: 60 }, neo4j: { numRuns: 5 } };

interface Believed {
  readonly state: ListedState;
  readonly confidence: number;
}
type Beliefs = ReadonlyMap<string, Believed>;

const believed: fc.Arbitrary<Believed> = fc.record({
  state: fc.constantFrom(...LISTED_STATES),
  confidence: fc.constantFrom(-1, 0, 500_000, 500_001),
});
const beliefs: fc.Arbitrary<Beliefs> = fc
  .tuple(...NAMES.map(() => believed))
  .map((all) => new Map(NAMES.map((name, index) => [name, all[index] ?? { state: 'none', confidence: -1 }])));

const cut = fc.record({
  states: fc.option(fc.subarray([...LISTED_STATES]), { nil: null }),
  moved: fc.subarray(NAMES, { maxLength: 4 }),
  to: believed,
});
const page = fc.record({
  by: fc.constantFrom<ListOrder>('seq', 'effective_at', 'id', 'confidence'),
  descending: fc.boolean(),
  limit: fc.integer({ min: 1, max: 7 }),
  lookAt: fc.constantFrom(undefined, 1, 5),
});
const LEAVES: readonly ClaimFilter[] = [
  { ...ANY_CLAIM, belief: ['settled', 'disputed'] },
  { ...ANY_CLAIM, belief: ['none'] },
  { ...ANY_CLAIM, confidence: { from: null, to: 500_000 } },
  { ...ANY_CLAIM, confidence: { from: 500_000, to: 500_000 } },
  { ...ANY_CLAIM, confidence: { from: 500_001, to: null }, text: 'has 1' },
  { ...ANY_CLAIM, cluster: ['cl_many', 'cl_few'] },
];
const leaf = fc.constantFrom(...LEAVES);
/** Conditions of belief wherever a filter has them. */
const inner = fc.oneof(
  { weight: 2, arbitrary: fc.constant(ANY_CLAIM) },
  leaf,
  leaf.map((not) => ({ ...ANY_CLAIM, not })),
  fc.tuple(leaf, leaf).map((or) => ({ ...ANY_CLAIM, or })),
  fc.tuple(leaf, leaf, leaf).map(([own, one, two]) => ({ ...own, and: [{ ...ANY_CLAIM, or: [one, two] }] })),
);
const narrowed = fc.record({
  inner,
  seq: fc.constantFrom(1_000, 12),
  text: fc.constantFrom(null, null, 'has 1', 'nowhere'),
  cluster: fc.constantFrom(null, null, null, 'cl_many'),
  prefixes: fc.constantFrom(null, null, [`wx://${CORPUS}/claim/c11`]),
  firstOfCluster: fc.constantFrom(null, null, { several: null }, { several: true }, { several: false }),
});

export function describeListsByBelief(test: StoreTest): void {
  test('lists, counts and groups claims and clusters by belief as a plain reading does', async ({
    store,
  }) => {
    await save(store, { claims: WORLD, occurrences: range(CLAIMS).map((n) => occurrence(n, n, n)) });
    await fc.assert(
      fc.asyncProperty(beliefs, cut, page, narrowed, async (known, { states, moved, to }, paging, narrow) => {
        await saveBeliefs(store, projected(known));
        const belief: BeliefCut = {
          states,
          moved: moved.map((cluster) => ({ cluster, ...to })),
          isWhole:
            narrow.seq > CLAIMS &&
            Object.values(narrow).every((one) => one === null || one === 1_000 || one === ANY_CLAIM),
        };
        const selection = selectionOf(belief, narrow);
        const seen = new Map([...known, ...moved.map((cluster) => [cluster, to] as const)]);
        const expected = plainly(seen, selection);
        const keyOf = (one: ClaimRecord): ListKey => ({
          id: one.addr,
          value: orderedBy(one, seen, paging.by),
        });
        const sign = paging.descending ? -1 : 1;
        const rows = expected.toSorted((a, b) => sign * compare(a, b, seen, paging.by));
        expect(
          (await walk(paging, (one) => store.list('claims', selection, one), keyOf)).map(addrOf),
        ).toEqual(rows.map(addrOf));
        expect(await store.count('claims', selection)).toEqual({ count: expected.length, isExact: true });
        const groups = LISTED_STATES.map((state) => ({
          key: state,
          count: expected.filter((one) => seen.get(one.claim_cluster_id)?.state === state).length,
        }));
        expect(await store.groups('claims', selection, 'belief')).toEqual(
          groups
            .filter(({ count }) => count > 0)
            .sort((a, b) => b.count - a.count || byCodeUnit(a.key, b.key)),
        );
        const [third, sixth] = [rows[2], rows[5]];
        if (third === undefined || sixth === undefined) return;
        const between = { after: keyOf(third), before: keyOf(sixth), limit: 9 };
        const found = await store.list('claims', selection, { ...paging, ...between, lookAt: 1_000 });
        expect(found.rows.map(addrOf)).toEqual(rows.slice(3, 5).map(addrOf));
      }),
      RUNS[store.capabilities.engine],
    );
  });

  test('refuses an order of confidence without beliefs, and more rows than a page has', async ({ store }) => {
    const list = (selection: ClaimSelection, limit: number) =>
      store.list('claims', selection, {
        by: 'confidence',
        descending: false,
        after: null,
        before: null,
        limit,
      });
    const { belief, ...plain } = selectionOf({ states: null, moved: [], isWhole: true }, {});
    await expect(list(plain, 5)).rejects.toThrow(RangeError);
    await expect(list({ ...plain, ...(belief && { belief }) }, MAX_LISTED + 1)).rejects.toThrow(RangeError);
    await expect(store.groups('claims', plain, 'belief')).rejects.toThrow(RangeError);
  });
}

function projected(known: Beliefs): BeliefChanges {
  const ledgers = [...known].map(([cluster, one]) => ({
    corpus: CORPUS,
    cluster,
    ...one,
    day: 20_000,
    until: null,
  }));
  const states = WORLD.map(({ addr, claim_cluster_id }) => ({
    addr,
    state: known.get(claim_cluster_id)?.state ?? 'none',
  }));
  const tallies = LISTED_STATES.map((state) => {
    return { corpus: CORPUS, state, claims: states.filter((one) => one.state === state).length };
  });
  return { ...NO_BELIEF_CHANGES, ledgers, states, tallies };
}

interface Narrowed {
  readonly seq?: number;
  readonly text?: string | null;
  readonly cluster?: string | null;
  readonly inner?: ClaimFilter;
  readonly prefixes?: readonly string[] | null;
  readonly firstOfCluster?: ClaimSelection['firstOfCluster'] | null;
}

function selectionOf(belief: BeliefCut, narrow: Narrowed): ClaimSelection {
  const { seq = 1_000, text = null, cluster = null, prefixes = null, firstOfCluster } = narrow;
  const own = { ...ANY_CLAIM, text, cluster: cluster === null ? null : [cluster] };
  // What is asked itself stays outermost, where indexes serve it.
  const { inner: joined = ANY_CLAIM } = narrow;
  const filter = joined === ANY_CLAIM ? own : { ...joined, and: [...joined.and, own] };
  const view = { seq, until: at(1_000) };
  const selection = { corpus: CORPUS, view, filter, prefixes, closedLicences: [], among: null, belief };
  return { ...selection, ...(firstOfCluster && { firstOfCluster }) };
}

function plainly(
  seen: Beliefs,
  { belief, filter, view, prefixes, firstOfCluster }: ClaimSelection,
): ClaimRecord[] {
  const inSight = WORLD.filter(
    ({ seq, addr }) =>
      seq <= view.seq && (prefixes === null || prefixes.some((prefix) => addr.startsWith(prefix))),
  );
  const isWanted = (one: ClaimRecord) => {
    if (firstOfCluster === undefined) return true;
    const [first, ...others] = inSight.filter((two) => two.claim_cluster_id === one.claim_cluster_id);
    const { several } = firstOfCluster;
    return first === one && (several === null || others.length > 0 === several);
  };
  return inSight.filter((one) => {
    const state = seen.get(one.claim_cluster_id)?.state ?? 'none';
    return (
      isWanted(one) &&
      (belief?.states?.includes(state) ?? true) &&
      has(filter, one, seen.get(one.claim_cluster_id))
    );
  });
}

function has(filter: ClaimFilter, one: ClaimRecord, known: Believed | undefined): boolean {
  const { text, cluster, belief, confidence, and, or, not } = filter;
  const { state = 'none', confidence: number = -1 } = known ?? {};
  const { from, to } = confidence ?? { from: -1, to: null };
  return (
    (text === null || foldText(one.core.text).includes(foldText(text))) &&
    (cluster === null || cluster.includes(one.claim_cluster_id)) &&
    (belief === null || belief.includes(state)) &&
    (confidence === null || (number >= 0 && number >= (from ?? 0) && number <= (to ?? number))) &&
    and.every((two) => has(two, one, known)) &&
    (or.length === 0 || or.some((two) => has(two, one, known))) &&
    !(not !== null && has(not, one, known))
  );
}

function orderedBy(one: ClaimRecord, seen: Beliefs, by: ListOrder): string | number {
  const confidence = seen.get(one.claim_cluster_id)?.confidence ?? -1;
  return { seq: one.seq, effective_at: one.effective_at, id: one.addr, confidence }[by];
}

function compare(a: ClaimRecord, b: ClaimRecord, seen: Beliefs, by: ListOrder): number {
  const [left, right] = [orderedBy(a, seen, by), orderedBy(b, seen, by)];
  const values =
    typeof left === 'number' && typeof right === 'number'
      ? left - right
      : byCodeUnit(String(left), String(right));
  if (values !== 0) return values;
  return by === 'confidence'
    ? byCodeUnit(a.claim_cluster_id, b.claim_cluster_id) || a.seq - b.seq
    : byCodeUnit(a.addr, b.addr);
}

function addrOf({ addr }: ClaimRecord): ClaimAddr {
  return addr;
}

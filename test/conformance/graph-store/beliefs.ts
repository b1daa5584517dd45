/** The projection of beliefs in a store: its rows, and lists of claims by them. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ClaimAddr } from '../../../graph/address.ts';
import { utcDay } from '../../../graph/belief/utc-day.ts';
import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import type { ClaimRecord } from '../../../graph/claim.ts';
import { foldText } from '../../../graph/claim-facets.ts';
import {
  type BeliefChanges,
  type LedgerBelief,
  LISTED_STATES,
  type ListedState,
  NEVER_LASTS,
  type VerdictDay,
} from '../../../graph/store/beliefs.ts';
import { ANY_CLAIM, type ClaimFilter } from '../../../graph/store/filters.ts';
import { MAX_LISTED } from '../../../graph/store/lists.ts';
import type {
  BeliefCut,
  ClaimSelection,
  Listed,
  ListKey,
  ListOrder,
  ListPage,
} from '../../../graph/store/selection.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { type StoreTest, save, saveBeliefs } from './harness.ts';
import {
  answer,
  answerId,
  at,
  CORPUS,
  claim,
  claimAddr,
  hash,
  ledgerEntry,
  observation,
  occurrence,
} from './records.ts';
import { range } from './world.ts';

const CLAIMS = 30;
/** Clusters of one claim, and two of several. */
const CLUSTERS = range(CLAIMS).map(clusterNamed);
const WORLD = range(CLAIMS).map((n) =>
  claim(n, { claim_cluster_id: CLUSTERS[n] ?? '', effective_at: at((n * 7) % 5) }),
);
const RUNS = { embedded: { numRuns: 60 }, neo4j: { numRuns: 5 } };
const NAMES = [...new Set(CLUSTERS)];

const NOTHING: BeliefChanges = {
  position: null,
  days: [],
  ledgers: [],
  states: [],
  tallies: [],
  verdicts: [],
};

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

export function describeBeliefs(test: StoreTest): void {
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
        expect((await walk(store, selection, paging, keyOf)).map(addrOf)).toEqual(rows.map(addrOf));
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

  test('holds what a step of the projection says, and forgets it with the projections', async ({
    store,
    reopen,
  }) => {
    await save(store, { claims: [claim(1), claim(2)], occurrences: [occurrence(1, 1, 1)] });
    const ledgers: LedgerBelief[] = [
      {
        corpus: CORPUS,
        cluster: 'cl_c11',
        state: 'settled',
        confidence: 700_000,
        day: 20_000,
        until: 20_090,
      },
      { corpus: CORPUS, cluster: 'cl_c12', state: 'stale', confidence: 5, day: 20_000, until: null },
      {
        corpus: CORPUS,
        cluster: 'cl_c13',
        state: 'disputed',
        confidence: 6,
        day: 20_000,
        until: NEVER_LASTS,
      },
      { corpus: 'other', cluster: 'cl_c11', state: 'none', confidence: -1, day: 1, until: 2 },
    ];
    const position = { seq: 5, pending: 7, revision: 3 };
    const day = { corpus: CORPUS, day: 20_000, confidentDay: -1, passed: 'cl_c1' };
    const tallies = [
      { corpus: CORPUS, state: 'settled' as const, claims: 1 },
      { corpus: 'other', state: 'none' as const, claims: 4 },
    ];
    const states = [{ addr: claimAddr(1), state: 'settled' as const }];
    await saveBeliefs(store, { position, days: [day], ledgers, states, tallies, verdicts: [] });
    const again = await reopen();
    expect(await again.beliefs('position', {})).toEqual([position]);
    expect(await again.beliefs('day', { corpus: CORPUS })).toEqual([day]);
    expect(await again.beliefs('day', { corpus: 'other' })).toEqual([]);
    expect(await again.beliefs('tallies', { corpus: 'other' })).toEqual(tallies.slice(1));
    const due = (before: number, from: number) =>
      again.beliefs('due', { corpus: CORPUS, before, from, limit: 5 });
    expect(await due(20_090, 0)).toEqual([]);
    expect(await due(20_091, 0)).toEqual(ledgers.slice(0, 1));
    expect((await due(20_091, NEVER_LASTS)).map(({ cluster }) => cluster)).toEqual(['cl_c13', 'cl_c11']);
    const after = await again.beliefs('after', { corpus: CORPUS, after: 'cl_c11', limit: 1 });
    expect(after).toEqual(ledgers.slice(1, 2));
    const by = [
      { corpus: 'other', cluster: 'cl_c11' },
      { corpus: CORPUS, cluster: 'cl_none' },
    ];
    expect(await again.beliefs('ledgers', { by })).toEqual(ledgers.slice(3));
    expect(await again.beliefs('ledgers', { by: [] })).toEqual([]);
    const [one, two] = await again.beliefs('claims', { by: [claimAddr(1), claimAddr(9)] });
    expect(two).toBeUndefined();
    expect(one).toEqual({ addr: claimAddr(1), corpus: CORPUS, cluster: 'cl_c11', seq: 1, state: 'settled' });
    await saveBeliefs(again, { ...NOTHING, days: [{ ...day, confidentDay: 20_000, passed: null }] });
    const [later] = await again.beliefs('day', { corpus: CORPUS });
    expect(later).toEqual({ ...day, confidentDay: 20_000, passed: null });
    await again.transact((tx) => tx.clearProjections());
    expect(await again.beliefs('position', {})).toEqual([]);
    expect(await again.beliefs('after', { corpus: CORPUS, after: '', limit: 9 })).toEqual([]);
    expect(await again.beliefs('tallies', { corpus: CORPUS })).toEqual([]);
  });

  test('has the day up to which each verdict lasts, from the entry of an answer that follows the present', async ({
    store,
    reopen,
  }) => {
    const past = '2025-06-01T00:00:00.000Z';
    const says = { claims: [claimAddr(1)], effective_until: '2026-01-01T23:59:59.999Z' };
    const first = utcDay(Date.parse(says.effective_until));
    const answers = [
      ...range(3).map((n) => answer(n, says)),
      answer(3, { ...says, as_of: past, effective_until: past }),
      answer(4, { ...says, claims: [] }),
      answer(5, says, { corpus: 'other' }),
      answer(6, { ...says, as_of: '2026-01-01T23:59:59.999Z' }, { at: '2026-01-01T08:00:00.000Z' }),
    ];
    await save(store, { answers });
    const row = (n: number, until: number, corpus = CORPUS, seq = 0) => ({
      answer: answerId(n),
      corpus,
      until,
      seq,
    });
    const rows = async (from: GraphStore) =>
      (await from.beliefs('verdicts', { by: [...range(7).map(answerId), 'ans_none'] })).toSorted((a, b) =>
        byCodeUnit(a.answer, b.answer),
      );
    const assembled = [...range(3).map((n) => row(n, first)), row(5, first, 'other'), row(6, first)];
    expect(await rows(store)).toEqual(assembled);
    expect(await store.beliefs('verdicts', { by: [] })).toEqual([]);

    const verdicts = [row(0, first + 90, CORPUS, 7), row(1, first + 1), row(3, first + 1)];
    await saveBeliefs(store, { ...NOTHING, verdicts });
    await save(store, { answers: answers.slice(0, 1) });
    const again = await reopen();
    expect(await rows(again)).toEqual([...verdicts.slice(0, 2), ...assembled.slice(2)]);
    const due = (before: number, after: Pick<VerdictDay, 'until' | 'answer'> | null, limit = 5) =>
      again.beliefs('dueVerdicts', { corpus: CORPUS, before, after, limit });
    expect(await due(first, null)).toEqual([]);
    expect(await due(first + 1, null)).toEqual([row(2, first), row(6, first)]);
    expect(await due(first + 90, null)).toEqual([row(2, first), row(6, first), row(1, first + 1)]);
    expect(await due(first + 91, null, 2)).toEqual([row(2, first), row(6, first)]);
    expect(await due(first + 91, row(1, first + 1), 2)).toEqual(verdicts.slice(0, 1));
    expect(await due(first + 91, row(0, first + 1))).toEqual([row(1, first + 1), ...verdicts.slice(0, 1)]);
    await again.transact((tx) => tx.clearProjections());
    expect(await rows(again)).toEqual([]);
    expect(await due(first + 91, null)).toEqual([]);
  });

  test('reads in a step what it saves, and keeps nothing of one that fails, nor writes behind its end', async ({
    store,
  }) => {
    await save(store, { claims: [claim(1)] });
    const states = [{ addr: claimAddr(1), state: 'stale' as const }];
    const position = { seq: 1, pending: 1, revision: 1 };
    const failed = store.moveBeliefs(async (tx) => {
      expect((await tx.head()).size).toBe((await store.head()).size);
      await tx.save({ ...NOTHING, position, states });
      expect(await tx.beliefs('position', {})).toEqual([position]);
      expect(await tx.beliefs('claims', { by: [claimAddr(1)] })).toMatchObject([{ state: 'stale' }]);
      throw new Error('ended');
    });
    await expect(failed).rejects.toThrow('ended');
    expect(await store.beliefs('position', {})).toEqual([]);
    expect(await store.beliefs('claims', { by: [claimAddr(1)] })).toMatchObject([{ state: null }]);
    const ended = await store.moveBeliefs(async (tx) => tx);
    await expect(ended.save({ ...NOTHING, position })).rejects.toThrow('the transaction has ended');
  });

  test('finds the claims of a cluster by position, and the ledgers that cite a hash', async ({ store }) => {
    const cited = (ofClaim: number, seq: number, artefact: number | null, bytes: string) =>
      ledgerEntry(ofClaim, seq, {
        log: { seq: 50 + ofClaim, tree_size: 51 + ofClaim, root: hash('root') },
        evidence: [
          {
            ref: 'https://example.org/',
            hash: hash(bytes),
            kind: 'source',
            check: artefact === null ? 'unknown' : 'match',
            domain: 'example.org',
            ...(artefact !== null && { artefact: `a1${artefact}` as const }),
          },
        ],
      });
    await save(store, {
      claims: WORLD,
      occurrences: [],
      observations: [observation(3, 3, at(3)), { ...observation(4, 4, at(4)), hash: hash('bytes 3') }],
      ledger: [
        cited(1, 0, 3, 'bytes 3'),
        cited(2, 0, null, 'bytes 3'),
        cited(3, 0, 4, 'bytes 3'),
        cited(4, 0, 5, 'bytes 5'),
      ],
    });
    const members = (after: number, limit: number) =>
      store.beliefs('members', { corpus: CORPUS, cluster: 'cl_many', after, limit });
    expect((await members(-1, 3)).map(({ seq, state }) => [seq, state])).toEqual([
      [0, null],
      [4, null],
      [8, null],
    ]);
    expect((await members(20, 9)).map(({ seq }) => seq)).toEqual([24, 28]);
    const citing = async (after: string, limit: number) =>
      (await store.beliefs('citing', { hashes: [hash('bytes 3'), hash('none')], after, limit })).map(
        (one) => one.claim,
      );
    expect(await citing('', 9)).toEqual([1, 2, 3].map(claimAddr));
    expect(await citing('', 2)).toEqual([1, 2].map(claimAddr));
    expect(await citing(claimAddr(2), 2)).toEqual([claimAddr(3)]);
    expect(await store.beliefs('citing', { hashes: [], after: '', limit: 9 })).toEqual([]);
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

function clusterNamed(n: number): string {
  if (n % 4 === 0) return 'cl_many';
  return n % 7 === 0 ? 'cl_few' : `cl_c1${n}`;
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
  return { ...NOTHING, ledgers, states, tallies };
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

async function walk(
  store: GraphStore,
  selection: ClaimSelection,
  paging: Omit<ListPage, 'after' | 'before'>,
  keyOf: (one: ClaimRecord) => ListKey,
): Promise<ClaimRecord[]> {
  const found: ClaimRecord[] = [];
  for (let after: ListKey | null = null; ; ) {
    const page: Listed<ClaimRecord> = await store.list('claims', selection, {
      ...paging,
      after,
      before: null,
    });
    found.push(...page.rows);
    const last = page.rows.at(-1);
    if (page.stoppedAt === null && (last === undefined || page.rows.length < paging.limit)) return found;
    after = page.stoppedAt ?? (last === undefined ? null : keyOf(last));
  }
}

function addrOf({ addr }: ClaimRecord): ClaimAddr {
  return addr;
}

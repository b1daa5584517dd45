/** How SQLite goes about lists: along the index of their order, so that a page costs what it returns. */
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { artefactLists } from '../../../graph/embedded/list-artefacts.ts';
import { claimAddrs, claimLists } from '../../../graph/embedded/list-claims.ts';
import { beliefReads } from '../../../graph/embedded/read-beliefs.ts';
import { SLICE } from '../../../graph/embedded/slices.ts';
import { tallyLists } from '../../../graph/embedded/tallies.ts';
import {
  ANY_ARTEFACT,
  ANY_CLAIM,
  type ArtefactFilter,
  type ClaimFilter,
} from '../../../graph/store/filters.ts';
import type { BeliefCut, ClaimSelection, ListOrder, ListPage } from '../../../graph/store/selection.ts';
import {
  ORDERED_COUNTS,
  TALLY_COUNTS,
  type TallyKind,
  type TallyOrder,
} from '../../../graph/store/tallies.ts';
import { save, saveBeliefs } from '../../conformance/graph-store/harness.ts';
import { artefact, at, CORPUS, claim, claimAddr, occurrence } from '../../conformance/graph-store/records.ts';
import { range } from './append.ts';
import { Counting, Explained } from './explained.ts';
import { openForTest, testFolder } from './folder.ts';

const OR_SOUGHT: Partial<ClaimFilter> = {
  or: [
    { ...ANY_CLAIM, subject: ['saturn', 'mars'] },
    { ...ANY_CLAIM, cluster: ['cluster-1'], text: 'x' },
  ],
};
const ORDERS = ['seq', 'effective_at', 'id'] as const satisfies readonly ListOrder[];
const PAGES: readonly ListPage[] = ORDERS.flatMap((by) =>
  [false, true].flatMap((descending) => {
    const page = { by, descending, after: null, before: null, limit: 6 };
    const key = { value: by === 'seq' ? 10 : 'x', id: 'x' };
    return [page, { ...page, after: key }, { ...page, before: key }, { ...page, after: key, before: key }];
  }),
);
const isFirst = ({ after, before }: ListPage) => after === null && before === null;
const FIRST_PAGES = PAGES.filter(isFirst);
const EVERYTHING: ClaimSelection = {
  corpus: CORPUS,
  view: { seq: Number.MAX_SAFE_INTEGER, until: '~' },
  filter: ANY_CLAIM,
  prefixes: null,
  closedLicences: ['All rights reserved'],
  among: null,
};
const ARTEFACTS_IN_ORDER = {
  seq: 'artefacts_by_seq',
  effective_at: 'artefacts_by_time',
  id: 'artefacts_by_id',
} as const;
const IN_ORDER = { seq: 'seq', effective_at: 'effective_at', id: 'addr' } as const;

/** Longer than the first slice of a page, so that the end of a slice is part of its statements. */
const SOME = 200;

/** Without statistics SQLite plans a store of any size alike. */
async function filledStore(): Promise<Explained> {
  const path = await testFolder();
  const store = await openForTest({ path });
  await save(store, {
    claims: range(SOME).map((n) => claim(n, { claim_cluster_id: `cluster-${n >> 1}` })),
    occurrences: range(SOME).map((n) => occurrence(n, n, n)),
    artefacts: range(SOME).map((n) => artefact(n)),
  });
  await saveBeliefs(store, {
    position: null,
    days: [],
    ledgers: range(SOME / 2).map((n) => {
      const row = { corpus: CORPUS, cluster: `cluster-${n}`, state: 'settled' as const, confidence: n };
      return { ...row, day: 1, until: n };
    }),
    states: range(SOME).map((n) => ({ addr: claimAddr(n), state: 'settled' as const })),
    tallies: [],
    verdicts: [],
  });
  const connection = new Explained(join(path, 'graph.sqlite'), 0);
  onTestFinished(() => connection.close());
  return connection;
}

/** Of the list itself; nothing is sorted, and no table is read from one end to the other. */
function expectAlong(plan: readonly string[], index: string, columns = 'corpus=?'): void {
  const steps = plan.filter((step) => / c USING /.test(step));
  expect(steps.length).toBeGreaterThan(0);
  for (const step of steps) {
    expect(step).toMatch(/^SEARCH c USING (COVERING )?INDEX /);
    expect(step.split(' INDEX ')[1]).toContain(`${index} (${columns}`);
  }
  expect(plan.filter((step) => /TEMP B-TREE/.test(step))).toEqual([]);
  expectNoScan(plan);
}

/** Of claims; those of a corpus are by address a range of addresses. */
function expectAlongClaims(plan: readonly string[], index: string, by: ListOrder, leading = ''): void {
  const range = `${leading === '' ? '' : `${leading} AND `}addr>? AND addr<?`;
  const rest = `corpus=?${leading === '' ? '' : ` AND ${leading}`}`;
  expectAlong(plan, `${index}_${IN_ORDER[by as keyof typeof IN_ORDER]}`, by === 'id' ? range : rest);
}

/** Only what came with the statement, or was found by it, is read from one end to the other. */
function expectNoScan(plan: readonly string[]): void {
  expect(plan.length).toBeGreaterThan(0);
  const scans = plan.filter((step) =>
    /^SCAN (?!\S+ VIRTUAL|json_each|found|firsts|matching|\(subquery)/.test(step),
  );
  expect(scans).toEqual([]);
}

const GROUPINGS = ['attribute', 'dimension', 'licence', 'domain', 'publisher'] as const;

/** Each cluster is looked up by its index, for its first claim and, where that is asked, another one. */
function expectOthers(plan: readonly string[], first: string, isCounted: boolean): void {
  const others = plan.filter((step) => / d (EXISTS )?USING /.test(step));
  const [one, another, ...more] = others.filter((step, index) => others.indexOf(step) === index);
  expect(more).toEqual([]);
  expect(one).toBe(`SEARCH d USING INDEX ${first} (cluster=? AND corpus=?)`);
  if (isCounted) {
    expect(another).toMatch(
      /^SEARCH d (EXISTS )?USING INDEX claims_by_cluster \(cluster=\? AND corpus=\? AND seq>\?\)$/,
    );
  }
}

describe('the plan of a list', () => {
  it.each<[string, Partial<ClaimFilter>]>([
    ['of all', {}],
    ['by words', { text: 'moons', attribute: ['moon'], dimension: ['count'] }],
    ['by places', { licence: ['MIT'], domain: ['d'], publisher: ['p'] }],
    ['by times', { effectiveAt: { from: at(0), to: at(9) } }],
    ['by what is not', { not: { ...ANY_CLAIM, subject: ['saturn'] } }],
    [
      'by one thing or another',
      {
        or: [
          { ...ANY_CLAIM, text: 'a' },
          { ...ANY_CLAIM, subject: ['b'] },
        ],
      },
    ],
    [
      'by all of several',
      {
        and: [
          { ...ANY_CLAIM, sources: 'one' },
          { ...ANY_CLAIM, domain: ['d', 'e'] },
        ],
      },
    ],
  ])('of claims, %s, goes along the index of its order', async (_, filter) => {
    const connection = await filledStore();
    for (const prefixes of [null, ['wx://space/claim/c1']]) {
      for (const page of PAGES) {
        connection.plan.length = 0;
        const selection = { ...EVERYTHING, prefixes, filter: { ...ANY_CLAIM, ...filter } };
        await claimLists(connection).list(selection, page);
        expectAlongClaims(connection.plan, 'claims_by', page.by);
        expect(connection.plan).toContainEqual(
          expect.stringMatching(/^SEARCH o .*INDEX occurrences_by_claim \(claim=\? AND seq<\?\)$/),
        );
      }
    }
  });

  const CUT: BeliefCut = {
    states: ['settled', 'disputed'],
    moved: [{ cluster: 'cluster-1', state: 'disputed', confidence: 5 }],
    isWhole: false,
  };

  it.each<[string, Partial<ClaimFilter>]>([
    ['alone', {}],
    ['and words', { text: 'moons' }],
    ['and times', { effectiveAt: { from: at(0), to: at(9) } }],
  ])('of claims by belief, %s, goes along the index of states and order', async (_, filter) => {
    const connection = await filledStore();
    for (const page of PAGES) {
      connection.plan.length = 0;
      await claimLists(connection).list(
        { ...EVERYTHING, filter: { ...ANY_CLAIM, ...filter }, belief: { ...CUT, moved: [] } },
        page,
      );
      expectAlongClaims(connection.plan, 'claims_by_belief', page.by, 'belief=?');
    }
    connection.plan.length = 0;
    await claimLists(connection).list({ ...EVERYTHING, belief: CUT }, PAGES[0] as ListPage);
    expect(connection.plan).toContainEqual(
      expect.stringMatching(/^SEARCH c USING INDEX claims_by_cluster \(cluster=\? AND corpus=\?\)$/),
    );
    expectNoScan(connection.plan);
  });

  it('of claims by confidence goes along the index of ledgers, to the claims of each', async () => {
    const connection = await filledStore();
    for (const page of PAGES.filter(({ by }) => by === 'seq')) {
      connection.plan.length = 0;
      await claimLists(connection).list(
        { ...EVERYTHING, belief: { ...CUT, states: null, moved: [] } },
        { ...page, by: 'confidence' },
      );
      const steps = connection.plan.filter((step) => / b USING /.test(step));
      expect(steps.length).toBeGreaterThan(0);
      for (const step of steps)
        expect(step).toMatch(
          /^SEARCH b USING (COVERING )?INDEX ledger_beliefs_by_confidence \(corpus=\? AND state=\?/,
        );
      expect(connection.plan).toContainEqual(
        expect.stringMatching(/^SEARCH c USING INDEX claims_by_cluster \(cluster=\? AND corpus=\?/),
      );
      // The claims of one ledger are sorted by position.
      const sorted = connection.plan.filter((step) => /TEMP B-TREE/.test(step));
      expect(new Set(sorted)).toEqual(new Set(['USE TEMP B-TREE FOR LAST TERM OF ORDER BY']));
      expectNoScan(connection.plan);
    }
  });

  it.each([null, true])(
    'of clusters by belief goes along the index of states and order, and looks up the first of each (several: %s)',
    async (several) => {
      const connection = await filledStore();
      const selection = { ...EVERYTHING, firstOfCluster: { several } };
      for (const page of PAGES) {
        connection.plan.length = 0;
        await claimLists(connection).list({ ...selection, belief: { ...CUT, moved: [] } }, page);
        expectAlongClaims(connection.plan, 'claims_by_belief', page.by, 'belief=?');
        if (isFirst(page)) expectOthers(connection.plan, 'leads_by_cluster', several !== null);
      }
      connection.plan.length = 0;
      await claimLists(connection).list({ ...selection, belief: CUT }, PAGES[0] as ListPage);
      expect(connection.plan).toContainEqual('SEARCH c USING INDEX claims_by_addr (addr=?)');
      expectNoScan(connection.plan.filter((step) => !/^SCAN k /.test(step)));
    },
  );

  it('of clusters by confidence goes along the index of ledgers, and looks up the first claim of each', async () => {
    const connection = await filledStore();
    const selection = { ...EVERYTHING, firstOfCluster: { several: null } };
    for (const page of PAGES.filter(({ by }) => by === 'seq')) {
      connection.plan.length = 0;
      const belief = { ...CUT, states: null };
      await claimLists(connection).list({ ...selection, belief }, { ...page, by: 'confidence' });
      const steps = connection.plan.filter((step) => / b USING /.test(step));
      expect(steps.length).toBeGreaterThan(0);
      for (const step of steps)
        expect(step).toMatch(
          /^SEARCH b USING COVERING INDEX ledger_beliefs_by_confidence \(corpus=\? AND state=\?/,
        );
      expectOthers(connection.plan, 'leads_by_cluster', false);
      const claims = connection.plan.filter((step) => / c USING /.test(step));
      expect(new Set(claims)).toEqual(new Set(['SEARCH c USING INDEX claims_by_addr (addr=?)']));
      expect(connection.plan.filter((step) => /TEMP B-TREE/.test(step))).toEqual([]);
      expectNoScan(connection.plan.filter((step) => !/^SCAN k /.test(step)));
    }
  });

  it('of a total by belief reads what was counted, and the claims of moved ledgers', async () => {
    const connection = await filledStore();
    await claimLists(connection).count({ ...EVERYTHING, belief: { ...CUT, isWhole: true } });
    const steps = connection.plan.filter((step) => / c USING /.test(step));
    expect(steps).toHaveLength(2);
    for (const step of steps) expect(step).toMatch(/ INDEX claims_by_cluster \(cluster=\? AND corpus=\?\)$/);
    expect(connection.plan).toContainEqual(expect.stringMatching(/^SEARCH belief_tallies /));
    expectNoScan(connection.plan.filter((step) => step !== 'SCAN CONSTANT ROW'));
  });

  it('of what the projection itself reads goes along an index each', async () => {
    const connection = await filledStore();
    const reads = beliefReads(connection);
    const { corpus } = EVERYTHING;
    const queries: readonly (readonly [() => Promise<unknown>, RegExp])[] = [
      [
        () => reads.due({ corpus, before: 5, from: 0, limit: 9 }),
        /ledger_beliefs_by_until \(corpus=\? AND until>\? AND until<\?\)$/,
      ],
      [() => reads.after({ corpus, after: 'x', limit: 9 }), /PRIMARY KEY \(corpus=\? AND cluster>\?\)$/],
      [() => reads.ledgers({ by: [{ corpus, cluster: 'x' }] }), /PRIMARY KEY \(corpus=\? AND cluster=\?\)$/],
      [
        () => reads.members({ corpus, cluster: 'x', after: 1, limit: 9 }),
        /claims_by_cluster \(cluster=\? AND corpus=\? AND seq>\?\)$/,
      ],
      [() => reads.citing({ hashes: ['x'], after: '', limit: 9 }), /^SEARCH o USING .*\(hash=\?\)$/],
    ];
    for (const [read, along] of queries) {
      connection.plan.length = 0;
      await read();
      expect(connection.plan).toContainEqual(expect.stringMatching(along));
      expectNoScan(connection.plan.filter((step) => !/^SCAN k /.test(step)));
    }
  });

  it.each<[string, boolean | null, Partial<ClaimFilter>, string]>([
    ['of all', null, {}, 'leads_by'],
    ['of one claim', false, {}, 'leads_by'],
    ['of several claims', true, {}, 'leads_of_peers_by'],
    ['of several claims, by words', true, { text: 'has' }, 'leads_of_peers_by'],
    ['of several claims, by times', true, { effectiveAt: { from: at(0), to: at(9) } }, 'leads_of_peers_by'],
  ])('of clusters, %s, goes along the index of those that may lead', async (_, several, filter, index) => {
    const connection = await filledStore();
    const selection = {
      ...EVERYTHING,
      filter: { ...ANY_CLAIM, ...filter },
      firstOfCluster: { several },
    };
    for (const page of PAGES) {
      connection.plan.length = 0;
      await claimLists(connection).list(selection, page);
      expectAlongClaims(connection.plan, index, page.by);
      if (isFirst(page)) expectOthers(connection.plan, 'leads_by_cluster', several !== null);
    }
  });

  it('of clusters in reach of a narrowed token looks up the others of a cluster by the cluster', async () => {
    const connection = await filledStore();
    const selection = {
      ...EVERYTHING,
      prefixes: ['wx://space/claim/c11'],
      firstOfCluster: { several: true },
    };
    for (const page of FIRST_PAGES) {
      connection.plan.length = 0;
      await claimLists(connection).list(selection, page);
      expectOthers(connection.plan, 'claims_by_cluster', true);
    }
  });

  const RANGES: readonly [ListOrder, Partial<ClaimFilter>, string][] = [
    ['seq', { seq: { from: 3, to: 9 } }, 'claims_by_seq (corpus=? AND seq>? AND seq<?)'],
    [
      'effective_at',
      { effectiveAt: { from: at(3), to: at(9) } },
      'claims_by_effective_at (corpus=? AND (effective_at,addr)>(?,?) AND (effective_at,addr)<(?,?))',
    ],
  ];
  it.each(RANGES)(
    'in the order of %s reads the range that is asked for, and no more',
    async (by, filter, range) => {
      const connection = await filledStore();
      for (const descending of [false, true]) {
        connection.plan.length = 0;
        const page = { by, descending, after: null, before: null, limit: 50 };
        const selection = { ...EVERYTHING, filter: { ...ANY_CLAIM, ...filter } };
        const { rows, stoppedAt } = await claimLists(connection).list(selection, page);
        expect([rows.length, stoppedAt]).toEqual([7, null]);
        const steps = connection.plan.filter((step) => / c USING /.test(step));
        expect(steps.length).toBeGreaterThan(0);
        for (const step of steps) expect(step).toContain(range);
      }
    },
  );

  it.each<[string, Partial<ClaimFilter>, readonly string[]]>([
    ['an address', { addr: [claimAddr(1), claimAddr(2)] }, ['claims_by_addr']],
    ['one thing or another that indexes find', OR_SOUGHT, ['claims_by_subject', 'claims_by_cluster']],
    ['what is within all of several', { and: [{ ...ANY_CLAIM, ...OR_SOUGHT }] }, ['claims_by_subject']],
  ])('of %s looks its few claims up', async (_, filter, indexes) => {
    const connection = await filledStore();
    const selection = { ...EVERYTHING, filter: { ...ANY_CLAIM, ...filter } };
    for (const page of FIRST_PAGES) {
      connection.plan.length = 0;
      await claimLists(connection).list(selection, page);
      for (const index of indexes) {
        expect(connection.plan).toContainEqual(
          expect.stringMatching(new RegExp(`^SEARCH claims .*${index} `)),
        );
      }
      expect(connection.plan.filter((step) => / c USING /.test(step))).toEqual(
        connection.plan.filter((step) => /^SEARCH c USING INTEGER PRIMARY KEY/.test(step)),
      );
      expectNoScan(connection.plan);
    }
  });

  it.each<[string, Partial<ClaimFilter>, RegExp]>([
    [
      'of a cluster',
      { cluster: ['cluster-1'] },
      /^SEARCH claims .*INDEX claims_by_cluster \(cluster=\? AND corpus=\?\)$/,
    ],
    [
      'of a subject',
      { subject: ['saturn'] },
      /^SEARCH claims .*INDEX claims_by_subject \(corpus=\? AND subject=\?\)$/,
    ],
    [
      'of an entity',
      { entity: ['saturn'] },
      /^SEARCH claims .*INDEX claims_by_object \(corpus=\? AND object=\?\)$/,
    ],
  ])('%s looks its few claims up, whatever the order', async (_, filter, index) => {
    const connection = await filledStore();
    const selection = { ...EVERYTHING, filter: { ...ANY_CLAIM, ...filter } };
    const { list, count, groups } = claimLists(connection);
    for (const read of [
      ...PAGES.map((page) => () => list(selection, page)),
      () => count(selection),
      () => groups(selection, 'licence'),
    ]) {
      connection.plan.length = 0;
      await read();
      expect(connection.plan).toContainEqual(expect.stringMatching(index));
      expect(connection.plan).toContainEqual('SEARCH c USING INTEGER PRIMARY KEY (rowid=?)');
      expectNoScan(connection.plan);
    }
  });

  it.each<[string, Partial<ClaimFilter>]>([
    ['of all', {}],
    ['by words', { text: 'moons', attribute: ['moon'], dimension: ['count'] }],
    ['by places', { licence: ['MIT'], domain: ['d'], publisher: ['p'] }],
    ['by times', { effectiveAt: { from: at(0), to: at(9) } }],
  ])('of counts and groups of claims, %s, goes along the log', async (_, filter) => {
    const connection = await filledStore();
    for (const firstOfCluster of [undefined, { several: true }, { several: null }]) {
      const first = firstOfCluster === undefined ? {} : { firstOfCluster };
      const selection = { ...EVERYTHING, filter: { ...ANY_CLAIM, ...filter }, ...first };
      const { count, groups } = claimLists(connection);
      const { claimAddrs: addrs } = claimAddrs(connection);
      for (const read of [
        () => count(selection),
        () => addrs(selection, 10),
        ...GROUPINGS.map((by) => () => groups(selection, by)),
      ]) {
        connection.plan.length = 0;
        await read();
        expect(connection.plan).toContainEqual(
          expect.stringMatching(/_by_seq \(corpus=\? AND seq>\? AND seq<\?\)$/),
        );
        expectNoScan(connection.plan);
      }
    }
  });

  it('of counts and groups of artefacts goes along the log', async () => {
    const connection = await filledStore();
    const { corpus, view } = EVERYTHING;
    const selection = { corpus, view, filter: { ...ANY_ARTEFACT, text: 'moons' } };
    const { count, groups } = artefactLists(connection);
    for (const read of [() => count(selection), () => groups(selection, 'licence')]) {
      connection.plan.length = 0;
      await read();
      expect(connection.plan).toContainEqual(
        expect.stringMatching(/INDEX artefacts_by_seq \(corpus=\? AND seq>\? AND seq<\?\)$/),
      );
      expectNoScan(connection.plan);
    }
  });

  it.each<[string, Partial<ArtefactFilter>]>([
    ['of all', {}],
    ['by words', { text: 'moons', lang: ['en'], mediaType: ['text/plain'] }],
    ['by origin', { licence: ['MIT'], domain: ['d'], publisher: ['p'] }],
    ['by times', { effectiveAt: { from: at(0), to: at(9) } }],
    ['that are withdrawn', { withdrawn: true }],
    ['that stand', { withdrawn: false }],
  ])('of artefacts, %s, goes along the index of its order', async (_, filter) => {
    const connection = await filledStore();
    const { corpus, view } = EVERYTHING;
    for (const page of PAGES) {
      connection.plan.length = 0;
      const selection = { corpus, view, filter: { ...ANY_ARTEFACT, ...filter } };
      await artefactLists(connection).list(selection, page);
      const isOfPublisher = page.by === 'seq' && selection.filter.publisher !== null;
      const index = ARTEFACTS_IN_ORDER[page.by as keyof typeof ARTEFACTS_IN_ORDER];
      expectAlong(connection.plan, isOfPublisher ? 'artefacts_by_publisher' : index);
    }
  });
});

const CLUSTERS: Readonly<Record<string, (n: number) => string>> = {
  'few of several claims': (n) => `cl-${n % 20 === 1 ? n - 1 : n}`,
  'two claims each': (n) => `cl-${n >> 1}`,
  'all in one': () => 'cl',
  'none of several claims': (n) => `cl-${n}`,
};
/** Both are longer than a slice. */
const SIZES = [2 * SLICE + 1_000, 8 * SLICE + 4_000] as const;
/** Where the first slice of a page ends is looked up. */
const FIRST_SLICE = 128;
/** Of each claim that is looked at: itself, its places, and the first others of its cluster with theirs. */
const MOST_PER_CLAIM = 6;

interface Filled {
  readonly clusterOf: (n: number) => string;
  /** Whether the documents are older the later they come, so that each claim leads in some view. */
  readonly isBackwards: boolean;
}

async function storeOf(size: number, { clusterOf, isBackwards }: Filled): Promise<Counting> {
  const path = await testFolder();
  const store = await openForTest({ path });
  const time = (n: number) => at(isBackwards ? size - n : n);
  for (let start = 0; start < size; start += SLICE) {
    const some = range(Math.min(SLICE, size - start)).map((n) => start + n);
    await save(store, {
      claims: some.map((n) => claim(n, { claim_cluster_id: clusterOf(n), effective_at: time(n) })),
      occurrences: some.map((n) => ({ ...occurrence(n, n, n % 500), effective_at: time(n) })),
    });
  }
  const connection = new Counting(join(path, 'graph.sqlite'), ['claims', 'occurrences']);
  onTestFinished(() => connection.close());
  return connection;
}

/** Rows that each statement of the page looks at. */
async function looksOf(connection: Counting, several: boolean | null, page: ListPage): Promise<number[]> {
  connection.looks.length = 0;
  await claimLists(connection).list({ ...EVERYTHING, firstOfCluster: { several } }, page);
  return [...connection.looks];
}

describe('the cost of a list of one cluster', () => {
  const size = SIZES[1];
  const half = { seq: Number.MAX_SAFE_INTEGER, until: at(size / 2) };

  it.each([
    ['as of a time at which half of it had been stated', { view: half }],
    ['in reach of a token narrowed to a tenth of it', { prefixes: ['wx://space/claim/c19'] }],
  ])('%s is that of looking at each claim a few times', { timeout: 60_000 }, async (_, narrowed) => {
    const connection = await storeOf(size, { clusterOf: () => 'cl', isBackwards: true });
    for (const several of [true, false, null]) {
      const selection = { ...EVERYTHING, ...narrowed, firstOfCluster: { several } };
      for (const page of FIRST_PAGES) {
        connection.looks.length = 0;
        const found = await claimLists(connection).list(selection, page);
        expect(found.rows).toHaveLength(several === false ? 0 : 1);
        expect(sum(connection.looks)).toBeLessThanOrEqual(MOST_PER_CLAIM * size);
      }
      connection.looks.length = 0;
      const count = several === false ? 0 : 1;
      expect(await claimLists(connection).count(selection)).toEqual({ count, isExact: true });
      expect(sum(connection.looks)).toBeLessThanOrEqual(MOST_PER_CLAIM * size);
    }
  });
});

const sum = (looks: readonly number[]) => looks.reduce((total, one) => total + one, 0);

describe.each(Object.entries(CLUSTERS))('the cost of a page of clusters, %s', (_, clusterOf) => {
  it('does not grow with the store', { timeout: 60_000 }, async () => {
    const [small, large] = await Promise.all(
      SIZES.map((size) => storeOf(size, { clusterOf, isBackwards: false })),
    );
    if (small === undefined || large === undefined) throw new Error('there are two sizes');
    for (const several of [true, null]) {
      for (const page of FIRST_PAGES) {
        const looks = sum(await looksOf(small, several, page));
        expect(looks).toBeLessThanOrEqual(FIRST_SLICE + MOST_PER_CLAIM * page.limit);
        expect(sum(await looksOf(large, several, page))).toBe(looks);
      }
    }
  });

  it.each([true, false])(
    'is no more than a slice in one statement, however much is filtered out (backwards: %s)',
    { timeout: 60_000 },
    async (isBackwards) => {
      const connection = await storeOf(SIZES[1], { clusterOf, isBackwards });
      for (const several of [true, false, null]) {
        for (const page of FIRST_PAGES) {
          const looks = await looksOf(connection, several, page);
          expect(Math.max(...looks)).toBeLessThanOrEqual(MOST_PER_CLAIM * SLICE);
        }
      }
    },
  );
});

it('goes along the index of each order of tallies, and sorts nothing', async () => {
  const connection = await filledStore();
  const lists = tallyLists(connection);
  const selection = { corpus: CORPUS, view: EVERYTHING.view, closedLicences: ['closed'], among: null };
  for (const kind of Object.keys(TALLY_COUNTS) as TallyKind[]) {
    for (const by of ['key', 'seq', ...TALLY_COUNTS[kind].slice(0, ORDERED_COUNTS)] as TallyOrder[]) {
      for (const page of PAGES.filter((one) => one.by === 'seq')) {
        connection.plan.length = 0;
        await lists.list({ ...selection, kind }, { ...page, by });
        const steps = connection.plan.filter((step) => / t USING /.test(step));
        const index = by === 'key' ? 'PRIMARY KEY' : `INDEX tallies_by_${by === 'seq' ? by : 'n'}`;
        expect(steps).toHaveLength(1);
        expect(steps[0]).toContain(`SEARCH t USING ${index}`);
        expect(steps[0]).toContain('(kind=? AND corpus=?');
        expect(connection.plan.join('\n')).not.toMatch(/SCAN c|TEMP B-TREE/);
      }
    }
  }
});

/** What Neo4j looks at for lists: rows along the index of the order, each claim's cluster by the index of clusters. */
import neo4j, { type Driver, type ProfiledPlan } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnnotationKind } from '../../../graph/annotation.ts';
import { annotationLists } from '../../../graph/neo4j/list-annotations.ts';
import { artefactLists } from '../../../graph/neo4j/list-artefacts.ts';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import { chainMembers } from '../../../graph/neo4j/read-chains.ts';
import { claimLists } from '../../../graph/neo4j/read-lists.ts';
import { tallyLists } from '../../../graph/neo4j/tallies.ts';
import {
  ANY_ARTEFACT,
  ANY_CLAIM,
  type ArtefactFilter,
  type ClaimFilter,
} from '../../../graph/store/filters.ts';
import type { ListReads } from '../../../graph/store/lists.ts';
import type { BeliefCut, ClaimSelection, ListOrder, ListPage } from '../../../graph/store/selection.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { ANY_TALLY, type TallyFilter } from '../../../graph/store/tallies.ts';
import { save, saveBeliefs } from '../../conformance/graph-store/harness.ts';
import { artefact, at, CORPUS, claim, occurrence } from '../../conformance/graph-store/records.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { emptyServer } from './empty-server.ts';
import { forgetPlans, hitsOf, isScan, operatorsOf, profilesOf } from './plans.ts';

const ORDERS = ['seq', 'effective_at', 'id'] as const satisfies readonly ListOrder[];
const PAGES: readonly ListPage[] = ORDERS.flatMap((by) =>
  [true, false].map((descending) => ({ by, descending, after: null, before: null, limit: 6 })),
);
const BATCH = 500;
const SMALL = 1_000;
const LARGE = 4_000;
/** A few for the claim itself, its places, and the others of its cluster with theirs. */
const MOST_PER_CLAIM = 40;
const EVERYTHING: ClaimSelection = {
  corpus: CORPUS,
  view: { seq: Number.MAX_SAFE_INTEGER, until: '9999-12-31T23:59:59.999Z' },
  filter: ANY_CLAIM,
  prefixes: null,
  closedLicences: [],
  among: null,
};

/** A page looks at so many for itself, wherever it stands in the store. */
const MOST_OF_A_PAGE = 600;

/** One seek of the index, from which rows come in the order of the page. */
function expectAlong(plan: ProfiledPlan, index: string): void {
  const steps = operatorsOf(plan);
  expect(steps.filter((step) => step.includes('INDEX c:'))).toEqual([expect.stringContaining(index)]);
  expect(steps.filter((step) => isScan(step) || /^(Sort|Top|PartialTop|PartialSort)/.test(step))).toEqual([]);
}

describeNeo4j('the plan of a list', (server) => {
  let driver: Driver;
  let store: GraphStore;

  beforeAll(async () => {
    await emptyServer(server());
    const { url, user, password } = server();
    driver = neo4j.driver(url, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
    store = await openNeo4j(server());
  });
  afterAll(async () => {
    await store[Symbol.asyncDispose]();
    await driver.close();
  });

  const profiled = (several: boolean | null, page: ListPage) =>
    planOf((lists) => lists.claims.list({ ...EVERYTHING, firstOfCluster: { several } }, page));

  async function planOf(read: (lists: ListReads) => Promise<unknown>): Promise<ProfiledPlan> {
    const profiles = await profilesOf(driver, (connection) =>
      read({
        claims: claimLists(connection),
        artefacts: artefactLists(connection),
        tallies: tallyLists(connection),
        chainMembers: chainMembers(connection),
        annotations: annotationLists(connection),
      }),
    );
    // Others say how many rows an index finds, or where a page that is not full ends.
    const [page, ...more] = profiles.filter(({ cypher }) =>
      /RETURN c\.record|RETURN t\.name AS key|n\.record AS record/.test(cypher),
    );
    if (page === undefined || more.length > 0) throw new Error('a page is one statement');
    return page.plan;
  }

  async function grow(from: number, to: number): Promise<void> {
    for (let start = from; start < to; start += BATCH) {
      const some = Array.from({ length: BATCH }, (_, n) => start + n);
      await save(store, {
        claims: some.map((n) => claim(n, { claim_cluster_id: n % 40 === 1 ? `cl-${n - 1}` : `cl-${n}` })),
        occurrences: some.map((n) => occurrence(n, n, n)),
        artefacts: some.map((n) => artefact(n)),
      });
    }
    await forgetPlans(driver);
  }

  it('of clusters grows no faster than the corpus, whatever the server takes its size for', async () => {
    const hits = new Map<string, number>();
    await grow(0, SMALL);
    for (const several of [true, false, null]) {
      for (const page of PAGES) {
        const plan = await profiled(several, page);
        hits.set(JSON.stringify([several, page]), hitsOf(plan));
        const seeks = operatorsOf(plan).filter((step) => step.includes('INDEX d:Claim'));
        expect(seeks).toHaveLength(several === null ? 1 : 2);
        for (const step of seeks) expect(step).toContain('NodeIndexSeek');
        for (const step of seeks) expect(step).toContain('d:Claim(cluster, corpus, seq)');
      }
    }
    await grow(SMALL, LARGE);
    for (const several of [true, false, null]) {
      for (const page of PAGES) {
        const before = hits.get(JSON.stringify([several, page])) ?? 0;
        expect(before).toBeLessThan(MOST_PER_CLAIM * SMALL);
        expect(hitsOf(await profiled(several, page))).toBeLessThan(MOST_PER_CLAIM * LARGE);
      }
    }
    // Nothing here is measured by the clock: the store grows slowly where others use the machine.
  }, 180_000);

  const KEYS = { seq: SMALL, effective_at: at(SMALL), id: 'wx://space/claim/c15' } as const;
  const BOUNDED = ORDERS.flatMap((by) =>
    [true, false].flatMap((descending) => {
      const page = { by, descending, after: null, before: null, limit: 6 };
      const key = { value: KEYS[by], id: 'x' };
      return [page, { ...page, after: key }, { ...page, before: key }];
    }),
  );
  /** One of each order and direction, with each kind of bound in turn: the server plans each statement anew. */
  const SOME_BOUNDED = BOUNDED.filter((_, n) => n % 3 === Math.floor(n / 3) % 3);
  const ALONG = {
    claim: { seq: '(corpus, seq, addr)', effective_at: '(corpus, effectiveAt, addr)', id: '(corpus, addr)' },
    artefact: { seq: '(corpus, seq, id)', effective_at: '(corpus, effectiveAt, id)', id: '(corpus, id)' },
  } as const;

  it.each<[string, Partial<ClaimFilter>, number]>([
    ['all', {}, MOST_OF_A_PAGE],
    ['words that many have', { text: 'has' }, MOST_OF_A_PAGE],
    ['words that none has', { text: 'nowhere' }, MOST_PER_CLAIM * LARGE],
    ['licences of places', { licence: ['nowhere'] }, MOST_PER_CLAIM * LARGE],
    ['times', { effectiveAt: { from: at(0), to: at(LARGE) } }, MOST_OF_A_PAGE],
  ])(
    'of claims, %s, goes along the index of its order, as far as its page',
    async (_, filter, most) => {
      for (const page of Object.keys(filter).length === 0 ? BOUNDED : SOME_BOUNDED) {
        const selection = { ...EVERYTHING, filter: { ...ANY_CLAIM, ...filter } };
        const plan = await planOf((lists) => lists.claims.list(selection, page));
        expectAlong(plan, ALONG.claim[page.by as keyof typeof ALONG.claim]);
        expect(hitsOf(plan)).toBeLessThan(most);
      }
    },
    180_000,
  );

  const STALE: BeliefCut = { states: ['stale'], moved: [], isWhole: false };

  let believed: Promise<void> | null = null;

  /** Once for all tests of lists by belief: none of them writes. */
  function believeStale(): Promise<void> {
    believed ??= saveStale();
    return believed;
  }

  async function saveStale(): Promise<void> {
    await grow(0, SMALL);
    const some = Array.from({ length: SMALL }, (_, n) => n);
    const ledger = (n: number) => ({ corpus: CORPUS, cluster: `cl-${n}`, state: 'stale' as const });
    await saveBeliefs(store, {
      position: null,
      days: [],
      ledgers: some.map((n) => ({ ...ledger(n), confidence: n % 7, day: 1, until: null })),
      states: some.map((n) => ({ addr: claim(n).addr, state: 'stale' as const })),
      tallies: [],
      verdicts: [],
    });
    await forgetPlans(driver);
  }

  it('of claims by belief goes along the index of states and order, one of confidence along that of ledgers', async () => {
    await believeStale();
    const belief = STALE;
    for (const page of BOUNDED) {
      const plan = await planOf((lists) => lists.claims.list({ ...EVERYTHING, belief }, page));
      expectAlong(
        plan,
        ALONG.claim[page.by as keyof typeof ALONG.claim].replace('corpus,', 'corpus, belief,'),
      );
      expect(hitsOf(plan)).toBeLessThan(MOST_OF_A_PAGE);
      const first = { ...page, by: 'confidence', after: null, before: null } as const;
      const confident = await planOf((lists) => lists.claims.list({ ...EVERYTHING, belief }, first));
      const steps = operatorsOf(confident);
      expect(steps.filter((step) => step.includes('INDEX b:'))).toEqual([
        expect.stringContaining('LedgerBelief(corpus, state, confidence, cluster)'),
      ]);
      expect(steps.filter((step) => isScan(step) || /^(Sort|Top) /.test(step))).toEqual([]);
    }
  }, 180_000);

  it('of claims by confidence looks at few ledgers where most claims pass, and at more where few do', async () => {
    await believeStale();
    const read = async (filter: Partial<ClaimFilter>, page: Partial<ListPage>) => {
      const selection = { ...EVERYTHING, belief: STALE, filter: { ...ANY_CLAIM, ...filter } };
      const whole = {
        by: 'confidence',
        descending: false,
        after: null,
        before: null,
        limit: 6,
        ...page,
      } as const;
      const found: string[] = [];
      const profiles = await profilesOf(driver, async (connection) => {
        const { rows } = await claimLists(connection).list(selection, whole);
        found.push(...rows.map(({ addr }) => addr));
      });
      const pages = profiles.filter(({ cypher }) => cypher.includes('RETURN c.record'));
      return { found, hits: pages.map(({ plan }) => hitsOf(plan)) };
    };
    for (const descending of [true, false]) {
      const { found, hits } = await read({}, { descending });
      expect(found).toHaveLength(6);
      expect(hits).toEqual([expect.any(Number)]);
      expect(Math.max(...hits)).toBeLessThan(MOST_OF_A_PAGE);
      // Its confidence is 6 of 0 to 6, and hundreds of ledgers are before it.
      const rare = claim(SMALL - 1);
      const one = await read({ text: rare.core.text }, { descending });
      expect(one.found).toContain(rare.addr);
      const few = await read({ text: rare.core.text }, { descending, lookAt: 30 });
      expect(few.hits).toHaveLength(2);
    }
  }, 180_000);

  it.each([true, null])(
    'of clusters by belief goes along the same indexes (several: %s)',
    async (several) => {
      await believeStale();
      const clusters = { ...EVERYTHING, belief: STALE, firstOfCluster: { several } };
      for (const page of PAGES) {
        const plan = await planOf((lists) => lists.claims.list(clusters, page));
        expectAlong(
          plan,
          ALONG.claim[page.by as keyof typeof ALONG.claim].replace('corpus,', 'corpus, belief,'),
        );
      }
      for (const descending of [true, false]) {
        // As few ledgers as are looked at first: one statement.
        const few = { limit: 6, lookAt: 24 } as const;
        const page = { by: 'confidence', descending, after: null, before: null, ...few } as const;
        const steps = operatorsOf(await planOf((lists) => lists.claims.list(clusters, page)));
        expect(steps.filter((step) => step.includes('INDEX b:'))).toEqual([
          expect.stringContaining('LedgerBelief(corpus, state, confidence, cluster)'),
        ]);
        expect(steps.filter((step) => isScan(step) || /^(Sort|Top) /.test(step))).toEqual([]);
      }
    },
    180_000,
  );

  it.each<[string, Partial<ClaimFilter>]>([
    ['cluster', { cluster: ['cl-40'] }],
    ['subject', { subject: ['saturn'] }],
    ['entity', { entity: ['saturn'] }],
    ['number', { number: { unit: 'km', from: 1, to: 9 } }],
    ['number that is at most another', { number: { unit: '', from: null, to: 9 } }],
    ['day', { date: { from: '2020-01-01', to: null } }],
    ['few addresses', { addr: [claim(7).addr, claim(9).addr] }],
    [
      'subject or cluster',
      {
        or: [
          { ...ANY_CLAIM, subject: ['saturn', 'mars'] },
          { ...ANY_CLAIM, cluster: ['cl-40'], text: 'has' },
        ],
      },
    ],
  ])(
    'of claims of a %s looks up its few claims',
    async (_, filter) => {
      for (const page of PAGES) {
        const selection = { ...EVERYTHING, filter: { ...ANY_CLAIM, ...filter } };
        const plan = await planOf((lists) => lists.claims.list(selection, page));
        expect(operatorsOf(plan).filter(isScan)).toEqual([]);
        expect(hitsOf(plan)).toBeLessThan(MOST_OF_A_PAGE);
      }
    },
    180_000,
  );

  it.each<[string, Partial<ArtefactFilter>, number]>([
    ['all', {}, MOST_OF_A_PAGE],
    ['words that none has', { text: 'nowhere' }, MOST_PER_CLAIM * LARGE],
    ['that stand', { withdrawn: false }, MOST_OF_A_PAGE],
  ])(
    'of artefacts, %s, goes along the index of its order, as far as its page',
    async (_, filter, most) => {
      const { corpus, view } = EVERYTHING;
      for (const page of BOUNDED) {
        const selection = { corpus, view, filter: { ...ANY_ARTEFACT, ...filter } };
        const plan = await planOf((lists) => lists.artefacts.list(selection, page));
        expectAlong(plan, ALONG.artefact[page.by as keyof typeof ALONG.artefact]);
        expect(hitsOf(plan)).toBeLessThan(most);
      }
    },
    180_000,
  );

  it('of tallies goes along the index of its order, and sorts nothing', async () => {
    const selection = {
      ...{ corpus: CORPUS, view: EVERYTHING.view, closedLicences: [], among: null },
      filter: { ...ANY_TALLY, text: 'x', counts: { statements: { from: 1, to: 9 } } },
    };
    for (const by of ['key', 'seq', 'statements'] as const) {
      for (const descending of [false, true]) {
        const page = { by, descending, after: null, before: null, limit: 6 };
        const plan = await planOf((lists) => lists.tallies.list({ ...selection, kind: 'publisher' }, page));
        const steps = operatorsOf(plan);
        expect(steps.filter((step) => step.includes('INDEX t:Tally'))).toHaveLength(1);
        expect(steps.filter((step) => /^(Sort|Top|PartialSort)/.test(step))).toEqual([]);
      }
    }
  }, 60_000);

  it.each<[Partial<TallyFilter>, string]>([
    [{ key: ['a b', 'c d'] }, 't:Tally(id)'],
    [{ contradicting: ['a'] }, 't:Tally(corpus, contradicting)'],
    [{ contradicted: ['a'] }, 't:Tally(corpus, contradicted)'],
  ])(
    'of oppositions that have %o looks its few tallies up',
    async (filter, index) => {
      const selection = { corpus: CORPUS, view: EVERYTHING.view, closedLicences: [], among: null };
      const page = { by: 'contradictions', descending: true, after: null, before: null, limit: 6 } as const;
      const plan = await planOf((lists) =>
        lists.tallies.list({ ...selection, kind: 'opposition', filter: { ...ANY_TALLY, ...filter } }, page),
      );
      const steps = operatorsOf(plan);
      expect(steps.filter((step) => step.includes(index) || step.includes('UNIQUE t:Tally(id)'))).not.toEqual(
        [],
      );
      expect(steps.filter(isScan)).toEqual([]);
    },
    60_000,
  );

  it.each<[string, readonly AnnotationKind[] | null, string]>([
    ['every kind', null, 'n:Annotation(corpus, seq)'],
    ['some kinds', ['correction', 'context'], 'n:Annotation(corpus, kind, seq)'],
  ])(
    'of annotations of %s goes along the index of positions',
    async (_, kinds, index) => {
      const page = { by: 'seq', after: null, before: { value: 9, id: '' }, limit: 6 } as const;
      for (const descending of [false, true]) {
        const selection = { corpus: CORPUS, kinds, view: EVERYTHING.view };
        const plan = await planOf((lists) => lists.annotations.list(selection, { ...page, descending }));
        const steps = operatorsOf(plan);
        expect(steps.filter((step) => step.includes('INDEX n:'))).toEqual([expect.stringContaining(index)]);
        expect(steps.filter(isScan)).toEqual([]);
      }
    },
    60_000,
  );

  it('of a publisher’s artefacts in the order of the log goes along its index', async () => {
    const filter = { ...ANY_ARTEFACT, publisher: ['example.org'] };
    const page = { by: 'seq', descending: false, after: null, before: null, limit: 6 } as const;
    const plan = await planOf((lists) => lists.artefacts.list({ ...EVERYTHING, filter }, page));
    expect(operatorsOf(plan).join(' ')).toContain('c:Artefact(corpus, publisher, seq, id)');
  }, 60_000);
});

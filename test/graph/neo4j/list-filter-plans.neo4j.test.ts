/** What Neo4j goes along for each filter of a list, for its counts and for its groups. */
import neo4j, { type Driver, type ProfiledPlan } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Neo4jConnection } from '../../../graph/neo4j/connection.ts';
import { artefactLists } from '../../../graph/neo4j/list-artefacts.ts';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import { claimAddrs, claimLists } from '../../../graph/neo4j/read-lists.ts';
import { tallyLists } from '../../../graph/neo4j/tallies.ts';
import {
  ANY_ARTEFACT,
  ANY_CLAIM,
  type ArtefactFilter,
  type ClaimFilter,
} from '../../../graph/store/filters.ts';
import type {
  ArtefactSelection,
  BeliefCut,
  ClaimSelection,
  ListOrder,
  ListPage,
} from '../../../graph/store/selection.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import {
  ANY_TALLY,
  ORDERED_COUNTS,
  TALLY_COUNTS,
  type TallyKind,
  type TallyOrder,
} from '../../../graph/store/tallies.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import { artefact, at, CORPUS, claim, occurrence } from '../../conformance/graph-store/records.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { emptyServer } from './empty-server.ts';
import { forgetPlans, isScan, operatorsOf, profilesOf } from './plans.ts';

const SOME = 200;
const VIEW = { seq: Number.MAX_SAFE_INTEGER, until: '9999-12-31T23:59:59.999Z' };
const EVERYTHING: ClaimSelection = {
  ...{ corpus: CORPUS, view: VIEW, filter: ANY_CLAIM, prefixes: null, among: null },
  closedLicences: ['All rights reserved'],
};
const BY_SEQ: ListPage = { by: 'seq', descending: true, after: null, before: null, limit: 6 };
/** Of each order, in turn from either end: the server plans each statement anew. */
const PAGES: readonly ListPage[] = [
  BY_SEQ,
  { ...BY_SEQ, by: 'effective_at', descending: false },
  { ...BY_SEQ, by: 'id', after: { value: 'wx://space/claim/c15', id: 'wx://space/claim/c15' } },
];
const VALUES = { seq: 'seq', effective_at: 'effectiveAt', id: '' } as const;

/** The index of an order, behind what it begins with. */
function indexOf(label: 'Claim' | 'Artefact', by: ListOrder, ...leading: readonly string[]): string {
  const value = VALUES[by as keyof typeof VALUES];
  const id = label === 'Claim' ? 'addr' : 'id';
  return `c:${label}(${['corpus', ...leading, value, id].filter((name) => name !== '').join(', ')})`;
}

/** One seek of one index finds all nodes of a list. */
function expectAlong(plan: ProfiledPlan, index: string): void {
  const steps = operatorsOf(plan);
  const seeks = steps.filter((step) => / INDEX c:/.test(step));
  expect(seeks).toEqual([expect.stringContaining(index)]);
  expect(steps.filter(isScan)).toEqual([]);
}

/** And gives them in the order of the list. */
function expectInOrder(plan: ProfiledPlan): void {
  expect(operatorsOf(plan).filter((step) => /^(Partial)?(Sort|Top)/.test(step))).toEqual([]);
}

describeNeo4j('the plan of a filter', (server) => {
  let driver: Driver;
  let store: GraphStore;

  beforeAll(async () => {
    await emptyServer(server());
    const { url, user, password } = server();
    driver = neo4j.driver(url, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
    store = await openNeo4j(server());
    const some = Array.from({ length: SOME }, (_, n) => n);
    await save(store, {
      claims: some.map((n) => claim(n, { claim_cluster_id: `cl-${n >> 1}` })),
      occurrences: some.map((n) => occurrence(n, n, n)),
      artefacts: some.map((n) => artefact(n)),
    });
    await forgetPlans(driver);
  }, 120_000);
  afterAll(async () => {
    await store[Symbol.asyncDispose]();
    await driver.close();
  });

  /** Of statements over nodes of a list; others say how many rows an index finds, or where a page ends. */
  async function plansOf(read: (connection: Neo4jConnection) => Promise<unknown>): Promise<ProfiledPlan[]> {
    const profiles = await profilesOf(driver, read);
    const plans = profiles.filter(({ cypher }) => !/SKIP|AS found/.test(cypher)).map(({ plan }) => plan);
    expect(plans).not.toEqual([]);
    return plans;
  }

  const claimsBy = (filter: Partial<ClaimFilter>, rest: Partial<ClaimSelection> = {}): ClaimSelection => {
    return { ...EVERYTHING, ...rest, filter: { ...ANY_CLAIM, ...filter } };
  };
  const artefactsBy = (filter: Partial<ArtefactFilter>): ArtefactSelection => {
    return { corpus: CORPUS, view: VIEW, filter: { ...ANY_ARTEFACT, ...filter } };
  };
  /** What counts and groups them, in the order of the log, where a view does not see a whole corpus (`whole-counts`). */
  const countsOf = (selection: ClaimSelection) => [
    (connection: Neo4jConnection) =>
      claimLists(connection, async (names) => names.map(() => null)).count(selection),
    (connection: Neo4jConnection) => claimAddrs(connection).claimAddrs(selection, 10),
    ...(['attribute', 'licence'] as const).map(
      (by) => (connection: Neo4jConnection) => claimLists(connection).groups(selection, by),
    ),
  ];

  const countsOfArtefacts = (selection: ArtefactSelection) => [
    (connection: Neo4jConnection) => artefactLists(connection).count(selection),
    (connection: Neo4jConnection) => artefactLists(connection).groups(selection, 'licence'),
  ];

  it.each<[string, Partial<ClaimFilter>]>([
    ['words', { text: 'moons', attribute: ['moon'], dimension: ['count'] }],
    ['licences of places', { licence: ['MIT'] }],
    ['places that they are not of', { not: { ...ANY_CLAIM, domain: ['d'], publisher: ['p'] } }],
    ['times', { effectiveAt: { from: at(0), to: at(9) } }],
    ['one publisher', { sources: 'one' }],
    ['what is not', { not: { ...ANY_CLAIM, subject: ['saturn'] } }],
    [
      'one thing or another',
      {
        or: [
          { ...ANY_CLAIM, text: 'a' },
          { ...ANY_CLAIM, subject: ['b'] },
        ],
      },
    ],
    ['all of several', { and: [{ ...ANY_CLAIM, sources: 'one' }] }],
  ])(
    'of claims by %s goes along the index of the order, and counts along the log',
    async (_, filter) => {
      for (const page of PAGES) {
        const selection = claimsBy(filter, { prefixes: page.by === 'id' ? ['wx://space/claim/c1'] : null });
        const [plan] = await plansOf((connection) => claimLists(connection).list(selection, page));
        expectAlong(plan as ProfiledPlan, indexOf('Claim', page.by));
        expectInOrder(plan as ProfiledPlan);
      }
      for (const read of countsOf(claimsBy(filter)))
        for (const plan of await plansOf(read)) expectAlong(plan, indexOf('Claim', 'seq'));
    },
    180_000,
  );

  it.each<[string, Partial<ClaimFilter>]>([
    ['several', { sources: 'several' }],
    ['several, among others', { text: 'moons', and: [{ ...ANY_CLAIM, sources: 'several' }] }],
  ])(
    'of claims by %s publishers goes along the index of these',
    async (_, filter) => {
      for (const page of PAGES) {
        const [plan] = await plansOf((connection) => claimLists(connection).list(claimsBy(filter), page));
        expectAlong(plan as ProfiledPlan, indexOf('Claim', page.by, 'bySeveral'));
        expectInOrder(plan as ProfiledPlan);
      }
      for (const read of countsOf(claimsBy(filter)))
        for (const plan of await plansOf(read)) expectAlong(plan, indexOf('Claim', 'seq', 'bySeveral'));
    },
    180_000,
  );

  it.each<[string, Partial<ClaimFilter>, string]>([
    ['address', { addr: [claim(7).addr] }, 'Claim(addr)'],
    ['cluster', { cluster: ['cl-4'] }, 'Claim(cluster, corpus, seq)'],
    ['subject', { subject: ['saturn'] }, 'Claim(corpus, subject)'],
    ['entity', { entity: ['saturn'] }, 'Claim(corpus, object)'],
    ['number', { number: { unit: 'km', from: 1, to: 9 } }, 'Claim(corpus, quantityUnit, valueMin)'],
    ['least number', { number: { unit: '', from: null, to: 9 } }, 'Claim(corpus, quantityUnit, valueMax)'],
    ['day', { date: { from: null, to: '2020-01-01' } }, 'Claim(corpus, valueFrom)'],
    ['publisher', { publisher: ['p.org'], licence: ['MIT'] }, 'Artefact(corpus, publisher, seq, id)'],
    ['domain', { domain: ['www.p.org'] }, 'Artefact(corpus, publisher, seq, id)'],
    [
      'subject within all of several',
      { and: [{ ...ANY_CLAIM, or: [{ ...ANY_CLAIM, subject: ['saturn'] }] }] },
      'Claim(corpus, subject)',
    ],
  ])(
    'of claims of a %s looks its few claims up for counts and groups too',
    async (_, filter, index) => {
      const selection = claimsBy(filter);
      const page = (connection: Neo4jConnection) => claimLists(connection).list(selection, BY_SEQ);
      for (const read of [page, ...countsOf(selection)]) {
        for (const plan of await plansOf(read)) {
          const steps = operatorsOf(plan);
          expect(steps).toContainEqual(expect.stringContaining(index));
          expect(steps.filter((step) => isScan(step) || step.includes(indexOf('Claim', 'seq')))).toEqual([]);
        }
      }
    },
    180_000,
  );

  it.each<[string, Partial<ArtefactFilter>]>([
    ['words', { text: 'moons', lang: ['en'], mediaType: ['text/plain'] }],
    ['licence', { licence: ['MIT'] }],
    ['times', { effectiveAt: { from: at(0), to: at(9) } }],
    ['their withdrawal', { withdrawn: true }],
  ])(
    'of artefacts by %s goes along the index of the order, and counts along the log',
    async (_, filter) => {
      const selection = artefactsBy(filter);
      for (const page of PAGES) {
        const [plan] = await plansOf((connection) => artefactLists(connection).list(selection, page));
        expectAlong(plan as ProfiledPlan, indexOf('Artefact', page.by));
        expectInOrder(plan as ProfiledPlan);
      }
      for (const read of countsOfArtefacts(selection))
        for (const plan of await plansOf(read)) expectAlong(plan, indexOf('Artefact', 'seq'));
    },
    180_000,
  );

  it('of artefacts of one publisher goes along the index of these in the order of the log', async () => {
    const selection = artefactsBy({ licence: ['MIT'], domain: ['d'], publisher: ['p'] });
    const [plan] = await plansOf((connection) => artefactLists(connection).list(selection, BY_SEQ));
    expectAlong(plan as ProfiledPlan, indexOf('Artefact', 'seq', 'publisher'));
    expectInOrder(plan as ProfiledPlan);
    for (const read of countsOfArtefacts(selection))
      for (const one of await plansOf(read)) expectAlong(one, indexOf('Artefact', 'seq', 'publisher'));
  }, 180_000);

  it.each<[string, Partial<ArtefactFilter>]>([
    ['publishers', { publisher: ['p.org', 'q.org'], licence: ['MIT'] }],
    ['a domain', { domain: ['www.p.org'] }],
  ])(
    'of artefacts of %s looks its few artefacts up for counts and groups too',
    async (_, filter) => {
      const selection = artefactsBy(filter);
      const pages = PAGES.map(
        (page) => (connection: Neo4jConnection) => artefactLists(connection).list(selection, page),
      );
      for (const read of [...pages, ...countsOfArtefacts(selection)]) {
        for (const plan of await plansOf(read)) {
          const seeks = operatorsOf(plan).filter((step) => / INDEX [ac]:/.test(step));
          expect(seeks).toEqual([expect.stringContaining('a:Artefact(corpus, publisher, seq, id)')]);
          expect(operatorsOf(plan).filter(isScan)).toEqual([]);
        }
      }
    },
    180_000,
  );

  const MOVED: BeliefCut = {
    states: ['settled', 'disputed'],
    moved: [{ cluster: 'cl-1', state: 'disputed', confidence: 5 }],
    isWhole: false,
  };

  it('of claims by belief looks up those of moved ledgers by their clusters, and sorts no other', async () => {
    const selection = claimsBy({ text: 'moons' }, { belief: MOVED });
    const plans = await plansOf((connection) => claimLists(connection).list(selection, BY_SEQ));
    expect(plans).toHaveLength(3);
    const along = plans.filter((plan) => operatorsOf(plan).join().includes('(corpus, belief, seq, addr)'));
    expect(along).toHaveLength(2);
    for (const plan of along) expectInOrder(plan);
    const moved = plans.find((plan) => !along.includes(plan));
    expectAlong(moved as ProfiledPlan, 'Claim(cluster, corpus, seq)');
  }, 60_000);

  it('of a total by belief reads what was counted, and the claims of moved ledgers', async () => {
    const selection = claimsBy({}, { belief: { ...MOVED, isWhole: true } });
    const [plan] = await plansOf((connection) => claimLists(connection).count(selection));
    const steps = operatorsOf(plan as ProfiledPlan);
    expect(steps).toContainEqual(expect.stringContaining('BeliefTally(corpus)'));
    const seeks = steps.filter((step) => / INDEX c:/.test(step));
    expect(seeks).toHaveLength(2);
    for (const step of seeks) expect(step).toContain('Claim(cluster, corpus, seq)');
    expect(steps.filter(isScan)).toEqual([]);
  }, 60_000);

  it.each(Object.keys(TALLY_COUNTS) as TallyKind[])(
    'of tallies of the kind %s goes along the index of each order',
    async (kind) => {
      const filter = { ...ANY_TALLY, text: 'x', since: { from: at(0), to: null } };
      const selection = { kind, corpus: CORPUS, view: VIEW, closedLicences: [], among: null, filter };
      const orders: TallyOrder[] = ['key', 'seq', ...TALLY_COUNTS[kind].slice(0, ORDERED_COUNTS)];
      for (const by of orders) {
        const page = { ...BY_SEQ, by };
        const [plan] = await plansOf((connection) => tallyLists(connection).list(selection, page));
        const steps = operatorsOf(plan as ProfiledPlan);
        const place = (TALLY_COUNTS[kind] as readonly string[]).indexOf(by);
        const value = place < 0 ? by : `n${place}`;
        const properties = ['kind', 'corpus', ...new Set([value, 'key'])].join(', ');
        expect(steps).toContainEqual(expect.stringContaining(`INDEX t:Tally(${properties})`));
        expectInOrder(plan as ProfiledPlan);
        expect(steps.filter(isScan)).toEqual([]);
      }
    },
    180_000,
  );
});

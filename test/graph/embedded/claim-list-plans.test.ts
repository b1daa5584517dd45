import { describe, expect, it } from 'vitest';
import { claimAddrs, claimLists } from '../../../graph/embedded/list-claims.ts';
import { ANY_CLAIM, type ClaimFilter } from '../../../graph/store/filters.ts';
import type { ClaimSelection, ListOrder, ListPage } from '../../../graph/store/selection.ts';
import { at, claimAddr } from '../../conformance/graph-store/records.ts';
import { expectAlongClaims, expectNoScan, expectOthers, filledStores } from './expect-plan.ts';
import { EVERYTHING, FIRST_PAGES, isFirst, PAGES } from './listed.ts';

const OR_SOUGHT: Partial<ClaimFilter> = {
  or: [
    { ...ANY_CLAIM, subject: ['saturn', 'mars'] },
    { ...ANY_CLAIM, cluster: ['cluster-1'], text: 'x' },
  ],
};

/** No index knows the claims that pass the second one. */
const BY_PLACES: Partial<ClaimFilter> = {
  or: [
    { ...ANY_CLAIM, licence: ['MIT'], domain: ['d'], publisher: ['p'] },
    { ...ANY_CLAIM, text: 'x' },
  ],
};

const GROUPINGS = ['attribute', 'dimension', 'licence', 'domain', 'publisher'] as const;

const filledStore = filledStores();

describe('the plan of a list', () => {
  it.each<[string, Partial<ClaimFilter>]>([
    ['of all', {}],
    ['by words', { text: 'moons', attribute: ['moon'], dimension: ['count'] }],
    ['by places', BY_PLACES],
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
          { ...ANY_CLAIM, not: { ...ANY_CLAIM, domain: ['d', 'e'] } },
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

  it.each<[string, Partial<ClaimFilter>]>([
    ['several', { sources: 'several' }],
    ['several, by words', { sources: 'several', text: 'moons' }],
    ['several, among others', { and: [{ ...ANY_CLAIM, sources: 'several' }] }],
  ])('of claims by %s publishers goes along the index of these', async (_, filter) => {
    const connection = await filledStore();
    const selection = { ...EVERYTHING, filter: { ...ANY_CLAIM, ...filter } };
    for (const page of PAGES) {
      connection.plan.length = 0;
      await claimLists(connection).list(selection, page);
      expectAlongClaims(connection.plan, 'claims_of_several', page.by);
    }
    for (const read of [
      claimLists(connection).count,
      (all: ClaimSelection) => claimLists(connection).groups(all, 'licence'),
    ]) {
      connection.plan.length = 0;
      await read(selection);
      expect(connection.plan.filter((step) => / c USING /.test(step))).not.toHaveLength(0);
      for (const step of connection.plan.filter((one) => / c USING /.test(one)))
        expect(step).toContain('claims_of_several_seq (corpus=? AND seq>? AND seq<?)');
      expectNoScan(connection.plan);
    }
  });

  it('of claims by several publishers in clusters goes along the index of those that may lead', async () => {
    const connection = await filledStore();
    const filter = { ...ANY_CLAIM, sources: 'several' as const };
    for (const page of FIRST_PAGES) {
      connection.plan.length = 0;
      await claimLists(connection).list({ ...EVERYTHING, filter, firstOfCluster: { several: true } }, page);
      expectAlongClaims(connection.plan, 'leads_of_peers_by', page.by);
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
    [
      'of a number from one to another',
      { number: { unit: 'km', from: 1, to: 9 } },
      /^SEARCH claims .*INDEX claims_by_least \(corpus=\? AND unit=\? AND least>\? AND least<\?\)$/,
    ],
    [
      'of a number up to another',
      { number: { unit: '', from: null, to: 9 } },
      /^SEARCH claims .*INDEX claims_by_most \(corpus=\? AND unit=\? AND most>\? AND most<\?\)$/,
    ],
    [
      'of a day up to another',
      { date: { from: null, to: '2020-01-01' } },
      /^SEARCH claims .*INDEX claims_by_day \(corpus=\? AND first_day>\? AND first_day<\?\)$/,
    ],
    [
      'of a publisher',
      { publisher: ['p'] },
      /^SEARCH a .*INDEX artefacts_by_publisher \(corpus=\? AND publisher=\?\)$/,
    ],
    [
      'of a domain',
      { domain: ['www.p.org'] },
      /^SEARCH a .*INDEX artefacts_by_publisher \(corpus=\? AND publisher=\?\)$/,
    ],
    [
      'of a licence',
      { licence: ['MIT'] },
      /^SEARCH a .*INDEX artefacts_by_licence \(corpus=\? AND licence=\?\)$/,
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

  it('of what artefacts of a publisher and a licence state goes from them to their places, and on to claims', async () => {
    const connection = await filledStore();
    const filter = { ...ANY_CLAIM, publisher: ['p'], domain: ['d.p'], licence: ['MIT'] };
    await claimLists(connection).list({ ...EVERYTHING, filter }, { ...FIRST_PAGES[0], limit: 6 } as ListPage);
    const steps = connection.plan.filter((step) => /^SEARCH ([ps] |a .* artefacts_by_)/.test(step));
    expect(new Set(steps.map((step) => step.replace('COVERING ', '')))).toEqual(
      new Set([
        'SEARCH a USING INDEX artefacts_by_publisher (corpus=? AND publisher=?)',
        'SEARCH p USING INDEX occurrences_by_artefact (artefact=?)',
        'SEARCH s USING INDEX claims_by_addr (addr=?)',
      ]),
    );
  });

  it.each<[string, Partial<ClaimFilter>]>([
    ['of all', {}],
    ['by words', { text: 'moons', attribute: ['moon'], dimension: ['count'] }],
    ['by places', BY_PLACES],
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
});

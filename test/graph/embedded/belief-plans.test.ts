/** How SQLite goes about lists by belief, and about what the projection of beliefs reads. */
import { describe, expect, it } from 'vitest';
import { claimLists } from '../../../graph/embedded/list-claims.ts';
import { beliefReads } from '../../../graph/embedded/read-beliefs.ts';
import { ANY_CLAIM, type ClaimFilter } from '../../../graph/store/filters.ts';
import type { BeliefCut, ListPage } from '../../../graph/store/selection.ts';
import { at } from '../../conformance/graph-store/records.ts';
import { expectAlongClaims, expectNoScan, expectOthers, filledStores } from './expect-plan.ts';
import { EVERYTHING, isFirst, PAGES } from './listed.ts';

const CUT: BeliefCut = {
  states: ['settled', 'disputed'],
  moved: [{ cluster: 'cluster-1', state: 'disputed', confidence: 5 }],
  isWhole: false,
};

const filledStore = filledStores();

describe('the plan of a list', () => {
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
});

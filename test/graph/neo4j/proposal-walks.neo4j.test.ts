/** How Neo4j goes about what it reads ahead of a walk along proposals: each claim once, however many paths lead to it. */
import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import { edgeReader } from '../../../graph/neo4j/read-edges.ts';
import type { ProposalEnd } from '../../../graph/store/edges.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import { at, claim, claimAddr, ledgerEntry } from '../../conformance/graph-store/records.ts';
import { range } from '../../conformance/graph-store/world.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { emptyServer } from './empty-server.ts';
import { forgetPlans, hitsOf, operatorsOf, profilesOf } from './plans.ts';

const EACH_WAY = 12;
const PROPOSALS = 2 * EACH_WAY;
/** Of a claim that neither leads to: forty successors of its own. */
const SUCCESSORS = 40;
/** Some for each proposal and for each end of one; paths there are more than can be gone along. */
const MOST_HITS = 50 * PROPOSALS;
const VIEW = { seq: 1_000, until: at(1_000) };
const ENDS: readonly ProposalEnd[] = ['claim', 'successor'];

describeNeo4j('what is read ahead of a walk', (server) => {
  let driver: Driver;
  let store: GraphStore;

  beforeAll(async () => {
    await emptyServer(server());
    const { url, user, password } = server();
    driver = neo4j.driver(url, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
    store = await openNeo4j(server());
    const between = range(PROPOSALS).map((n) => proposal(n % 2, n, 1 - (n % 2)));
    const away = range(SUCCESSORS).map((n) => proposal(2, PROPOSALS + n, 3 + n));
    await save(store, {
      claims: range(3 + SUCCESSORS).map((n) => claim(n)),
      ledger: [...between, ...away],
    });
    await forgetPlans(driver);
  }, 240_000);
  afterAll(async () => {
    await store[Symbol.asyncDispose]();
    await driver.close();
  });

  function proposal(of: number, seq: number, successor: number) {
    const log = { seq, tree_size: seq + 1, root: '' };
    return ledgerEntry(of, seq, { kind: 'supersede-propose', successor: claimAddr(successor), log });
  }

  async function profiled(end: ProposalEnd, addr: number) {
    return profilesOf(driver, (connection) =>
      edgeReader(connection).proposals(end, [claimAddr(addr)], VIEW, 50),
    );
  }

  it.each(ENDS)('prunes paths to claims that another path has led to, by %s', async (end) => {
    // From a claim that none of the two leads to: without pruning, a walk from these would not come to an end.
    const [profile] = await profiled(end, 42);
    const steps = profile ? operatorsOf(profile.plan) : [];
    expect(steps.filter((step) => step.startsWith('VarLengthExpand'))).toEqual([
      expect.stringMatching(/^VarLengthExpand\((BFS)?Pruning/),
    ]);
  });

  it.each(ENDS)(
    'goes along few edges where two claims were proposed twelve times each way, by %s',
    async (end) => {
      const profiles = await profiled(end, 0);
      expect(profiles.reduce((sum, { plan }) => sum + hitsOf(plan), 0)).toBeLessThan(MOST_HITS);
      const found = await store.proposals(end, [claimAddr(0)], VIEW, 50);
      expect([...found.keys()].toSorted()).toEqual([claimAddr(0), claimAddr(1)].toSorted());
      expect([...found.values()].map(({ total }) => total)).toEqual([EACH_WAY, EACH_WAY]);
    },
  );

  it('reads a bounded number of claims that a claim leads to', async () => {
    const found = await store.proposals('claim', [claimAddr(2)], VIEW, 50);
    expect(found.size).toBeLessThanOrEqual(33);
    expect(found.get(claimAddr(2))?.total).toBe(SUCCESSORS);
  });
});

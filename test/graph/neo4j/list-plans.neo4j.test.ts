/** What Neo4j looks at for lists of clusters: each claim's cluster by the index of clusters. */
import neo4j, { type Driver, type ProfiledPlan } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ANY_CLAIM, type ClaimSelection, type ListOrder, type ListPage } from '../../../graph/listing.ts';
import { toBolt } from '../../../graph/neo4j/bolt-values.ts';
import { Connection } from '../../../graph/neo4j/connection.ts';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import { listReader } from '../../../graph/neo4j/read-lists.ts';
import type { GraphStore } from '../../../graph/store.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import { CORPUS, claim, occurrence } from '../../conformance/graph-store/records.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { emptyServer } from './empty-server.ts';

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
  view: { seq: Number.MAX_SAFE_INTEGER, until: '~' },
  filter: ANY_CLAIM,
  prefixes: null,
  closedLicences: [],
  ranked: null,
};

function hitsOf(plan: ProfiledPlan): number {
  return plan.dbHits + plan.children.reduce((sum, child) => sum + hitsOf(child), 0);
}
function operatorsOf(plan: ProfiledPlan): string[] {
  const { Details: details } = plan.arguments;
  return [`${plan.operatorType} ${details}`, ...plan.children.flatMap(operatorsOf)];
}

describeNeo4j('the cost of a page of clusters', (server) => {
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

  async function profiled(several: boolean | null, page: ListPage): Promise<ProfiledPlan> {
    const session = driver.session();
    const plans: ProfiledPlan[] = [];
    const connection = new Connection(async (cypher, params) => {
      const bound = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, toBolt(value)]));
      const { records, summary } = await session.run(`PROFILE ${cypher}`, bound);
      if (summary.profile !== false) plans.push(summary.profile);
      return records.map((record) => record.toObject());
    });
    await listReader(connection).listClaims({ ...EVERYTHING, firstOfCluster: { several } }, page);
    await session.close();
    const [plan, ...more] = plans;
    if (plan === undefined || more.length > 0) throw new Error('a page is one statement');
    return plan;
  }

  async function grow(from: number, to: number): Promise<void> {
    for (let start = from; start < to; start += BATCH) {
      const some = Array.from({ length: BATCH }, (_, n) => start + n);
      await save(store, {
        claims: some.map((n) => claim(n, { claim_cluster_id: n % 40 === 1 ? `cl-${n - 1}` : `cl-${n}` })),
        occurrences: some.map((n) => occurrence(n, n, n % 50)),
      });
    }
  }

  it('grows no faster than the corpus, whatever the server takes its size for', async () => {
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
});

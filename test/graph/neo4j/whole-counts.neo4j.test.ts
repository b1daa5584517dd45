/** Counts of claims where the view sees everything of a corpus: along which indexes, and where there is none. */
import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import { artefactRecords } from '../../../graph/neo4j/read-artefacts.ts';
import { wholeCount } from '../../../graph/neo4j/whole-counts.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { CLAIMS, SOURCES, saveCounted, selected } from '../../conformance/graph-store/whole-counts.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { clearServer } from './empty-server.ts';
import { forgetPlans, hitsOf, isScan, operatorsOf, profilesOf } from './plans.ts';

/** A step for each claim, and a few for the seeks. */
const MOST_HITS = 2 * CLAIMS;

describeNeo4j('a count of claims', (server) => {
  let driver: Driver;
  let store: GraphStore;

  beforeAll(async () => {
    await clearServer(server());
    const { url, user, password } = server();
    driver = neo4j.driver(url, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
    store = await openNeo4j(server());
    await saveCounted(store);
  }, 120_000);
  afterAll(async () => {
    await store[Symbol.asyncDispose]();
    await driver.close();
  });

  it.each(SOURCES)('of %s looks at no claim, and goes along its index', async (sources) => {
    await forgetPlans(driver);
    const profiles = await profilesOf(driver, async (connection) => {
      const { corpora } = artefactRecords(connection);
      expect(await wholeCount(connection, corpora, selected({ sources }))).toMatchObject({ isExact: true });
    });
    const counts = profiles.filter(({ cypher }) => cypher.includes('count(c)'));
    expect(counts).toHaveLength(sources === 'one' ? 2 : 1);
    for (const { plan } of counts) {
      const steps = operatorsOf(plan);
      expect(steps.filter((step) => isScan(step) || /Expand|Filter/.test(step))).toEqual([]);
      expect(hitsOf(plan)).toBeLessThan(MOST_HITS);
    }
  });

  it('of one publisher goes along a bounded number of those by several', async () => {
    await profilesOf(driver, async (connection) => {
      const { corpora } = artefactRecords(connection);
      const ofOne = selected({ sources: 'one' });
      expect(await wholeCount(connection, corpora, ofOne, 10)).toEqual({ count: 20, isExact: true });
      expect(await wholeCount(connection, corpora, ofOne, 9)).toBeNull();
    });
  });

  it('is none where a claim was given another publisher while it was made', async () => {
    let reads = 0;
    await profilesOf(driver, async (connection) => {
      const later = async (names: readonly string[]) => {
        reads += 1;
        const found = await artefactRecords(connection).corpora(names);
        return reads === 1 ? found : found.map((one) => one && { ...one, size: one.size + 1 });
      };
      expect(await wholeCount(connection, later, selected({ sources: 'several' }))).toBeNull();
    });
    expect(reads).toBe(2);
  });
});

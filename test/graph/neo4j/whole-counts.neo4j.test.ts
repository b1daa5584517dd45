/** Counts of claims where the view sees everything of a corpus: along indexes, and as if each claim was looked at. */
import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atOnePosition } from '../../../graph/caller.ts';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import { artefactRecords } from '../../../graph/neo4j/read-artefacts.ts';
import { wholeCount } from '../../../graph/neo4j/whole-counts.ts';
import { ANY_CLAIM, type ClaimFilter } from '../../../graph/store/filters.ts';
import type { ClaimSelection } from '../../../graph/store/selection.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import { artefact, at, CORPUS, claim, corpus, occurrence } from '../../conformance/graph-store/records.ts';
import { range } from '../../conformance/graph-store/world.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { clearServer } from './empty-server.ts';
import { forgetPlans, hitsOf, isScan, operatorsOf, profilesOf } from './plans.ts';

const CLAIMS = 30;
/** Every third claim has a second place, of another publisher, and the last of these is the newest entry of the corpus. */
const SECOND = range(CLAIMS / 3).map((n) => occurrence(CLAIMS + n, 3 * n, 1));
const NEWEST = CLAIMS + SECOND.length - 1;
const WHOLE = { seq: NEWEST, until: at(NEWEST) };
const SOURCES = [null, 'one', 'several'] as const;
/** A step for each claim, and a few for the seeks. */
const MOST_HITS = 2 * CLAIMS;

function selected(filter: Partial<ClaimFilter>, parts: Partial<ClaimSelection> = {}): ClaimSelection {
  const all = { corpus: CORPUS, view: WHOLE, prefixes: null, closedLicences: [], among: null };
  return { ...all, filter: { ...ANY_CLAIM, ...filter }, ...parts };
}

describeNeo4j('a count of claims', (server) => {
  let driver: Driver;
  let store: GraphStore;

  beforeAll(async () => {
    await clearServer(server());
    const { url, user, password } = server();
    driver = neo4j.driver(url, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
    store = await openNeo4j(server());
    await save(store, {
      corpora: [corpus(CORPUS, { size: NEWEST + 1, newestEffectiveAt: at(NEWEST) }), corpus('other')],
      claims: range(CLAIMS).map((n) => claim(n)),
      artefacts: [artefact(0), artefact(1, { publisher: 'other.example' })],
      occurrences: [...range(CLAIMS).map((n) => occurrence(n, n, 0)), ...SECOND],
    });
  }, 120_000);
  afterAll(async () => {
    await store[Symbol.asyncDispose]();
    await driver.close();
  });

  async function listed(selection: ClaimSelection): Promise<number> {
    const page = { by: 'seq', descending: false, after: null, before: null, limit: 1_000 } as const;
    return (await store.list('claims', selection, page)).rows.length;
  }

  it.each([
    ['that sees nothing', { seq: -1, until: at(NEWEST) }, [0, 0, 0]],
    ['one position before the newest entry', { ...WHOLE, seq: NEWEST - 1 }, [30, 21, 9]],
    ['before the newest effective time', { ...WHOLE, until: at(NEWEST - 1) }, [30, 21, 9]],
    ['that sees everything', WHOLE, [30, 20, 10]],
    ['of a later time', { seq: NEWEST + 9, until: at(NEWEST + 9) }, [30, 20, 10]],
  ])('is that of the list in a view %s', async (_, view, expected) => {
    const selections = SOURCES.map((sources) => selected({ sources }, { view }));
    const found = await Promise.all(selections.map((one) => store.count('claims', one)));
    expect(found).toEqual(expected.map((count) => ({ count, isExact: true })));
    expect(await Promise.all(selections.map(listed))).toEqual(expected);
  });

  it.each<[string, ClaimSelection]>([
    ['words', selected({ text: 'no such words' })],
    ['sources and a time', selected({ sources: 'one', effectiveAt: { from: at(5), to: null } })],
    ['sources that it joins', selected({ not: { ...ANY_CLAIM, sources: 'one' } })],
    ['a corpus without claims', selected({}, { corpus: 'other' })],
    ['a corpus that is not there', selected({ sources: 'one' }, { corpus: 'none' })],
  ])('of %s is that of the list', async (_, selection) => {
    const count = await listed(selection);
    expect(await store.count('claims', selection)).toEqual({ count, isExact: true });
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

  it('is that of the list in a view that goes further than what its query has seen', async () => {
    await atOnePosition(async () => {
      for (let n = 0; n < 2; n += 1) await store.records('corpora', [CORPUS]);
      const next = NEWEST + 1;
      const grown = corpus(CORPUS, { size: next + 1, newestEffectiveAt: at(next) });
      await save(store, {
        corpora: [grown],
        claims: [claim(next)],
        occurrences: [occurrence(next, next, 0)],
      });
      const view = { seq: next, until: at(NEWEST) };
      expect(await store.count('claims', selected({}, { view }))).toEqual({ count: CLAIMS, isExact: true });
    });
  });
});

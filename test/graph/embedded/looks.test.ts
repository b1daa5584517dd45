/** What a store says that it looked at for some work, held against the rows that SQLite looks at. */
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { countingLooks, forEverybody } from '../../../graph/caller.ts';
import { claimLists } from '../../../graph/embedded/list-claims.ts';
import { edgeReader } from '../../../graph/embedded/read-edges.ts';
import { SLICE } from '../../../graph/embedded/slices.ts';
import { tallyLists } from '../../../graph/embedded/tallies.ts';
import { ANY_CLAIM } from '../../../graph/store/filters.ts';
import type { ListPage } from '../../../graph/store/selection.ts';
import { ANY_TALLY, type TallyOrder } from '../../../graph/store/tallies.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import { artefactId, at, CORPUS, claim, occurrence } from '../../conformance/graph-store/records.ts';
import { range } from './append.ts';
import { Counting } from './explained.ts';
import { openForTest, testFolder } from './folder.ts';
import { EVERYTHING } from './listed.ts';

const CLAIMS = 3 * SLICE;
/** Of each row that is looked at: where its slice ends, itself, and its places. */
const MOST_PER_ROW = 4;
const VIEW = { seq: Number.MAX_SAFE_INTEGER, until: at(CLAIMS) };
const PAGE: ListPage = { by: 'seq', descending: false, after: null, before: null, limit: 20 };
const BY_KEY: ListPage<TallyOrder> = { ...PAGE, by: 'key' };
const NOWHERE = { ...EVERYTHING, filter: { ...ANY_CLAIM, text: 'nowhere' } };
const ENTITIES = { kind: 'entity', corpus: CORPUS, view: VIEW, closedLicences: [], among: null } as const;
/** All places are of one artefact. */
const HUB = {
  kinds: ['states'],
  of: [artefactId(0)],
  view: VIEW,
  prefixes: null,
  after: null,
  limit: 20,
} as const;

/** Claims of one artefact, and entities that no claim names, so that none of them is shown. */
async function filled(): Promise<Counting> {
  const path = await testFolder();
  const store = await openForTest({ path });
  const all = range(CLAIMS);
  await save(store, {
    claims: all.map((n) => claim(n)),
    occurrences: all.map((n) => occurrence(n, n, 0)),
    tallies: all.map((n) => ({
      kind: 'entity',
      corpus: CORPUS,
      key: `e${n}`,
      seq: n,
      since: at(n),
      counts: { claims: 1 },
    })),
  });
  const connection = new Counting(join(path, 'graph.sqlite'), ['claims', 'occurrences']);
  onTestFinished(() => connection.close());
  return connection;
}

const WORK: Readonly<Record<string, (connection: Counting) => Promise<unknown>>> = {
  'a page': (connection) => claimLists(connection).list(EVERYTHING, PAGE),
  'a page that nothing passes': (connection) => claimLists(connection).list(NOWHERE, PAGE),
  'a count': (connection) => claimLists(connection).count(EVERYTHING),
  'a count of what nothing passes': (connection) => claimLists(connection).count(NOWHERE),
  'the first of many edges': (connection) => edgeReader(connection).edges(HUB),
};

describe('the rows that a store says it looked at', { timeout: 120_000 }, () => {
  it('are a fourth of what SQLite looks at, to a slice, and never more', async () => {
    const connection = await filled();
    const counted: Record<string, number> = {};
    for (const [name, work] of Object.entries(WORK)) {
      connection.looks.length = 0;
      const looks = { rows: 0 };
      await countingLooks(looks, () => work(connection));
      const looked = connection.looks.reduce((sum, one) => sum + one, 0);
      // The node of a walk is looked up as a key.
      expect(looks.rows, name).toBeLessThanOrEqual(looked + 1);
      expect(looked, name).toBeLessThanOrEqual(MOST_PER_ROW * (looks.rows + SLICE));
      counted[name] = looks.rows;
    }
    expect(counted['a page']).toBeLessThan(100);
    for (const [name, rows] of Object.entries(counted)) {
      if (name !== 'a page') expect(rows, name).toBeGreaterThan(CLAIMS - 2 * SLICE);
    }
  });

  it('are all names that a page leaves out because they may not be shown, to a slice', async () => {
    const connection = await filled();
    const looks = { rows: 0 };
    await countingLooks(looks, () => tallyLists(connection).list({ ...ENTITIES, filter: ANY_TALLY }, BY_KEY));
    expect(looks.rows).toBeGreaterThan(CLAIMS - SLICE);
    expect(looks.rows).toBeLessThan(CLAIMS + SLICE / 10);
  });

  it('are none of those that are read for everybody, nor of work beside it', async () => {
    const connection = await filled();
    const looks = { rows: 0 };
    await countingLooks(looks, () => forEverybody(() => WORK['a count']?.(connection)));
    await WORK['a count']?.(connection);
    expect(looks.rows).toBe(0);
  });

  it('come back from the threads that read for it', async () => {
    const store = await openForTest({ path: await testFolder(), readerThreads: 1 });
    await save(store, {
      claims: range(9).map((n) => claim(n)),
      occurrences: range(9).map((n) => occurrence(n, n, 0)),
    });
    const looks = { rows: 0 };
    await countingLooks(looks, () => store.list('claims', EVERYTHING, PAGE));
    expect(looks.rows).toBeGreaterThanOrEqual(9);
  });
});

/** What a list costs SQLite: rows that its statements look at, however large the store and its clusters are. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { claimLists } from '../../../graph/embedded/list-claims.ts';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import { SLICE } from '../../../graph/embedded/slices.ts';
import type { ListPage } from '../../../graph/store/selection.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import { at, claim, occurrence } from '../../conformance/graph-store/records.ts';
import { range } from './append.ts';
import { Counting } from './explained.ts';
import { EVERYTHING, FIRST_PAGES } from './listed.ts';

const CLUSTERS: Readonly<Record<string, ClusterOf>> = {
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

type ClusterOf = (n: number) => string;
/** Of so many claims. @param isBackwards whether the documents are older the later they come, so that each claim leads in some view */
type StoreOf = (size: number, isBackwards: boolean) => Promise<Counting>;

/** Stores of a block of tests, each filled once: its tests only read. */
function useStores(clusterOf: ClusterOf): StoreOf {
  const undo = new AsyncDisposableStack();
  afterAll(() => undo.disposeAsync());
  const filled = new Map<string, Promise<Counting>>();
  return (size, isBackwards) => {
    const name = `${size} ${isBackwards}`;
    const store = filled.get(name) ?? fill(undo, { clusterOf, size, isBackwards });
    filled.set(name, store);
    return store;
  };
}

interface Filling {
  readonly clusterOf: ClusterOf;
  readonly size: number;
  readonly isBackwards: boolean;
}

/** @param undo closes the store and removes it */
async function fill(
  undo: AsyncDisposableStack,
  { clusterOf, size, isBackwards }: Filling,
): Promise<Counting> {
  const path = await mkdtemp(join(tmpdir(), 'adduce-graph-'));
  undo.defer(() => rm(path, { recursive: true }));
  const store = undo.use(await openEmbedded({ path }));
  const time = (n: number) => at(isBackwards ? size - n : n);
  for (let start = 0; start < size; start += SLICE) {
    const some = range(Math.min(SLICE, size - start)).map((n) => start + n);
    await save(store, {
      claims: some.map((n) => claim(n, { claim_cluster_id: clusterOf(n), effective_at: time(n) })),
      occurrences: some.map((n) => ({ ...occurrence(n, n, n % 500), effective_at: time(n) })),
    });
  }
  const connection = new Counting(join(path, 'graph.sqlite'), ['claims', 'occurrences']);
  undo.defer(() => connection.close());
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
  const storeOf = useStores(() => 'cl');
  const half = { seq: Number.MAX_SAFE_INTEGER, until: at(size / 2) };

  it.each([
    ['as of a time at which half of it had been stated', { view: half }],
    ['in reach of a token narrowed to a tenth of it', { prefixes: ['wx://space/claim/c19'] }],
  ])('%s is that of looking at each claim a few times', { timeout: 60_000 }, async (_, narrowed) => {
    const connection = await storeOf(size, true);
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
  const storeOf = useStores(clusterOf);

  it('does not grow with the store', { timeout: 60_000 }, async () => {
    const [small, large] = [await storeOf(SIZES[0], false), await storeOf(SIZES[1], false)];
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
      const connection = await storeOf(SIZES[1], isBackwards);
      for (const several of [true, false, null]) {
        for (const page of FIRST_PAGES) {
          const looks = await looksOf(connection, several, page);
          expect(Math.max(...looks)).toBeLessThanOrEqual(MOST_PER_CLAIM * SLICE);
        }
      }
    },
  );
});

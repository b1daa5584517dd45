/** Sums of clusters, of which some have more claims than are read at once. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClusterSumsRequest, sumClusters } from '../../../engine/explore/cluster-sums.ts';
import { readClusters } from '../../../engine/explore/clusters.ts';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import { artefact, at, CORPUS, claim, claimAddr, occurrence } from '../../conformance/graph-store/records.ts';

/** Claims whose places one slice reads. */
const MOST = 250;
const LARGE = 4_500;
const CLAIMS = LARGE + 40;
const ARTEFACTS = 7;
const WHOLE = { seq: CLAIMS, until: at(CLAIMS) };
const IDS = ['large', 'none', 's0', 's1', 's2', 's3'];
const numbers = Array.from({ length: CLAIMS }, (_, n) => n);
/** Small ones lie between claims of the large one. */
const clusterOf = (n: number) => (n % 10 === 3 ? `s${Math.floor(n / 10) % 4}` : 'large');

let folder = '';
let store: GraphStore;
let most = 0;
let reads = 0;
let kinds = new Set<string>();
/** Claims whose places the event-loop slice under way has read, and the most of all slices. */
let slice = 0;
let mostOfSlice = 0;

/** Counts the rows of each read of claims. */
function watched(): GraphStore {
  const seen = (kind: string, rows: number) => {
    reads += 1;
    most = Math.max(most, rows);
    kinds.add(kind);
    if (kind === 'occurrences') slice += rows;
    mostOfSlice = Math.max(mostOfSlice, slice);
  };
  return {
    ...store,
    list: async (kind, selection, page) => {
      const found = await store.list(kind, selection, page);
      seen('list', found.rows.length);
      return found;
    },
    ranges: async (kind, query) => {
      const found = await store.ranges(kind, query);
      seen(kind, kind === 'claimsOfCluster' ? found.flat().length : query.by.length);
      return found;
    },
    beliefs: async (kind, query) => {
      const found = await store.beliefs(kind, query);
      seen(kind, found.length);
      return found;
    },
    claimAddrs: async (...asked) => {
      const found = await store.claimAddrs(...asked);
      seen('claimAddrs', found.addrs.length);
      return found;
    },
  };
}

async function sums(request: Partial<ClusterSumsRequest> = {}) {
  [most, reads, kinds, mostOfSlice] = [0, 0, new Set(), 0];
  let ticking = true;
  const tick = () => {
    slice = 0;
    if (ticking) setImmediate(tick);
  };
  tick();
  try {
    return await sumClusters(watched(), {
      ...{ ids: IDS, corpus: CORPUS, view: WHOLE, prefixes: null },
      ...request,
    });
  } finally {
    ticking = false;
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adduce-sums-'));
  store = await openEmbedded({ path: folder });
  await save(store, {
    artefacts: numbers.slice(0, ARTEFACTS).map((n) => artefact(n)),
    claims: numbers.map((n) => claim(n, { claim_cluster_id: clusterOf(n) })),
    occurrences: numbers.map((n) => occurrence(n, n, n % ARTEFACTS)),
  });
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

it('are those of the clusters whole, with no more than 251 claims in one read', async () => {
  const whole = await readClusters(store, { ids: IDS, asOf: null, view: WHOLE, admits: () => true });
  const expected = whole.map(
    (cluster) =>
      cluster && {
        ...{ id: cluster.id, corpus: CORPUS, first: cluster.claims[0] },
        ...{ claimCount: cluster.claims.length, artefactCount: cluster.artefacts.length },
      },
  );
  expect(expected[0]).toMatchObject({ first: claimAddr(0), artefactCount: ARTEFACTS });
  expect(expected[0]?.claimCount).toBeGreaterThan(2 * MOST);
  expect(await sums()).toEqual(expected);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(MOST + 1);
  expect(reads).toBeLessThan(80);
  expect(await sums({ ids: [] })).toEqual([]);
  expect(reads).toBe(0);
});

it('of a large cluster look at its own claims, whatever else the corpus has', async () => {
  const [large] = await sums({ ids: ['large'] });
  expect(large?.claimCount).toBeGreaterThan(2 * MOST);
  // What goes along the index of clusters: see test/graph/embedded/short-read-plans.test.ts.
  expect([...kinds]).toEqual(['claimAddrs', 'members', 'occurrences']);
  const pages = Math.ceil((large?.claimCount ?? 0) / MOST);
  expect(reads).toBe(1 + 2 * pages);
});

it('of small clusters take one read more than these', async () => {
  expect(await sums({ ids: ['none', 's0', 's1'] })).toHaveLength(3);
  expect(reads).toBe(3);
});

it('read the places of 250 claims in an event-loop slice, of one large cluster and of many small ones', async () => {
  await sums({ ids: ['large'] });
  expect(mostOfSlice).toBe(MOST);
  await sums({ ids: ['s0', 's1', 's2', 's3'] });
  expect(mostOfSlice).toBeGreaterThan(MOST / 2);
  expect(mostOfSlice).toBeLessThanOrEqual(MOST);
});

it('are of what the view sees and the prefixes let through', async () => {
  const view = { seq: 2, until: WHOLE.until };
  expect(await sums({ view, ids: ['s0', 'large'] })).toEqual([
    null,
    { id: 'large', corpus: CORPUS, first: claimAddr(0), claimCount: 3, artefactCount: 3 },
  ]);
  const prefixes = [claimAddr(4_001)];
  expect(await sums({ prefixes, ids: ['large', 's0'] })).toEqual([
    { id: 'large', corpus: CORPUS, first: claimAddr(4_001), claimCount: 1, artefactCount: 1 },
    null,
  ]);
  expect(await sums({ prefixes: [], ids: ['large', 's0'] })).toEqual([null, null]);
});

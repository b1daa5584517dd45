/** A sentence on hundreds of pages: what asks for its places reads a bounded number of them, whatever the corpus holds. */
import { beforeEach, expect, it } from 'vitest';
import { sumClusters } from '../../engine/explore/cluster-sums.ts';
import { readClusters } from '../../engine/explore/clusters.ts';
import { isSeen } from '../../engine/explore/walk.ts';
import { readSupport } from '../../engine/retrieve/support.ts';
import { readShownClaims } from '../../engine/shown-claims.ts';
import { MAX_PLACES, MAX_WORDINGS } from '../../engine/stated-places.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import { EVERYTHING } from '../../graph/store/rows.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import { save } from '../conformance/graph-store/harness.ts';
import {
  artefact,
  artefactId,
  at,
  CORPUS,
  claim,
  claimAddr,
  occurrence,
} from '../conformance/graph-store/records.ts';
import { openForTest, testFolder } from '../graph/embedded/folder.ts';

const CLUSTER = 'k';
const [OFTEN, ONCE] = [claimAddr(1), claimAddr(2)];

let store: GraphStore;
/** Places that the store has given. */
let given = 0;

/** Claim 1 stands in artefacts 1 to `pages`, claim 2, which says the same, in the one behind them. */
async function stateOn(pages: number, parts: (n: number) => Partial<ArtefactState> = () => ({})) {
  const numbers = Array.from({ length: pages + 1 }, (_, index) => index + 1);
  await save(store, {
    artefacts: numbers.map((n) => artefact(n, {}, parts(n))),
    claims: [1, 2].map((n) => claim(n, { claim_cluster_id: CLUSTER })),
    occurrences: numbers.map((n) => occurrence(n, n <= pages ? 1 : 2, n)),
  });
}

/** The store, which counts what it gives. */
function counting(): GraphStore {
  return {
    ...store,
    ranges: async (kind, query) => {
      const found = await store.ranges(kind, query);
      if (kind === 'occurrences') given += found.flat().length;
      return found;
    },
  };
}

const view = { corpus: CORPUS, snapshot: '', root: '', view: EVERYTHING, asOf: null };
const withdrawn = { reason: 'gone', seq: 1_000, effective_at: at(1_000) };

beforeEach(async () => {
  store = await openForTest({ path: await testFolder() });
  given = 0;
});

it.each([MAX_PLACES - 1, MAX_PLACES, 3 * MAX_PLACES])(
  'supports an answer by the first places of each wording, of %i that there are',
  async (pages) => {
    await stateOn(pages);
    const { places, artefacts } = await readSupport(counting(), [OFTEN], view);
    const shown = Math.min(pages, MAX_PLACES);
    const expected = [...Array.from({ length: shown }, (_, index) => index + 1), pages + 1];
    expect(places.get(OFTEN)?.map(({ seq }) => seq)).toEqual(expected);
    expect([...artefacts.keys()]).toEqual(expected.map(artefactId));
    expect(given).toBe(shown + 1);
  },
);

it('supports an answer by the newest places where all of the first ones are withdrawn', async () => {
  await stateOn(3 * MAX_PLACES, (n) => ({ withdrawn: n <= 2.5 * MAX_PLACES ? withdrawn : null }));
  const { places } = await readSupport(counting(), [OFTEN], view);
  const seqs = places.get(OFTEN)?.map(({ seq }) => seq) ?? [];
  expect(seqs[0]).toBe(2.5 * MAX_PLACES + 1);
  expect(seqs.at(-1)).toBe(3 * MAX_PLACES + 1);
  expect(given).toBe(2 * MAX_PLACES + 1);
});

it('supports an answer by the page that it quotes, however many pages state the sentence before it', async () => {
  const last = 2 * MAX_PLACES;
  await stateOn(last);
  const quoted = async (n: number, until = EVERYTHING) => {
    const { places } = await readSupport(
      store,
      [OFTEN],
      { ...view, view: until },
      {
        artefacts: [artefact(n)],
        places: [occurrence(n, 1, n)],
      },
    );
    return places.get(OFTEN)?.map(({ seq }) => seq) ?? [];
  };
  const first = Array.from({ length: MAX_PLACES }, (_, index) => index + 1);
  expect(await quoted(last)).toEqual([...first, last, last + 1]);
  expect(await quoted(1)).toEqual([...first, last + 1]);
  expect(await quoted(last, { ...EVERYTHING, seq: last - 1 })).toEqual(first);
});

it.each([
  [MAX_WORDINGS, MAX_WORDINGS],
  [MAX_WORDINGS + 1, MAX_WORDINGS],
  [3 * MAX_WORDINGS, MAX_WORDINGS],
])('of %i wordings supports an answer by the first %i, and by its own', async (wordings, read) => {
  const numbers = Array.from({ length: wordings }, (_, index) => index + 1);
  await save(store, {
    artefacts: numbers.map((n) => artefact(n)),
    claims: numbers.map((n) => claim(n, { claim_cluster_id: CLUSTER })),
    occurrences: numbers.map((n) => occurrence(n, n, n)),
  });
  const [first, last] = [claimAddr(1), claimAddr(wordings)];
  const { places } = await readSupport(counting(), [first, last], view);
  const expected = numbers.slice(0, read);
  expect(places.get(first)?.map(({ seq }) => seq)).toEqual(expected);
  expect(places.get(last)?.map(({ seq }) => seq)).toEqual([...new Set([...expected, wordings])]);
  expect(given).toBe(new Set([...expected, wordings]).size);
});

it('supports nothing where every place is withdrawn, and ends', async () => {
  await stateOn(2 * MAX_PLACES, () => ({ withdrawn }));
  const { places } = await readSupport(counting(), [OFTEN], view);
  expect(places.get(OFTEN)).toEqual([]);
});

it.each([
  [MAX_PLACES - 1, MAX_PLACES - 1, false],
  [MAX_PLACES, MAX_PLACES, true],
  [MAX_PLACES + 1, MAX_PLACES, true],
])('shows of %i places %i, and says whether there may be more', async (pages, shown, isBounded) => {
  await stateOn(pages);
  const [often, once] = await readShownClaims(counting(), [OFTEN, ONCE]);
  expect(often?.occurrences).toHaveLength(shown);
  expect(often?.isBounded).toBe(isBounded);
  expect(once).toMatchObject({ occurrences: [{ claim: ONCE }], isBounded: false });
  const [cluster] = await readClusters(store, { ids: [CLUSTER], asOf: null, admits: () => true });
  expect(cluster).toMatchObject({ isBounded, claims: [OFTEN, ONCE] });
  expect(cluster?.artefacts).toHaveLength(shown + 1);
});

it('counts every artefact of a cluster in an export, a page of places after the other', async () => {
  await stateOn(3 * MAX_PLACES);
  const request = { ids: [CLUSTER], corpus: CORPUS, view: EVERYTHING, prefixes: null };
  expect(await sumClusters(counting(), request)).toEqual([
    { id: CLUSTER, corpus: CORPUS, first: OFTEN, claimCount: 2, artefactCount: 3 * MAX_PLACES + 1 },
  ]);
});

it('reads one place to see whether a claim is stated', async () => {
  await stateOn(MAX_PLACES);
  const whole = { view: EVERYTHING, prefixes: null };
  expect(await isSeen(counting(), OFTEN, whole)).toBe(true);
  expect(await isSeen(counting(), OFTEN, { ...whole, view: { ...EVERYTHING, seq: 0 } })).toBe(false);
  expect(given).toBe(1);
});

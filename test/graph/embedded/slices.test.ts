/** What looks at every row of a corpus goes slice by slice: it says what one statement would, and other work can run in between. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forCaller } from '../../../graph/caller.ts';
import { SLICE } from '../../../graph/embedded/slices.ts';
import { ANY_ARTEFACT, ANY_CLAIM } from '../../../graph/store/filters.ts';
import type { ClaimSelection, ListPage } from '../../../graph/store/selection.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { type OpenedStore, save } from '../../conformance/graph-store/harness.ts';
import {
  annotation,
  artefact,
  at,
  CORPUS,
  claim,
  claimAddr,
  corpus,
  ledgerEntry,
  occurrence,
  section,
} from '../../conformance/graph-store/records.ts';
import { openEmptyEmbedded } from '../../engine/open-stores.ts';

/** Three slices and a row; of the claims three at a time have one position. */
const MANY = 3 * SLICE + 1;
const LICENCES = ['CC0-1.0', 'MIT', '\u{1f600}', '\uffff'];
const VIEW = { seq: MANY, until: at(MANY) };
const LEFT = new Error('nobody waits any longer');

const range = (length: number) => Array.from({ length }, (_, n) => n);
const licenceOf = (n: number) => LICENCES[n % LICENCES.length] ?? '';
const positionOf = (n: number) => n - (n % 3);
const byPlace = (a: number, b: number) =>
  positionOf(a) - positionOf(b) || (claimAddr(a) < claimAddr(b) ? -1 : 1);

let opened: OpenedStore;
let store: GraphStore;

beforeAll(async () => {
  opened = await openEmptyEmbedded();
  ({ store } = opened);
  const all = range(MANY);
  await save(store, {
    corpora: [corpus(CORPUS, { size: MANY })],
    artefacts: all.map((n) => artefact(n, { licence: licenceOf(n) })),
    sections: all.map((n) => section(`${n}`, { effective_at: at(n) })),
    claims: all.map((n) => claim(n, { seq: positionOf(n) })),
    occurrences: all.map((n) => occurrence(n, n, n)),
    ledger: all.map((n) =>
      ledgerEntry(n, 0, { effective_at: at(n), log: { seq: n, tree_size: n + 1, root: '' } }),
    ),
    annotations: all.map((n) => annotation(n)),
  });
}, 120_000);
afterAll(() => opened.dispose());

const selection: ClaimSelection = {
  corpus: CORPUS,
  view: VIEW,
  filter: ANY_CLAIM,
  prefixes: null,
  closedLicences: [],
  among: null,
};
const seenUpTo = (seq: number): ClaimSelection => ({ ...selection, view: { ...VIEW, seq } });
const among = range(MANY).map(claimAddr);
const page: ListPage = { by: 'seq', descending: false, after: null, before: null, limit: 10 };

const READS: Readonly<Record<string, () => Promise<unknown>>> = {
  'counts as of a time': () => store.countsBy(CORPUS, at(MANY)),
  'a page of claims that nothing passes': () =>
    store.list('claims', { ...selection, filter: { ...ANY_CLAIM, text: 'nothing' } }, { ...page, by: 'seq' }),
  'a page of clusters that nothing passes': () =>
    store.list(
      'claims',
      { ...selection, firstOfCluster: { several: null }, filter: { ...ANY_CLAIM, text: 'nothing' } },
      { ...page, by: 'seq' },
    ),
  // Without a filter, a view of everything is counted along an index, at most 50,001 steps.
  'claims of a filter that are counted': () =>
    store.count('claims', { ...selection, filter: { ...ANY_CLAIM, text: 'nothing' } }),
  'claims that are grouped': () => store.groups('claims', selection, 'licence'),
  'claims of a list by belief that are counted': () => store.count('claims', { ...selection, among }),
  'addresses of claims': () => store.claimAddrs(selection, MANY),
  'artefacts that are counted': () =>
    store.count('artefacts', { corpus: CORPUS, view: VIEW, filter: ANY_ARTEFACT }),
};

describe.each(Object.entries(READS))('%s', (_, read) => {
  it('let other work run between slices', async () => {
    let turns = 0;
    let isDone = false;
    const others = () => {
      turns += 1;
      if (!isDone) setImmediate(others);
    };
    setImmediate(others);
    await read();
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(2);
  });

  it('end where their caller leaves meanwhile', async () => {
    const leaving = new AbortController();
    setImmediate(() => leaving.abort(LEFT));
    await expect(forCaller(leaving.signal, read)).rejects.toBe(LEFT);
  });
});

describe('a corpus of more than a slice', () => {
  it.each([SLICE - 1, SLICE, SLICE + 1, MANY])('is counted whole, up to position %i', async (seq) => {
    const claims = range(MANY).filter((n) => n <= seq);
    expect(await store.count('claims', seenUpTo(seq))).toEqual({ count: claims.length, isExact: true });
    expect((await store.claimAddrs(seenUpTo(seq), MANY)).addrs).toEqual(
      claims.toSorted(byPlace).map(claimAddr),
    );
    expect((await store.claimAddrs(seenUpTo(seq), SLICE)).addrs).toHaveLength(Math.min(SLICE, claims.length));
    const artefacts = { corpus: CORPUS, view: { ...VIEW, seq }, filter: ANY_ARTEFACT };
    const count = Math.min(MANY, seq + 1);
    expect(await store.count('artefacts', artefacts)).toEqual({ count, isExact: true });
  });

  it('is grouped whole, the largest group first, equal ones by their keys', async () => {
    const sizes = LICENCES.map((key) => ({
      key,
      count: range(MANY).filter((n) => licenceOf(n) === key).length,
    }));
    const expected = sizes.toSorted(
      (a, b) => b.count - a.count || Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)),
    );
    expect(await store.groups('claims', selection, 'licence')).toEqual(expected);
    const artefacts = { corpus: CORPUS, view: VIEW, filter: ANY_ARTEFACT };
    expect(await store.groups('artefacts', artefacts, 'licence')).toEqual(expected);
  });

  it.each([SLICE - 2, SLICE - 1, SLICE, MANY - 1])('is counted as of the time of row %i', async (n) => {
    expect(await store.countsBy(CORPUS, at(n))).toMatchObject({
      artefacts: n + 1,
      documents: n + 1,
      sections: n + 1,
      claims: n + 1,
      events: n + 1,
      annotations: n + 1,
      oldestEffectiveAt: at(0),
      newestEffectiveAt: at(n),
    });
  });
});

/** Conformance: near-copies by the bands of their fingerprints, and sections that share rare terms. */
import { expect } from 'vitest';
import type { IndexedSection, StoredFingerprint } from '../../../graph/store/rows.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import type { SharingQuery } from '../../../graph/store/text.ts';
import { type StoreTest, save } from './harness.ts';
import { artefactId, CORPUS, changes, section } from './records.ts';

const QUERY = { publisher: 'me.example', ofEach: 10, limit: 10 };
/** The greatest key that a band may have. */
const GREATEST = Number.MAX_SAFE_INTEGER;

function fingerprint(n: number, bands: readonly number[], publisher = 'one.example'): StoredFingerprint {
  return { artefact: artefactId(n), publisher, seq: n, sketch: `sketch ${n}`, bands };
}

export function describeNear(test: StoreTest): void {
  test('finds fingerprints by the most bands they share, then the earliest', async ({ store }) => {
    const fingerprints = [fingerprint(3, [1, 2]), fingerprint(1, [1, 9]), fingerprint(2, [1, 2, GREATEST])];
    await save(store, { fingerprints });
    const near = (bands: readonly number[]) => store.nearFingerprints({ ...QUERY, bands });
    expect(await near([1, 2, GREATEST])).toEqual([2, 3, 1].map(found));
    expect(await near([1])).toEqual([1, 2, 3].map(found));
    expect(await near([GREATEST])).toEqual([found(2)]);
    expect(await near([GREATEST - 1, 0])).toEqual([]);
    expect(await near([])).toEqual([]);
  });

  test('leaves out the publisher’s own fingerprints', async ({ store }) => {
    await save(store, { fingerprints: [fingerprint(1, [1], 'me.example'), fingerprint(2, [1])] });
    expect(await store.nearFingerprints({ ...QUERY, bands: [1] })).toEqual([found(2)]);
  });

  test('looks at the earliest of each band, up to the bounds and not one more', async ({ store }) => {
    await save(store, { fingerprints: [5, 4, 3, 2, 1].map((n) => fingerprint(n, [1, 10 + n])) });
    const near = async (parts: object) =>
      (await store.nearFingerprints({ ...QUERY, bands: [1], ...parts })).map(({ artefact }) => artefact);
    expect(await near({ ofEach: 2 })).toEqual([1, 2].map(artefactId));
    expect(await near({ ofEach: 5 })).toHaveLength(5);
    expect(await near({ limit: 3 })).toEqual([1, 2, 3].map(artefactId));
    expect(await near({ bands: [1, 15], ofEach: 1 })).toEqual([1, 5].map(artefactId));
  });

  test('forgets a fingerprint that goes, saves one again once, and clears all', async ({ store }) => {
    await save(store, { fingerprints: [fingerprint(1, [1]), fingerprint(2, [1])] });
    await save(store, { fingerprints: [fingerprint(2, [1])], lostFingerprints: [1, 77] });
    const near = () => store.nearFingerprints({ ...QUERY, bands: [1] });
    expect(await near()).toEqual([found(2)]);
    await store.transact((tx) => tx.clearProjections());
    expect(await near()).toEqual([]);
  });

  test('sees within a transaction what it saved, and nothing of one that failed', async ({ store }) => {
    const failed = store.transact(async (tx) => {
      await tx.save(changes({ fingerprints: [fingerprint(1, [1])] }));
      expect(await tx.nearFingerprints({ ...QUERY, bands: [1] })).toEqual([found(1)]);
      throw new Error('changed its mind');
    });
    await expect(failed).rejects.toThrow('changed its mind');
    expect(await store.nearFingerprints({ ...QUERY, bands: [1] })).toEqual([]);
  });

  test('finds sections that share the most terms in title or text, then the earliest', async ({ store }) => {
    const sections = [
      section('b/0', { textTerms: 'moon ring storm', seq: 2 }),
      section('b/1', { textTerms: 'moon', seq: 2 }),
      section('a/0', { titleTerms: 'moon', textTerms: 'ring', seq: 1 }),
      section('c/0', { textTerms: 'harbour', seq: 3 }),
    ].toSorted((a, b) => a.seq - b.seq);
    await save(store, { sections });
    expect(await sharing(store, { terms: ['moon', 'ring', 'storm'] })).toEqual(['b/0', 'a/0', 'b/1']);
    expect(await sharing(store, { terms: ['moon', 'moon'] })).toEqual(['a/0', 'b/0', 'b/1']);
    expect(await sharing(store, { terms: ['moon'], limit: 2 })).toEqual(['a/0', 'b/0']);
    expect(await sharing(store, { terms: ['comet'] })).toEqual([]);
    expect(await sharing(store, { terms: [] })).toEqual([]);
    expect(await sharing(store, { terms: ['moon'], corpus: 'unknown' })).toEqual([]);
  });

  test('ignores a term of more sections than the bound, and not one of as many', async ({ store }) => {
    const sections = Array.from({ length: 5 }, (_, n) => section(`s/${n}`, { textTerms: 'moon', seq: n }));
    await save(store, { sections: [...sections, section('ring', { textTerms: 'ring moon', seq: 9 })] });
    expect(await sharing(store, { terms: ['moon', 'ring'], common: 6 })).toHaveLength(6);
    expect(await sharing(store, { terms: ['moon', 'ring'], common: 5 })).toEqual(['ring']);
    expect(await sharing(store, { terms: ['moon'], common: 5 })).toEqual([]);
    const query = { corpus: CORPUS, texts: [['moon', 'ring'], [], ['comet'], ['ring']], limit: 10 };
    const { sections: each } = await store.sectionsSharing({ ...query, common: 5 });
    expect(each.map(({ length }) => length)).toEqual([1, 0, 0, 1]);
    expect((await store.sectionsSharing({ ...query, common: 5 })).common).toEqual(['moon']);
    expect((await store.sectionsSharing({ ...query, common: 6 })).common).toEqual([]);
  });

  test('takes no term for syntax', async ({ store }) => {
    await save(store, { sections: [section('s', { textTerms: 'moon' })] });
    for (const term of ['', ' ', '"', '*', 'moon*', 'moon OR ring', '(', '\\', '\u0000', 'terms:moon'])
      expect(await sharing(store, { terms: [term] })).toEqual([]);
  });
}

function found(n: number) {
  return { artefact: artefactId(n), sketch: `sketch ${n}` };
}

/** The names of the sections. */
async function sharing(
  store: GraphStore,
  { terms, ...query }: Partial<SharingQuery> & { readonly terms: readonly string[] },
): Promise<string[]> {
  const prefix = `wx://${CORPUS}/sec/`;
  const { sections } = await store.sectionsSharing({
    corpus: CORPUS,
    texts: [terms],
    common: 100,
    limit: 10,
    ...query,
  });
  const addrs: IndexedSection['addr'][] = (sections[0] ?? []).map(({ addr }) => addr);
  return addrs.map((addr) => addr.slice(prefix.length));
}

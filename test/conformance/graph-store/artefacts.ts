/** Conformance: corpora, artefacts and observations. */
import { expect } from 'vitest';
import { readRange } from '../../../graph/store/ranges.ts';
import { readRecord } from '../../../graph/store/records.ts';
import { type StoreTest, save } from './harness.ts';
import { artefact, artefactId, at, CORPUS, corpus, hash, observation } from './records.ts';

const DAY_S = 86_400;

export function describeArtefacts(test: StoreTest): void {
  test('lists corpora in order of first appearance, also after one has changed', async ({ store }) => {
    expect(await store.corpora()).toEqual([]);
    await save(store, { corpora: [corpus('zeta'), corpus('alpha')] });
    const vectors = {
      seq: 4,
      model: 'lsa',
      model_hash: hash('m'),
      vectors_hash: hash('v'),
      count: 2,
      trainedOn: 2,
    };
    const changed = corpus('zeta', { size: 9, observedAt: at(5), vectors });
    await save(store, { corpora: [corpus('beta'), changed] });
    expect(await store.corpora()).toEqual([changed, corpus('alpha'), corpus('beta')]);
  });

  test('finds a corpus by its exact name', async ({ store }) => {
    await save(store, { corpora: [corpus('alpha')] });
    expect(await readRecord(store, 'corpora', 'alpha')).toEqual(corpus('alpha'));
    expect(await readRecord(store, 'corpora', 'alph')).toBeNull();
    expect(await readRecord(store, 'corpora', "' OR 1=1 --")).toBeNull();
  });

  test('gives artefacts in the order asked for, null for unknown ones', async ({ store }) => {
    await save(store, { artefacts: [artefact(1), artefact(2)] });
    const ids = [artefactId(2), artefactId(9), artefactId(1), artefactId(2)];
    expect(await store.records('artefacts', ids)).toEqual([artefact(2), null, artefact(1), artefact(2)]);
    expect(await store.records('artefacts', [])).toEqual([]);
  });

  test('replaces an artefact that was withdrawn', async ({ store }) => {
    const gone = artefact(1, {}, { withdrawn: { seq: 5, effective_at: at(5), reason: 'retracted' } });
    await save(store, { artefacts: [artefact(1)] });
    await save(store, { artefacts: [gone] });
    expect(await store.records('artefacts', [artefactId(1)])).toEqual([gone]);
    expect(await readRange(store, 'artefacts', { corpus: CORPUS, after: -1 }, { limit: 10 })).toEqual([gone]);
  });

  test('lists the versions of each document, oldest first, of that corpus only', async ({ store }) => {
    const second = artefact(5, { doc_id: 'd', version: 2 });
    const first = artefact(3, { doc_id: 'd', version: 1 });
    const foreign = artefact(4, { doc_id: 'd', corpus: 'other' });
    await save(store, { artefacts: [second, foreign, artefact(6), first] });
    const found = await store.ranges('versions', { corpus: CORPUS, by: ['none', 'd', 'doc-6'] });
    expect(found).toEqual([[], [first, second], [artefact(6)]]);
  });

  test('pages the artefacts of a corpus by seq', async ({ store }) => {
    const foreign = artefact(3, { corpus: 'other' });
    await save(store, { artefacts: [artefact(4), artefact(2), foreign, artefact(1)] });
    expect(await readRange(store, 'artefacts', { corpus: CORPUS, after: -1 }, { limit: 2 })).toEqual([
      artefact(1),
      artefact(2),
    ]);
    expect(await readRange(store, 'artefacts', { corpus: CORPUS, after: 2 }, { limit: 2 })).toEqual([
      artefact(4),
    ]);
    expect(await readRange(store, 'artefacts', { corpus: 'none', after: -1 }, { limit: 2 })).toEqual([]);
  });

  test('finds artefacts by url or by hash of bytes, of that corpus only', async ({ store }) => {
    const url = 'https://example.org/1';
    const again = artefact(2, { url });
    const foreign = artefact(3, { url, corpus: 'other' });
    await save(store, { artefacts: [again, foreign, artefact(1)] });
    const found = await store.ranges('artefactsByRef', {
      corpus: CORPUS,
      by: [url, hash('bytes 2'), 'https://example.org/9'],
    });
    expect(found).toEqual([[artefact(1), again], [again], []]);
  });

  test('names an artefact once whose url is its hash', async ({ store }) => {
    const odd = artefact(1, { url: hash('bytes 1') });
    await save(store, { artefacts: [odd] });
    expect(await store.ranges('artefactsByRef', { corpus: CORPUS, by: [hash('bytes 1')] })).toEqual([[odd]]);
  });

  test('lists observations of the same bytes, oldest first, whenever they were learned', async ({
    store,
  }) => {
    const late = observation(1, 9, at(0));
    const early = observation(1, 4, at(3 * DAY_S));
    await save(store, { observations: [early, observation(2, 5, at(0))] });
    await save(store, { observations: [late] });
    const found = await store.ranges('observations', {
      by: [hash('bytes 1'), hash('none'), hash('bytes 2')],
    });
    expect(found).toEqual([[late, early], [], [observation(2, 5, at(0))]]);
  });

  test('keeps the first observation of each artefact and UTC day', async ({ store }) => {
    const first = observation(1, 1, at(0));
    const next = observation(1, 3, at(DAY_S));
    await save(store, { observations: [first, observation(1, 2, at(DAY_S - 1)), next] });
    await save(store, { observations: [observation(1, 4, at(DAY_S + 1))] });
    expect(await store.ranges('observations', { by: [hash('bytes 1')] })).toEqual([[first, next]]);
  });

  test('keeps observations that one entry makes of many artefacts', async ({ store }) => {
    const same = { ...observation(2, 7, at(0)), hash: hash('bytes 1') };
    await save(store, { observations: [observation(1, 7, at(0)), same] });
    expect(await store.ranges('observations', { by: [hash('bytes 1')] })).toEqual([
      [observation(1, 7, at(0)), same],
    ]);
  });
}

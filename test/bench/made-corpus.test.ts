import { expect, onTestFinished, test } from 'vitest';
import { makeCorpusOnce } from '../../bench/made-corpus.ts';
import { openEmptyEmbedded } from '../engine/open-stores.ts';

const OBSERVED_AT = '2026-11-28T09:00:00.000Z';

test.each([30, 59, 61, 120])(
  'a corpus of 60 claims that is there is not measured as one of %i',
  async (count) => {
    const { store, dispose } = await openEmptyEmbedded();
    onTestFinished(dispose);
    await makeCorpusOnce(store, 60, OBSERVED_AT);
    await expect(makeCorpusOnce(store, count, OBSERVED_AT)).rejects.toThrow(`not hold ${count} made claims`);
  },
);

test('a corpus is made once', async () => {
  const { store, dispose } = await openEmptyEmbedded();
  onTestFinished(dispose);
  await makeCorpusOnce(store, 60, OBSERVED_AT);
  const { size } = await store.head();
  await makeCorpusOnce(store, 60, OBSERVED_AT);
  expect((await store.head()).size).toBe(size);
});

import { expect, it, onTestFinished } from 'vitest';
import { MAX_COUNTED } from '../../../graph/store/lists.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import { at, CORPUS, ledgerEntry } from '../../conformance/graph-store/records.ts';
import { openEmptyEmbedded } from '../../engine/open-stores.ts';

it('counts events as of a time up to the bound, and no further', async () => {
  const { store, dispose } = await openEmptyEmbedded();
  onTestFinished(dispose);
  await save(store, { ledger: Array.from({ length: MAX_COUNTED + 1 }, (_, seq) => ledgerEntry(1, seq)) });
  const events = async (last: number) => (await store.countsBy(CORPUS, at(last))).events;
  expect(await events(MAX_COUNTED - 2)).toBe(MAX_COUNTED - 1);
  expect(await events(MAX_COUNTED - 1)).toBe(MAX_COUNTED);
  expect(await events(MAX_COUNTED)).toBe(MAX_COUNTED);
});

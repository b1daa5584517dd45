/** What a page of claims reads of the store, counted: each read is a statement on a server. */
import { expect, it, onTestFinished } from 'vitest';
import type { ClaimAddr } from '../../graph/address.ts';
import { substituted } from '../../graph/store/by-kind.ts';
import { readRange } from '../../graph/store/ranges.ts';
import { ingestInto, jsonLines } from './documents.ts';
import { openEmptyEmbedded } from './open-stores.ts';
import { createTestEngine } from './test-engine.ts';

const PLANETS = Array.from({ length: 5 }, (_, n) => {
  const text = `Planet P${n} has ${n + 2} moons.`;
  return { id: `p${n}`, text, domain: 'planets.example', day: '2019-10-08' };
});

it('reads the record of each claim once for what it says and for what contradicts it, and once for its ledger', async () => {
  const { store, dispose } = await openEmptyEmbedded();
  onTestFinished(dispose);
  await ingestInto(createTestEngine(store), 'planets', [jsonLines(PLANETS)]);
  const artefacts = await readRange(store, 'artefacts', { corpus: 'planets', after: -1 }, { limit: 9 });
  const by = artefacts.map(({ record }) => record.artefact_id);
  const addrs = (await store.ranges('occurrencesIn', { by })).flat().map(({ claim }) => claim);
  expect(addrs).toHaveLength(PLANETS.length);
  const read: (readonly ClaimAddr[])[] = [];
  const counted = substituted(store, {
    records: {
      claims: (asked) => {
        read.push(asked);
        return store.records('claims', asked);
      },
    },
  });
  const views = await createTestEngine(counted).claims(addrs, null);
  expect(views.map((view) => view?.claim.addr)).toEqual(addrs);
  expect(read).toEqual([addrs, addrs]);
});

import { describe, expect, onTestFinished, test } from 'vitest';
import { type LoggedSentence, SentenceCache } from '../../../engine/ingest/stated-sentences.ts';
import type { ArtefactId } from '../../../graph/address.ts';
import type { ClaimAsserted } from '../../../graph/log/entry.ts';
import type { GraphStore, GraphTransaction } from '../../../graph/store/store.ts';
import { ingestInto, jsonLines } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';
import { ingestMany } from './many.ts';

const TIMEOUT_MS = 300_000;
const HALF = 48;
const ALL = 100;

async function openStore(): Promise<GraphStore> {
  const { store, dispose } = await openEmptyEmbedded();
  onTestFinished(dispose);
  return store;
}

/** Counts artefacts of which the places of claims are read. */
function countingPlaces(store: GraphStore): { readonly store: GraphStore; read: number } {
  const counted = { store, read: 0 };
  const ranges: GraphTransaction['ranges'] = (kind, query) => {
    if (kind === 'occurrencesIn') counted.read += query.by.length;
    return store.ranges(kind, query);
  };
  counted.store = {
    ...store,
    transact: (work) =>
      store.transact((tx) =>
        work({
          ...tx,
          ranges: (kind, query) => {
            if (kind === 'occurrencesIn') counted.read += query.by.length;
            return tx.ranges(kind, query);
          },
        }),
      ),
    ranges,
  };
  return counted;
}

/** What was asserted, without where it lies in the log. */
async function assertedIn(store: GraphStore): Promise<ClaimAsserted[]> {
  const entries = await store.entries({ after: -1, limit: ALL, types: ['claim.asserted'] });
  return entries.flatMap(({ entry: { body } }) => (body.type === 'claim.asserted' ? [body] : []));
}

describe('the sentences of the log that a document is compared with', () => {
  test('are not read back of documents that the same ingest has written', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const counted = countingPlaces(await openStore());
    await ingestMany(counted.store, undefined, [0, 2 * HALF]);
    expect(counted.read).toBe(0);
  });

  test('are read of documents that an earlier ingest has written', { timeout: TIMEOUT_MS }, async () => {
    const counted = countingPlaces(await openStore());
    await ingestMany(counted.store, undefined, [0, HALF]);
    await ingestMany(counted.store, undefined, [HALF, HALF]);
    expect(counted.read).toBeGreaterThan(0);
    expect(counted.read).toBeLessThanOrEqual(HALF);
  });

  test('are the same whether they were read or written', async () => {
    const documents = ['Swiss', 'Danish', 'French', 'Danish'].map((nation, at) => ({
      ...{ id: `d${at}`, title: 'Tal viaduct', domain: `d${at}.example`, day: `2026-09-0${at + 1}` },
      text: `The Tal viaduct near Arlen was designed by a ${nation} engineer in the service of the railway.`,
    }));
    const [together, apart] = [createTestEngine(await openStore()), createTestEngine(await openStore())];
    await ingestInto(together, 'arlen', [jsonLines(documents)]);
    for (const one of documents) await ingestInto(apart, 'arlen', [jsonLines([one])]);
    const asserted = await assertedIn(together.store);
    expect(asserted.filter(({ opinions = [] }) => opinions.length > 0)).toHaveLength(2);
    expect(await assertedIn(apart.store)).toEqual(asserted);
  });
});

describe('the cache of sentences', () => {
  const idOf = (n: number) => `a${n}` as ArtefactId;
  const sentences = (count: number) => Array.from({ length: count }, () => ({}) as LoggedSentence);

  test('holds as many sentences as its bound, whatever the number of artefacts', () => {
    const cache = new SentenceCache(10);
    cache.set(idOf(1), sentences(6));
    cache.set(idOf(2), sentences(4));
    expect([cache.get(idOf(1))?.length, cache.get(idOf(2))?.length]).toEqual([6, 4]);
    cache.set(idOf(3), sentences(1));
    expect([cache.get(idOf(1)), cache.get(idOf(2))?.length]).toEqual([undefined, 4]);
  });

  test('holds the artefacts that were used last', () => {
    const cache = new SentenceCache(2);
    cache.set(idOf(1), sentences(1));
    cache.set(idOf(2), sentences(1));
    cache.get(idOf(1));
    cache.set(idOf(3), sentences(1));
    expect([1, 2, 3].map((n) => cache.get(idOf(n)) !== undefined)).toEqual([true, false, true]);
  });

  test('does not hold an artefact that is larger than its bound, and lets none go for it', () => {
    const cache = new SentenceCache(3);
    cache.set(idOf(1), sentences(3));
    cache.set(idOf(2), sentences(4));
    expect([cache.get(idOf(1))?.length, cache.get(idOf(2))]).toEqual([3, undefined]);
    cache.set(idOf(1), sentences(4));
    expect(cache.get(idOf(1))).toBeUndefined();
  });

  test('forgets an artefact, and has its room for others', () => {
    const cache = new SentenceCache(3);
    cache.set(idOf(1), sentences(2));
    cache.set(idOf(2), sentences(1));
    cache.delete(idOf(1));
    cache.set(idOf(3), sentences(2));
    expect([1, 2, 3].map((n) => cache.get(idOf(n))?.length)).toEqual([undefined, 1, 2]);
  });

  test('counts artefacts without sentences, and one that is set again once', () => {
    const cache = new SentenceCache(2);
    for (const n of [1, 1, 2]) cache.set(idOf(n), []);
    expect([1, 2].map((n) => cache.get(idOf(n)))).toEqual([[], []]);
    cache.set(idOf(3), []);
    expect(cache.get(idOf(1))).toBeUndefined();
  });
});

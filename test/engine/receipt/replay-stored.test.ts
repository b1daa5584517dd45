import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReplayedAnswer, replayStored } from '../../../engine/receipt/replay-stored.ts';
import { decodeCanonical, encodeCanonical } from '../../../graph/canonical.ts';
import { type GraphStore, StoreUnavailable } from '../../../graph/store/store.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import { answerOf, DEMO_FOLDER, demoFiles, type Golden, ingestInto } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

let opened: OpenedStore;
let asked: string[];

beforeAll(async () => {
  opened = await openEmptyEmbedded();
  const engine = createTestEngine(opened.store);
  await ingestInto(engine, 'demo', demoFiles());
  const golden = JSON.parse(readFileSync(join(DEMO_FOLDER, 'golden.json'), 'utf8')) as Golden[];
  const ids = new Set<string>();
  for (const { q, as_of: asOf } of golden) {
    const { answer } = await answerOf(engine, { corpus: 'demo', q, asOf, mode: 'light' });
    ids.add(answer.answer_id);
  }
  asked = [...ids];
}, 120_000);

afterAll(() => opened.dispose());

async function replayed(store: GraphStore): Promise<ReplayedAnswer[]> {
  const all: ReplayedAnswer[] = [];
  for await (const one of replayStored(store)) all.push(one);
  return all;
}

/** The store with the bytes of the receipts changed on their way. */
function changing(change: (bytes: Uint8Array) => Uint8Array | null): GraphStore {
  return new Proxy(opened.store, {
    get: (real, name) => {
      if (name !== 'blobs') return Reflect.get(real, name);
      return async (hashes: readonly string[]) =>
        (await real.blobs(hashes)).map((bytes) => bytes && change(bytes));
    },
  });
}

describe('re-executing stored receipts', () => {
  test('gives each one byte for byte, empty answers too', async () => {
    const all = await replayed(opened.store);
    expect(all.filter(({ fault }) => fault !== null)).toEqual([]);
    expect(all.map(({ answer_id }) => answer_id).toSorted()).toEqual(asked.toSorted());
    expect(asked.length).toBeGreaterThan(20);
  });

  test.each<[string, (bytes: Uint8Array) => Uint8Array | null]>([
    ['gone', () => null],
    [
      'changed',
      (bytes) => encodeCanonical({ ...(decodeCanonical(bytes) as object), answer_id: 'ans_other' }),
    ],
    ['no CBOR', () => Uint8Array.of(0xff)],
  ])('names every one whose bytes are %s', async (_, change) => {
    const all = await replayed(changing(change));
    expect(all.length).toBe(asked.length);
    for (const { fault } of all) expect(fault).toMatch(/do not match the log/);
  });

  test('ends where the store cannot be read, without a result for the receipt', async () => {
    const away = changing(() => {
      throw new StoreUnavailable('away');
    });
    await expect(replayed(away)).rejects.toThrow(StoreUnavailable);
  });
});

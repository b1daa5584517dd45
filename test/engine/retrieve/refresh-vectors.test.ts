import { describe, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../../engine/engine.ts';
import { refreshVectors } from '../../../engine/retrieve/refresh-vectors.ts';
import { readManifest } from '../../../engine/retrieve/vectors/manifest.ts';
import { decodeVectors, encodeVectors } from '../../../engine/retrieve/vectors/vector-blob.ts';
import { VectorMaker } from '../../../engine/retrieve/vectors/vector-maker.ts';
import type { SearchResults } from '../../../engine/search/search.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import type { VectorsFinished } from '../../../graph/log/entry.ts';
import { readRecord } from '../../../graph/store/records.ts';
import { ingestInto, jsonLines, viewOf } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

const CORPUS = 'sky';
const SILENT = new URL(
  "data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => {})",
);
const DYING = new URL('data:text/javascript,process.exit(9)');

/** More than are done before a thread has started. */
const documents = jsonLines(
  Array.from({ length: 24 }, (_, i) => ({
    id: `d${i}`,
    text: `Planet P${i} has ${i + 2} moons and ${i % 5} rings.`,
    domain: `d${i}.example`,
    day: '2026-09-01',
  })),
);

async function start(module?: URL) {
  const opened = await openEmptyEmbedded();
  onTestFinished(() => opened.dispose());
  const maker = new VectorMaker(module);
  const faults: unknown[] = [];
  const engine = createTestEngine(opened.store, undefined, null, undefined, {
    maker,
    onFault: (fault) => faults.push(fault),
  });
  return { engine, maker, faults, store: opened.store };
}

async function search(engine: Engine): Promise<SearchResults> {
  const found = await engine.search({ q: 'moons of P7', k: 3, view: await viewOf(engine, CORPUS) });
  if (!found.ok) throw new Error(found.refusal.message);
  return found.value;
}

async function refresh({ store, writer }: Engine): Promise<void> {
  await using maker = new VectorMaker();
  await refreshVectors({ reader: store, writer, maker }, CORPUS);
}

const vectorsOf = async ({ store }: Engine) => (await readRecord(store, 'corpora', CORPUS))?.vectors ?? null;

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('an ingest whose vectors are made on a thread', () => {
  test('records vectors of every section', async () => {
    const { engine, faults } = await start();
    await ingestInto(engine, CORPUS, [documents]);
    expect(await vectorsOf(engine)).toMatchObject({ model: 'latent/1', count: 24, trainedOn: 24 });
    expect(faults).toEqual([]);
    expect((await search(engine)).coverage.lanes).toContain('vector');
  });

  test('ends well where the thread dies: the fault is reported, text is found, the next ingest makes them', async () => {
    const { engine, faults, store } = await start(DYING);
    expect((await ingestInto(engine, CORPUS, [documents])).added).toBe(24);
    expect(faults).toMatchObject([{ code: 'vectors_failed' }]);
    expect(await vectorsOf(engine)).toBeNull();
    const found = await search(engine);
    expect(found.coverage.lanes).not.toContain('vector');
    expect(found.results[0]?.snippet).toContain('P7');
    const next = createTestEngine(store);
    await ingestInto(next, CORPUS, [documents]);
    expect(await vectorsOf(next)).toMatchObject({ count: 24 });
  });

  test('lets text be searched as soon as the documents are there, and closes without a word', async () => {
    const { engine, maker, faults } = await start(SILENT);
    const ingesting = ingestInto(engine, CORPUS, [documents]);
    await until(
      async () => ((await readRecord(engine.store, 'corpora', CORPUS))?.observedAt ?? null) !== null,
    );
    expect((await search(engine)).results[0]?.snippet).toContain('P7');
    await maker[Symbol.asyncDispose]();
    expect((await ingesting).added).toBe(24);
    expect(faults).toEqual([]);
    expect(await vectorsOf(engine)).toBeNull();
  });

  test("rejects with the signal's reason where it ends the training", async () => {
    const { engine, faults } = await start(SILENT);
    const ending = new AbortController();
    const ingesting = engine.ingest([documents], {
      corpus: CORPUS,
      source: 'test',
      onProgress: () => undefined,
      signal: ending.signal,
    });
    const outcome = ingesting.catch((fault: unknown) => fault);
    await until(
      async () => ((await readRecord(engine.store, 'corpora', CORPUS))?.observedAt ?? null) !== null,
    );
    const reason = new Error('the service ends');
    ending.abort(reason);
    expect(await outcome).toBe(reason);
    expect(faults).toEqual([]);
    expect((await search(engine)).results).not.toEqual([]);
  });
});

describe('an ingest into a corpus that has vectors', () => {
  const more = (from: number, count: number) =>
    jsonLines(
      Array.from({ length: count }, (_, i) => ({
        id: `e${from + i}`,
        text: `Comet C${from + i} has a tail of ${from + i + 3} million kilometres.`,
        domain: `e${from + i}.example`,
        day: '2026-09-02',
      })),
    );
  const listOf = async (engine: Engine) => readManifest(engine.store, await vectorsOf(engine));
  const entriesOf = async ({ store }: Engine) => {
    const found = await store.entries({ after: -1, limit: 100, types: ['vectors.finished'] });
    return found.map(({ entry }) => entry.body as VectorsFinished);
  };

  test('writes vectors of what is new, and names those that there are', async () => {
    const { engine } = await start();
    await ingestInto(engine, CORPUS, [documents]);
    const before = await listOf(engine);
    await ingestInto(engine, CORPUS, [more(0, 3)]);
    const after = await listOf(engine);
    expect(after?.segments).toEqual([...(before?.segments ?? []), { ...after?.segments[1], count: 3 }]);
    const [first, second] = await entriesOf(engine);
    expect(second).toMatchObject({ model_hash: first?.model_hash, count: 27, trained_on: 24 });
    expect(second?.parts).toEqual([after?.segments[1]?.rows]);
  });

  test('joins small segments at the end, and trains again when the corpus has doubled', async () => {
    const { engine } = await start();
    await ingestInto(engine, CORPUS, [documents]);
    const counts: (number[] | undefined)[] = [];
    for (let n = 0; n < 9; n += 1) {
      await ingestInto(engine, CORPUS, [more(n, 1)]);
      counts.push((await listOf(engine))?.segments.map(({ count }) => count));
    }
    expect(counts.slice(0, 4)).toEqual([
      [24, 1],
      [24, 2],
      [24, 2, 1],
      [24, 4],
    ]);
    const [trained] = await entriesOf(engine);
    expect((await vectorsOf(engine))?.model_hash).toBe(trained?.model_hash);
    await ingestInto(engine, CORPUS, [more(9, 15)]);
    expect(await vectorsOf(engine)).toMatchObject({ count: 48, trainedOn: 48 });
    expect((await listOf(engine))?.segments.map(({ count }) => count)).toEqual([48]);
  });

  test('gives each section one vector, those of every ingest among them', async () => {
    const { engine } = await start();
    await ingestInto(engine, CORPUS, [documents]);
    for (let n = 0; n < 5; n += 1) await ingestInto(engine, CORPUS, [more(n * 2, 2)]);
    const { segments = [] } = (await listOf(engine)) ?? {};
    const blobs = await engine.store.blobs(segments.map(({ rows }) => rows));
    const ids = blobs.flatMap((bytes) => (bytes === null ? [] : decodeVectors(bytes).ids));
    expect(new Set(ids).size).toBe(34);
    expect(ids).toHaveLength(34);
    expect((await search(engine)).coverage.lanes).toContain('vector');
  });

  test('writes nothing where nothing is new', async () => {
    const { engine, store } = await start();
    await ingestInto(engine, CORPUS, [documents]);
    const { size } = await store.head();
    await refresh(engine);
    expect(await entriesOf(engine)).toHaveLength(1);
    expect((await store.head()).size).toBe(size);
  });

  test('loses nothing where two processes make vectors at once', async () => {
    const { engine, store } = await start();
    await ingestInto(engine, CORPUS, [documents]);
    const other = createTestEngine(store);
    await Promise.all([ingestInto(engine, CORPUS, [more(0, 3)]), ingestInto(other, CORPUS, [more(3, 4)])]);
    await refresh(engine);
    expect(await vectorsOf(engine)).toMatchObject({ count: 31 });
  });

  test('trains again where the blob of the model was lost', async () => {
    const { engine, store } = await start();
    await ingestInto(engine, CORPUS, [documents]);
    const lost = (await vectorsOf(engine))?.model_hash ?? '';
    await store.transact((tx) => tx.removeBlobs([lost]));
    expect((await search(createTestEngine(store))).coverage.lanes).not.toContain('vector');
    await ingestInto(engine, CORPUS, [more(0, 1)]);
    expect(await vectorsOf(engine)).toMatchObject({ count: 25, trainedOn: 25 });
    expect((await search(createTestEngine(store))).coverage.lanes).toContain('vector');
  });

  test('searches text alone beside vectors of another format, and makes them anew', async () => {
    const { engine, store } = await start();
    await ingestInto(engine, CORPUS, [documents]);
    const [finished] = await entriesOf(engine);
    const other = encodeVectors({ ids: ['a'], dimensions: 1, vectors: Float32Array.of(1) });
    const body = { ...finished!, vectors_hash: blake3Hex(other), parts: [] };
    await engine.writer.append(async () => ({
      entries: [{ corpus: CORPUS, tenant: null, effectiveAt: null, body }],
      blobs: [other],
      result: () => undefined,
    }));
    const found = await search(createTestEngine(store));
    expect(found.coverage.lanes).not.toContain('vector');
    expect(found.results[0]?.snippet).toContain('P7');
    await ingestInto(engine, CORPUS, [more(0, 1)]);
    expect(await vectorsOf(engine)).toMatchObject({ count: 25, trainedOn: 25 });
    expect((await search(createTestEngine(store))).coverage.lanes).toContain('vector');
  });
});

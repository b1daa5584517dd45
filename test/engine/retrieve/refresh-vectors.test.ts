import { describe, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../../engine/engine.ts';
import { VectorMaker } from '../../../engine/retrieve/latent/vector-maker.ts';
import type { SearchResults } from '../../../engine/search/search.ts';
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

const vectorsOf = async ({ store }: Engine) => (await store.corpus(CORPUS))?.vectors ?? null;

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

  test('ends well where the thread dies: the fault is told, text is found, the next ingest makes them', async () => {
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
    await until(async () => ((await engine.store.corpus(CORPUS))?.observedAt ?? null) !== null);
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
    await until(async () => ((await engine.store.corpus(CORPUS))?.observedAt ?? null) !== null);
    const reason = new Error('the service ends');
    ending.abort(reason);
    expect(await outcome).toBe(reason);
    expect(faults).toEqual([]);
    expect((await search(engine)).results).not.toEqual([]);
  });
});

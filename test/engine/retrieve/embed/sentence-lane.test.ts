import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import { EmbedderUnavailable } from '../../../../engine/ports.ts';
import { verifyReceipt } from '../../../../engine/receipt/verify-against-store.ts';
import { trusted } from '../../../../graph/log/key-list.ts';
import { readRecord } from '../../../../graph/store/records.ts';
import type { OpenedStore } from '../../../conformance/graph-store/harness.ts';
import { ingestInto, jsonLines, type TestDocument, viewOf } from '../../documents.ts';
import { openEmptyEmbedded } from '../../open-stores.ts';
import { createTestEngine, TestClock, testVerifier } from '../../test-engine.ts';
import { TinyEmbedder } from './tiny-embedder.ts';

const CORPUS = 'c';
const documents: readonly TestDocument[] = [
  {
    id: 'ship',
    title: 'Harbour',
    text: 'The vessel left the harbour at dawn.',
    domain: 'a.example',
    day: '2026-01-01',
  },
  {
    id: 'nap',
    title: 'Naps',
    text: 'Cats doze for most of the day.',
    domain: 'b.example',
    day: '2026-01-02',
  },
  {
    id: 'doctor',
    title: 'Clinic',
    text: 'The physician saw nine patients.',
    domain: 'c.example',
    day: '2026-01-03',
  },
];
const later: TestDocument = {
  id: 'moon',
  title: 'Orbit',
  text: 'A new satellite was launched into a polar orbit.',
  domain: 'd.example',
  day: '2026-02-01',
};

let opened: OpenedStore;
let embedder: TinyEmbedder;
let engine: Engine;

beforeEach(async () => {
  opened = await openEmptyEmbedded();
  embedder = new TinyEmbedder();
  engine = createTestEngine(opened.store, new TestClock(), embedder);
  await ingestInto(engine, CORPUS, [jsonLines(documents)]);
});
afterEach(() => opened.dispose());

async function search(q: string, by = engine) {
  const view = await viewOf(by, CORPUS);
  const found = await by.search({ q, k: 10, view });
  if (!found.ok) throw new Error(found.refusal.message);
  return found.value.results;
}

async function ask(by: Engine, q: string) {
  const request = { q, k: 10, mode: 'light' as const, maxSnapshotAge: null, view: await viewOf(by, CORPUS) };
  const outcome = await by.ask(request, 'local');
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  const receipt = await by.receipt(outcome.value.answer.answer_id, 'local');
  if (receipt === null) throw new Error('there is no receipt');
  return receipt;
}

const vectorsOf = async () =>
  (await readRecord(opened.store, 'corpora', CORPUS))?.sentenceVectors?.[embedder.digest];

describe('searching with a sentence model', () => {
  it('finds what is said in other words', async () => {
    await engine.embedding?.catchUp();
    expect((await search('boat'))[0]).toMatchObject({ title: 'Harbour', lanes: { text: 0 } });
    expect((await search('doctor'))[0]).toMatchObject({ title: 'Clinic' });
  });

  it('judges a text by its best sentence too', async () => {
    const long = { ...later, title: 'Log', text: 'Big huge large waves. The crew went to rest. Large boat.' };
    await ingestInto(engine, CORPUS, [jsonLines([long])]);
    await engine.embedding?.catchUp();
    const found = await search('sleep');
    expect(found.slice(0, 2).map(({ title }) => title)).toEqual(['Naps', 'Log']);
    // The whole text alone is at 0.24.
    expect(found[1]?.lanes.vector).toBeGreaterThan(0.4);
  });

  it('goes by words and latent vectors until every document has its vector', async () => {
    expect(await search('boat')).toEqual([]);
    await engine.embedding?.catchUp();
    await ingestInto(engine, CORPUS, [jsonLines([later])]);
    expect(await search('boat')).toEqual([]);
    expect(embedder.texts('query')).toEqual([]);
    await engine.embedding?.catchUp();
    expect((await search('boat'))[0]).toMatchObject({ title: 'Harbour' });
    expect((await search('moon'))[0]).toMatchObject({ title: 'Orbit' });
  });

  it('goes by words and latent vectors while the model cannot be asked', async () => {
    await engine.embedding?.catchUp();
    embedder.isAway = true;
    expect(await search('boat')).toEqual([]);
    expect((await search('patients'))[0]).toMatchObject({ title: 'Clinic' });
  });

  it('releases the model when its caller leaves, in a search, a question and an agent’s search', async () => {
    await engine.embedding?.catchUp();
    embedder.isSilent = true;
    const view = await viewOf(engine, CORPUS);
    const asked = () => ({ q: 'boat', k: 10, view, signal: AbortSignal.timeout(50) });
    const timeout = { name: 'TimeoutError' };
    await expect(engine.search(asked())).rejects.toMatchObject(timeout);
    await expect(engine.findItems({ ...asked(), admits: () => true })).rejects.toMatchObject(timeout);
    const question = { ...asked(), mode: 'light', maxSnapshotAge: null } as const;
    await expect(engine.ask(question, 'local')).rejects.toMatchObject(timeout);
    embedder.isSilent = false;
    expect((await search('boat'))[0]).toMatchObject({ title: 'Harbour' });
  });

  it('does not use the vectors of another model', async () => {
    await engine.embedding?.catchUp();
    const other = createTestEngine(opened.store, new TestClock(), new TinyEmbedder('other'));
    expect(await search('boat', other)).toEqual([]);
    await other.embedding?.catchUp();
    expect((await search('boat', other))[0]).toMatchObject({ title: 'Harbour' });
    expect((await search('boat'))[0]).toMatchObject({ title: 'Harbour' });
  });

  it('pins in the receipt the vectors that ranked, and the policy', async () => {
    const before = await ask(engine, 'Who saw nine patients?');
    const { vectors } = (await readRecord(opened.store, 'corpora', CORPUS)) ?? {};
    expect(before.receipt.models).toEqual([
      { model: 'latent/1', model_hash: vectors?.model_hash, vectors_hash: vectors?.vectors_hash },
    ]);
    expect(before.receipt.policies.retrieval).toBe('fuse/latent/1');
    await engine.embedding?.catchUp();
    const after = await ask(engine, 'Who saw nine patients?');
    const record = await vectorsOf();
    expect(after.receipt.models).toEqual([
      { model: 'tiny', model_hash: embedder.digest, vectors_hash: record?.vectors_hash },
    ]);
    expect(after.receipt.policies.retrieval).toBe('fuse/sentence/1');
    expect(after.receipt.candidates[0]?.lanes.vector?.score).toBeGreaterThan(0);
  });

  it('replays a receipt without the model', async () => {
    await engine.embedding?.catchUp();
    const receipt = await ask(engine, 'Who saw nine patients?');
    embedder.isAway = true;
    const asked = embedder.asked.length;
    const verified = await verifyReceipt(receipt, { keys: [trusted(testVerifier)], reader: opened.store });
    expect(verified.ok).toBe(true);
    expect(embedder.asked).toHaveLength(asked);
  });
});

describe('embedding a corpus', () => {
  it('gives the model the title and the words, each text by itself', async () => {
    await engine.embedding?.catchUp();
    expect(embedder.texts('passage').toSorted()).toEqual([
      'Clinic\nThe physician saw nine patients.',
      'Harbour\nThe vessel left the harbour at dawn.',
      'Naps\nCats doze for most of the day.',
    ]);
    expect(await vectorsOf()).toMatchObject({
      model: 'tiny',
      model_hash: embedder.digest,
      count: 3,
      trainedOn: 0,
    });
  });

  it('gives the model each sentence of a text that has several', async () => {
    await engine.embedding?.catchUp();
    const text = 'Nobody was aboard. The ship sank.';
    await ingestInto(engine, CORPUS, [jsonLines([{ ...later, title: 'Wreck', text }])]);
    await engine.embedding?.catchUp();
    expect(embedder.texts('passage').slice(3)).toEqual([
      `Wreck\n${text}`,
      'Nobody was aboard.',
      'The ship sank.',
    ]);
  });

  it('embeds nothing twice: neither what has a vector nor the same words elsewhere', async () => {
    await engine.embedding?.catchUp();
    const copy = { ...documents[0]!, id: 'copy', domain: 'mirror.example' };
    await ingestInto(engine, CORPUS, [jsonLines([...documents, copy, later])]);
    await engine.embedding?.catchUp();
    await engine.embedding?.catchUp();
    expect(embedder.texts('passage')).toHaveLength(4);
    expect(await vectorsOf()).toMatchObject({ count: 5 });
  });

  it('writes nothing where nothing is new', async () => {
    await engine.embedding?.catchUp();
    const { size } = await opened.store.head();
    await engine.embedding?.catchUp();
    await createTestEngine(opened.store, new TestClock(), embedder).embedding?.catchUp();
    expect((await opened.store.head()).size).toBe(size);
  });

  it('leaves the latent vectors as they are', async () => {
    const { vectors } = (await readRecord(opened.store, 'corpora', CORPUS)) ?? {};
    await engine.embedding?.catchUp();
    expect((await readRecord(opened.store, 'corpora', CORPUS))?.vectors).toEqual(vectors);
  });

  it('says how far it is', async () => {
    const said: [number, number][] = [];
    await engine.embedding?.catchUp({ onProgress: (done, of) => said.push([done, of]) });
    expect(said).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
  });

  it('ends between two texts when it is asked to, and records nothing of it', async () => {
    const ending = new AbortController();
    const { size } = await opened.store.head();
    const onProgress = () => ending.abort(new Error('enough'));
    await expect(engine.embedding?.catchUp({ signal: ending.signal, onProgress })).rejects.toThrow('enough');
    expect(embedder.texts('passage')).toHaveLength(1);
    expect((await opened.store.head()).size).toBe(size);
  });

  it('records nothing where the model is away, and goes on when it is back', async () => {
    embedder.isAway = true;
    await expect(engine.embedding?.catchUp()).rejects.toThrow(EmbedderUnavailable);
    expect(await vectorsOf()).toBeUndefined();
    embedder.isAway = false;
    await engine.embedding?.catchUp();
    expect(await vectorsOf()).toMatchObject({ count: 3 });
  });

  it('never puts fewer vectors in the place of more, when two processes embed at once', async () => {
    const other = createTestEngine(opened.store, new TestClock(), embedder);
    await Promise.all([engine.embedding?.catchUp(), other.embedding?.catchUp()]);
    const entries = await opened.store.entries({ after: -1, limit: 1000, types: ['vectors.finished'] });
    const own = entries.filter(({ entry }) => 'model' in entry.body && entry.body.model === 'tiny');
    expect(own).toHaveLength(1);
  });
});

describe('embedding in the background', () => {
  it('follows each ingest without delaying a search', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = new TinyEmbedder('slow');
    const embed = slow.embed.bind(slow);
    slow.embed = async (texts, use) => {
      if (use === 'passage') await held;
      return embed(texts, use);
    };
    const follower = createTestEngine(opened.store, new TestClock(), slow);
    const stop = follower.embedding?.follow((fault) => expect.unreachable(String(fault)));
    expect((await search('patients', follower))[0]).toMatchObject({ title: 'Clinic' });
    release();
    await expect.poll(async () => (await search('boat', follower))[0]?.title).toBe('Harbour');
    await ingestInto(follower, CORPUS, [jsonLines([later])]);
    await expect.poll(async () => (await search('moon', follower))[0]?.title).toBe('Orbit');
    await stop?.();
  });

  it('says that the model is away, and ends at once while it rests', async () => {
    embedder.isAway = true;
    const faults: unknown[] = [];
    const stop = engine.embedding?.follow((fault) => faults.push(fault));
    await expect.poll(() => faults).toHaveLength(1);
    expect(faults[0]).toBeInstanceOf(EmbedderUnavailable);
    await ingestInto(engine, CORPUS, [jsonLines([later])]);
    expect(faults).toHaveLength(1);
    await stop?.();
  });
});

import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesOf } from '../../../../bin/cli/models/model-files.ts';
import { EmbedderUnavailable } from '../../../../engine/ports.ts';
import { OnnxEmbedder } from '../../../../engine/retrieve/embed/onnx-embedder.ts';
import { SENTENCE_MODELS, type SentenceModel } from '../../../../engine/retrieve/embed/sentence-models.ts';
import { describeModels } from '../../../setup/describe-engine.ts';
import { ingestInto, jsonLines, viewOf } from '../../documents.ts';
import { openEmptyEmbedded } from '../../open-stores.ts';
import { createTestEngine, TestClock } from '../../test-engine.ts';

const cosine = (a: Float32Array | undefined, b: Float32Array | undefined) =>
  (a ?? new Float32Array()).reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0);

describeModels('the sentence models', (models) => {
  const open = (model: SentenceModel) =>
    new OnnxEmbedder(model, filesOf(join(models().dataFolder, 'models'), model));

  it.each(SENTENCE_MODELS)('$name holds what means the like for near', async (model) => {
    await using embedder = open(model);
    const [ship, vessel, cheese] = await embedder.embed(
      ['The ship left the harbour.', 'A vessel sailed out of port.', 'Cheese is made from milk.'],
      'passage',
    );
    expect(ship).toHaveLength(model.dimensions);
    expect(cosine(ship, ship)).toBeCloseTo(1, 5);
    expect(cosine(ship, vessel)).toBeGreaterThan(cosine(ship, cheese) + 0.2);
  });

  it.each(SENTENCE_MODELS)('$name gives a text the same vector, whatever else is asked', async (model) => {
    await using embedder = open(model);
    const [alone] = await embedder.embed(['The ship left the harbour.'], 'passage');
    const among = await embedder.embed(['x '.repeat(500), 'The ship left the harbour.', ''], 'passage');
    expect(among[1]).toEqual(alone);
    await using again = open(model);
    expect(await again.embed(['The ship left the harbour.'], 'passage')).toEqual([alone]);
  });

  it.each(SENTENCE_MODELS)('$name reads a text up to its bound, and no further', async (model) => {
    await using embedder = open(model);
    // A word, its mark in front and the one behind.
    const words = (count: number) => Array.from({ length: count }, () => 'ship').join(' ');
    const texts = [words(model.maxTokens - 3), words(model.maxTokens - 2), words(model.maxTokens - 1)];
    const [below, full, beyond] = await embedder.embed(texts, 'passage');
    expect(below).not.toEqual(full);
    expect(beyond).toEqual(full);
  });

  it('reads any text', async () => {
    await using embedder = open(SENTENCE_MODELS[0]!);
    const odd = ['', '\0', '\ud800', '数字', '👩‍👩‍👧', '[SEP] [CLS] [MASK]', 'a'.repeat(10_000)];
    for (const vector of await embedder.embed(odd, 'passage')) {
      expect(cosine(vector, vector)).toBeCloseTo(1, 4);
    }
  });

  it('lets a question overtake documents', async () => {
    await using embedder = open(SENTENCE_MODELS[0]!);
    const order: string[] = [];
    const documents = Array.from({ length: 20 }, (_, n) =>
      embedder.embed([`document ${n}`], 'passage').then(() => order.push('document')),
    );
    await embedder.embed(['question'], 'query').then(() => order.push('question'));
    await Promise.all(documents);
    expect(order.indexOf('question')).toBeLessThanOrEqual(1);
  });

  it('counts as away when its file is another one, and leaves the program running', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'adduce-models-'));
    const model = SENTENCE_MODELS[0]!;
    const good = filesOf(join(models().dataFolder, 'models'), model);
    const own = filesOf(folder, model);
    await mkdir(join(folder, model.name));
    await symlink(good.runtime, own.runtime);
    await copyFile(good.tokenizer, own.tokenizer);
    await writeFile(own.onnx, 'no model');
    await using embedder = new OnnxEmbedder(model, own);
    await expect(embedder.embed(['x'], 'query')).rejects.toThrow(/is not the file that it was/);
    await copyFile(good.onnx, own.onnx);
    expect(await embedder.embed(['x'], 'query')).toHaveLength(1);
    await rm(folder, { recursive: true });
  });

  it('counts as away without what runs it, and when it is closed', async () => {
    const model = SENTENCE_MODELS[0]!;
    await using lost = new OnnxEmbedder(model, filesOf('/nowhere', model));
    await expect(lost.embed(['x'], 'query')).rejects.toThrow(EmbedderUnavailable);
    const closed = open(model);
    const asked = closed.embed(['x', 'y'], 'passage');
    const refused = expect(asked).rejects.toThrow(/is closed/);
    await closed[Symbol.asyncDispose]();
    await refused;
  });

  it('finds what is said in other words', async () => {
    const opened = await openEmptyEmbedded();
    await using embedder = open(SENTENCE_MODELS[0]!);
    const engine = createTestEngine(opened.store, new TestClock(), embedder);
    const at = { domain: 'a.example', day: '2026-01-01' };
    await ingestInto(engine, 'c', [
      jsonLines([
        { id: 'ship', title: 'Harbour', text: 'The vessel left the port at dawn.', ...at },
        { id: 'milk', title: 'Dairy', text: 'Cheese is made from milk.', ...at },
      ]),
    ]);
    await engine.embedding?.catchUp();
    const found = await engine.search({ q: 'boats sailing', k: 10, view: await viewOf(engine, 'c') });
    expect(found.ok && found.value.results[0]).toMatchObject({ title: 'Harbour' });
    await opened.dispose();
  });
});

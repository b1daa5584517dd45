import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Output } from '../../../../bin/cli/output.ts';
import { announce } from '../../../../bin/cli/serve/announce.ts';
import { MODEL_GAIN, modelHint } from '../../../../bin/cli/serve/model-hint.ts';
import { readSettings } from '../../../../bin/cli/settings.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adduce-hint-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const hint = (env: Readonly<Record<string, string>> = {}) =>
  modelHint(readSettings({ ADDUCE_DATA: folder, ...env }).embedder);

/** What `adduce serve` says when it listens. */
function announced(env: Readonly<Record<string, string>> = {}): string[] {
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text).trimEnd()) > 0);
  announce(new Output(false), readSettings({ ADDUCE_DATA: folder, ...env }), 'http://127.0.0.1:4000');
  return lines;
}

it('names the command and the figures of MODEL_GAIN', () => {
  const gain =
    'finds documents better (nDCG@10 on SciFact: 0.752 instead of 0.710) and answers a few more questions';
  expect(hint()).toEqual({ id: 'sentence_model', command: 'adduce models add minilm', gain });
  expect(MODEL_GAIN.with).toBeGreaterThan(MODEL_GAIN.without);
});

it('is one line of the start', () => {
  const said = announced().filter((line) => line.includes('models add'));
  expect(said).toEqual([
    expect.stringMatching(/^no sentence model: adduce models add minilm finds .* a few more questions$/),
  ]);
});

it('is silent where the operator has chosen latent vectors', () => {
  expect(hint({ ADDUCE_EMBEDDER: 'latent' })).toBeNull();
});

it('is silent where there is an endpoint', () => {
  const remote = { ADDUCE_EMBEDDER_URL: 'http://127.0.0.1:1/v1', ADDUCE_EMBEDDER_MODEL: 'any' };
  expect(hint(remote)).toBeNull();
  expect(announced(remote).filter((line) => line.includes('models add'))).toEqual([]);
});

it('is silent where a model was added', async () => {
  for (const one of ['minilm', 'runtime']) await mkdir(join(folder, 'models', one), { recursive: true });
  for (const file of ['model.onnx', 'tokenizer.json'])
    await writeFile(join(folder, 'models', 'minilm', file), '');
  expect(hint()).toBeNull();
});

it('is silent where an add-on was added', async () => {
  await mkdir(join(folder, 'models', 'sentences'), { recursive: true });
  const stored = {
    v: 1,
    name: 'tuned',
    use: 'sentences',
    pooling: 'mean',
    dimensions: 384,
    max_tokens: 96,
    query_prefix: '',
    onnx_sha256: '0'.repeat(64),
    tokenizer_sha256: '0'.repeat(64),
  };
  await writeFile(join(folder, 'models', 'sentences', 'description.json'), JSON.stringify(stored));
  expect(hint()).toBeNull();
});

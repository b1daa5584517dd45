import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandFailure } from '../../../../bin/cli/failure.ts';
import { ADD_ON, addOnIn, addOnOf } from '../../../../bin/cli/models/addon.ts';
import { readAddOn } from '../../../../bin/cli/models/read-addon.ts';
import { tar, zip } from './archives.ts';

const DESCRIPTION = {
  v: 1,
  name: 'tuned',
  use: 'sentences',
  pooling: 'mean',
  dimensions: 384,
  max_tokens: 96,
  query_prefix: '',
};
const filesWith = (change: Readonly<Record<string, unknown>> = {}) => ({
  'description.json': Buffer.from(JSON.stringify({ ...DESCRIPTION, ...change })),
  'model.onnx': Buffer.from('onnx'),
  'tokenizer.json': Buffer.from('{}'),
});
const FILES = filesWith();

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adduce-addon-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function put(name: string, bytes: Buffer | string): Promise<string> {
  const path = join(folder, name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, bytes);
  return path;
}

const within = (files: Readonly<Record<string, Buffer>>) =>
  Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`addon/${name}`, bytes]));

describe('an add-on is read from', () => {
  it.each<[string, () => Promise<string>]>([
    ['a zip archive', () => put('a.zip', zip(FILES))],
    ['a zip archive of a folder', () => put('a.zip', zip(within(FILES)))],
    ['a tar archive', () => put('a.tar', tar(FILES))],
    ['a tar archive of a folder', () => put('a.tar', tar({ 'addon/': Buffer.alloc(0), ...within(FILES) }))],
    ['a gzipped tar archive', () => put('a.tar.gz', gzipSync(tar(within(FILES))))],
    [
      'an archive with other files too',
      () => put('a.zip', zip({ ...FILES, '._model.onnx': Buffer.from('mac') })),
    ],
  ])('%s', async (_, written) => {
    expect(await readAddOn(await written())).toEqual(FILES);
  });

  it('a folder', async () => {
    for (const [name, bytes] of Object.entries(FILES)) await put(`addon/${name}`, bytes);
    expect(await readAddOn(join(folder, 'addon'))).toEqual(FILES);
  });
});

describe('no add-on, said in one line, is', () => {
  const { 'model.onnx': _, ...lacking } = FILES;
  it.each<[string, string, Buffer, RegExp]>([
    ['text', 'a.zip', Buffer.from('hello'), /this is no tar archive$/],
    ['a broken zip', 'a.zip', zip(FILES).subarray(0, 100), /no zip archive$/],
    ['a broken tar', 'a.tar', tar(FILES).subarray(0, 530), /damaged$/],
    ['a broken gzip', 'a.tgz', gzipSync(tar(FILES)).subarray(0, 40), /damaged$/],
    ['a zip without its model', 'a.zip', zip(lacking), /it holds no model\.onnx$/],
    ['a tar without its model', 'a.tar', tar(lacking), /it holds no model\.onnx$/],
    ['a zip with two models', 'a.zip', zip({ ...FILES, ...within(FILES) }), /description\.json twice$/],
  ])('%s', async (_what, name, bytes, said) => {
    const path = await put(name, bytes);
    const failure = await readAddOn(path).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CommandFailure);
    expect(String(failure)).toMatch(said);
    expect(String(failure)).not.toContain('\n');
  });

  it('a folder that lacks a file, and a path where nothing is', async () => {
    await put('addon/model.onnx', 'x');
    await expect(readAddOn(join(folder, 'addon'))).rejects.toThrow(/it holds no description\.json$/);
    await expect(readAddOn(join(folder, 'nowhere'))).rejects.toThrow(/nowhere: there is nothing$/);
  });
});

describe('the description of an add-on', () => {
  it('becomes a model with the hashes of its files', () => {
    expect(addOnOf(FILES).model).toEqual({
      name: 'tuned',
      dimensions: 384,
      pooling: 'mean',
      maxTokens: 96,
      queryPrefix: '',
      onnxSha256: '87e93f89f2be0db364e8be052f79f389e6c2da239831922e24513288af522a43',
      tokenizerSha256: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    });
  });

  it.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
    ['another version', { v: 2 }, /^description\.json: v: /],
    ['no name', { name: '' }, /name: /],
    ['the name of a path', { name: '../minilm' }, /name: lower-case letters/],
    ['the name of another model', { name: 'minilm' }, /name: it is the name of another model$/],
    ['the name of a choice', { name: 'latent' }, /name: it is the name of another model$/],
    ['another use', { use: 'retrieval' }, /use: /],
    ['another pooling', { pooling: 'max' }, /pooling: /],
    ['no dimensions', { dimensions: 0 }, /dimensions: /],
    ['too many dimensions', { dimensions: 4_097 }, /dimensions: /],
    ['too few tokens', { max_tokens: 7 }, /max_tokens: /],
    ['too many tokens', { max_tokens: 8_193 }, /max_tokens: /],
    ['a long prefix', { query_prefix: 'x'.repeat(201) }, /query_prefix: /],
    ['an unknown member', { vocabulary: 1 }, /vocabulary/],
  ])('is refused with %s', (_, change, said) => {
    expect(() => addOnOf(filesWith(change))).toThrow(said);
  });

  it('is accepted at its bounds', () => {
    for (const change of [{ dimensions: 4_096 }, { max_tokens: 8 }, { max_tokens: 8_192 }])
      expect(addOnOf(filesWith(change)).model.name).toBe('tuned');
  });

  it('is refused where it is no JSON', () => {
    expect(() => addOnOf({ ...FILES, 'description.json': Buffer.from('{') })).toThrow(/^description\.json: /);
  });

  it('is read again from where it was stored, and not where its hashes were taken out', async () => {
    const { model, description } = addOnOf(FILES);
    expect(addOnIn(folder)).toBeNull();
    await put(`${ADD_ON}/description.json`, description);
    expect(addOnIn(folder)).toEqual(model);
    await put(`${ADD_ON}/description.json`, FILES['description.json']);
    expect(() => addOnIn(folder)).toThrow('onnx_sha256');
    expect(await readdir(folder)).toEqual([ADD_ON]);
  });
});

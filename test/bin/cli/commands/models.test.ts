import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addModelsCommands } from '../../../../bin/cli/add-models-commands.ts';
import { EXIT } from '../../../../bin/cli/exit-code.ts';
import { failureOf } from '../../../../bin/cli/failure.ts';
import { openEmbedder } from '../../../../bin/cli/open-embedder.ts';
import { readSettings } from '../../../../bin/cli/settings.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adduce-models-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** What `adduce models …` wrote, or why it did not run. */
async function models(...args: readonly string[]) {
  vi.stubEnv('ADDUCE_DATA', folder);
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const program = new Command('adduce').exitOverride();
  addModelsCommands(program, () => undefined);
  const thrown = await program
    .parseAsync(['models', ...args], { from: 'user' })
    .then(() => null)
    .catch((fault: unknown) => fault);
  return { text: written.join('').trim(), failure: thrown === null ? null : failureOf(thrown) };
}

/** Makes it look as if the model had been added: its files are checked when they are read. */
async function pretend(name: string): Promise<void> {
  for (const one of [name, 'runtime']) await mkdir(join(folder, 'models', one), { recursive: true });
  for (const file of ['model.onnx', 'tokenizer.json'])
    await writeFile(join(folder, 'models', name, file), '');
}

const embedder = (env: Record<string, string> = {}) =>
  openEmbedder(readSettings({ ADDUCE_DATA: folder, ...env }).embedder)?.name ?? 'latent';

describe('adduce models', () => {
  it('lists what can be added, and that searches use latent vectors', async () => {
    const { text } = await models('list', '--json');
    expect(JSON.parse(text)).toEqual({
      used: 'latent',
      models: [
        { model: 'minilm', use: 'searches', added: false, dimensions: 384 },
        { model: 'bge-small', use: 'searches', added: false, dimensions: 384 },
      ],
    });
  });

  it('removes a model, and with the last one what runs it', async () => {
    await pretend('minilm');
    await pretend('bge-small');
    expect((await models('remove', 'minilm')).text).toBe('minilm is removed');
    expect((await readdir(join(folder, 'models'))).toSorted()).toEqual(['bge-small', 'runtime']);
    await models('remove', 'bge-small');
    expect(await readdir(join(folder, 'models'))).toEqual([]);
    expect((await models('remove', 'minilm')).failure).toMatchObject({ reason: 'missing:model' });
  });

  it.each<[args: string[], said: RegExp, exit: number]>([
    [['add', 'word2vec'], /^there is no model "word2vec": there are minilm, bge-small$/, EXIT.usage],
    [['add', '../minilm'], /^\.\.\/minilm: there is nothing$/, EXIT.usage],
    [['add', 'sentences.zip'], /^sentences\.zip: there is nothing$/, EXIT.usage],
    [['add', './package.json', '--file', 'a'], /is a path: leave --file and --url out$/, EXIT.usage],
    [['remove', '..'], /^there is no model/, EXIT.usage],
    [['add', 'minilm', '--file', 'a', '--url', 'https://b.example'], /leave one of them out$/, EXIT.usage],
    [['add', 'minilm', '--url', 'file:///etc/passwd'], /it accepts an http or https URL$/, EXIT.usage],
    [['add', 'minilm', '--file', '/nowhere/at/all'], /there is nothing$/, EXIT.usage],
    [['add', 'minilm', '--file', tmpdir()], /all-minilm-l6-v2-q\.onnx: there is no such file$/, EXIT.usage],
    [['add', 'minilm', '--file', 'package.json'], /^this is no zip archive$/, EXIT.error],
  ])('says in one line what is wrong with %j, and leaves nothing', async (args, said, exit) => {
    const { failure } = await models(...args);
    expect(failure?.message).toMatch(said);
    expect(failure?.message).not.toContain('\n');
    expect(failure?.exit).toBe(exit);
    expect(await readdir(join(folder, 'models')).catch(() => [])).toEqual([]);
  });

  it('refuses files that are not the model, whatever their names say', async () => {
    const given = join(folder, 'given');
    await mkdir(given);
    for (const end of ['.onnx', '-tokenizer.json'])
      await writeFile(join(given, `all-minilm-l6-v2-q${end}`), 'x');
    const { failure } = await models('add', 'minilm', '--file', given);
    expect(failure?.message).toMatch(
      /^all-minilm-l6-v2-q\.onnx is another file: its SHA-256 is [0-9a-f]{64}, not/,
    );
    expect(await readdir(join(folder, 'models'))).toEqual([]);
  });

  it.each<[what: string, status: number, body: string, said: RegExp]>([
    ['an error', 404, '', /answered 404$/],
    ['something else', 200, 'hello', /^this is no zip archive$/],
  ])('refuses a URL that gives %s', async (_what, status, body, said) => {
    const server = createServer((_, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { failure } = await models('add', 'minilm', '--url', `http://127.0.0.1:${port}/model.jar`);
    expect(failure?.message).toMatch(said);
    server.close();
  });
});

describe('the embedder of the settings', () => {
  const remote = { ADDUCE_EMBEDDER_URL: 'http://127.0.0.1:1/v1', ADDUCE_EMBEDDER_MODEL: 'any' };

  it('is the endpoint, else the first model that was added, else none', async () => {
    expect(embedder()).toBe('latent');
    await pretend('bge-small');
    expect(embedder()).toBe('bge-small');
    await pretend('minilm');
    expect(embedder()).toBe('minilm');
    expect(embedder(remote)).toBe('remote/any');
  });

  it('is the one that the settings name', async () => {
    await pretend('bge-small');
    await pretend('minilm');
    for (const name of ['latent', 'minilm', 'bge-small']) {
      expect(embedder({ ...remote, ADDUCE_EMBEDDER: name })).toBe(name);
    }
    expect(embedder({ ...remote, ADDUCE_EMBEDDER: 'remote' })).toBe('remote/any');
  });

  it('is not ignored where it is named and not there', () => {
    expect(() => embedder({ ADDUCE_EMBEDDER: 'minilm' })).toThrow('adduce models add minilm');
    expect(() => embedder({ ADDUCE_EMBEDDER: 'remote' })).toThrow('ADDUCE_EMBEDDER_URL');
  });
});

/** `adduce models add PATH` with a real model: MiniLM's own files, described as an add-on. */
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addModelsCommands } from '../../../../bin/cli/add-models-commands.ts';
import { failureOf } from '../../../../bin/cli/failure.ts';
import { openEmbedder, openSentenceEmbedder } from '../../../../bin/cli/open-embedder.ts';
import { openEngine } from '../../../../bin/cli/open-engine.ts';
import { readSettings } from '../../../../bin/cli/settings.ts';
import { ingestInto, jsonLines } from '../../../engine/documents.ts';
import { describeModels } from '../../../setup/describe-engine.ts';

const DESCRIPTION = {
  v: 1,
  name: 'tuned',
  use: 'sentences',
  pooling: 'mean',
  dimensions: 384,
  max_tokens: 96,
  query_prefix: '',
};

describeModels('an add-on for sentences', (installed) => {
  let folder: string;
  let addOn: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'adduce-addon-'));
    addOn = join(folder, 'addon');
    const models = join(installed().dataFolder, 'models');
    await mkdir(join(folder, 'models'));
    await symlink(join(models, 'runtime'), join(folder, 'models', 'runtime'));
    await mkdir(addOn);
    for (const file of ['model.onnx', 'tokenizer.json'])
      await cp(join(models, 'minilm', file), join(addOn, file));
    await describeAs({});
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    await rm(folder, { recursive: true });
  });

  const describeAs = (change: Readonly<Record<string, unknown>>) =>
    writeFile(join(addOn, 'description.json'), JSON.stringify({ ...DESCRIPTION, ...change }));

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

  const settings = () => readSettings({ ADDUCE_DATA: folder });

  it('is added, listed beside the models of searches, replaced and removed', async () => {
    expect((await models('add', addOn)).text).toContain('tuned is in');
    const { models: listed, used } = JSON.parse((await models('list', '--json')).text);
    expect(used).toBe('latent');
    expect(listed.at(-1)).toEqual({ model: 'tuned', use: 'sentences', dimensions: 384, added: true });
    expect((await models('list')).text).toContain('answers weigh sentences by tuned');
    await describeAs({ name: 'better' });
    expect((await models('add', addOn)).text).toContain('in place of tuned');
    expect((await models('remove', 'tuned')).failure?.message).toMatch(/^there is no model "tuned"/);
    expect((await models('remove', 'better')).text).toBe('better is removed');
    expect(await readdir(join(folder, 'models'))).toEqual([]);
  });

  it('embeds sentences and no searches, and its digest is in the policies of answers', async () => {
    await models('add', addOn);
    expect(openEmbedder(settings().embedder)).toBeNull();
    await using embedder = openSentenceEmbedder(settings().embedder);
    expect(embedder?.name).toBe('tuned');
    await using opened = await openEngine(settings());
    await ingestInto(opened.engine, 'lakes', [
      jsonLines([
        { id: 'a', title: 'Lake', text: 'Lake Vell is deep.', domain: 'a.example', day: '2026-01-01' },
      ]),
    ]);
    expect((await opened.engine.stats('local')).policies).toMatchObject({
      retrieval: 'fuse/latent/1',
      sentences: `after-words/1/tuned/${embedder?.digest}`,
    });
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['gives other dimensions', () => describeAs({ dimensions: 383 }), /dimensions: the model gives 384$/],
    ['is no model', () => writeFile(join(addOn, 'model.onnx'), 'x'), /^tuned cannot embed: /],
    ['has no tokenizer', () => writeFile(join(addOn, 'tokenizer.json'), '{}'), /^tuned cannot embed: /],
    ['says that it is for searches', () => describeAs({ use: 'retrieval' }), /^description\.json: use: /],
  ])('leaves nothing where it %s, and one that is there stays', async (_, spoil, said) => {
    await spoil();
    const { failure } = await models('add', addOn);
    expect(failure?.message).toMatch(said);
    expect(failure?.message).not.toContain('\n');
    expect((await readdir(join(folder, 'models'))).filter((name) => name !== 'runtime')).toEqual([]);
  });

  it('stays where another one is refused', async () => {
    await models('add', addOn);
    await describeAs({ dimensions: 383 });
    expect((await models('add', addOn)).failure?.reason).toBe('wrong_model');
    expect(openSentenceEmbedder(settings().embedder)?.dimensions).toBe(384);
    expect((await readdir(join(folder, 'models'))).toSorted()).toEqual(['runtime', 'sentences']);
  });

  it('is not read where its file was changed after it was added', async () => {
    await models('add', addOn);
    await writeFile(join(folder, 'models', 'sentences', 'tokenizer.json'), '{}');
    await using embedder = openSentenceEmbedder(settings().embedder);
    await expect(embedder?.embed(['x'], 'passage')).rejects.toThrow('is not the file that it was');
  });
});

import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SENTENCE_MODELS, type SentenceModel } from '../../../engine/retrieve/embed/sentence-models.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { missing } from '../failure.ts';
import { ADD_ON, addOnFiles, addOnIn, addOnOf } from '../models/addon.ts';
import { installRuntime } from '../models/install-runtime.ts';
import { isAdded, modelOf, RUNTIME } from '../models/model-files.ts';
import { readAddOn, tryAddOn } from '../models/read-addon.ts';
import { type ModelSource, readModel } from '../models/read-model.ts';
import { chosenEmbedder } from '../open-embedder.ts';
import { tableLines } from '../table.ts';

/** `adduce models add NAME`: all of the model, or nothing. Throws as `readModel` and `installRuntime`. */
export async function addModel(
  { settings, output }: CommandContext,
  name: string,
  source: ModelSource,
): Promise<ExitCode> {
  const model = modelOf(name);
  const { modelsFolder } = settings.embedder;
  const place = join(modelsFolder, name);
  await inWorkFolder(modelsFolder, async (work) => {
    output.note(`${name}: fetching the model`);
    const { onnx, tokenizer } = await readModel(model, source, work);
    output.note(`${name}: installing what runs it`);
    await installRuntime(modelsFolder, work);
    const fresh = join(work, name);
    await mkdir(fresh);
    await writeFile(join(fresh, 'model.onnx'), onnx);
    await writeFile(join(fresh, 'tokenizer.json'), tokenizer);
    await rm(place, { recursive: true, force: true });
    await rename(fresh, place);
  });
  output.result({ model: name, folder: place }, [
    `${name} is in ${place}`,
    'adduce ingest and adduce serve give documents their vectors; a running server must be started again',
  ]);
  return EXIT.ok;
}

/**
 * `adduce models add PATH`: an add-on for sentences, all of it or nothing; another one that is there is replaced. Throws
 * as `readAddOn`, `addOnOf`, `installRuntime` and `tryAddOn`.
 */
export async function addAddOn({ settings, output }: CommandContext, path: string): Promise<ExitCode> {
  const { modelsFolder } = settings.embedder;
  const bytes = await readAddOn(path);
  const { model, description } = addOnOf(bytes);
  const before = addOnIn(modelsFolder);
  const place = join(modelsFolder, ADD_ON);
  await inWorkFolder(modelsFolder, async (work) => {
    output.note(`${model.name}: installing what runs it`);
    await installRuntime(modelsFolder, work);
    const fresh = join(work, ADD_ON);
    await mkdir(fresh);
    await writeFile(join(fresh, 'model.onnx'), bytes['model.onnx']);
    await writeFile(join(fresh, 'tokenizer.json'), bytes['tokenizer.json']);
    await writeFile(join(fresh, 'description.json'), description);
    output.note(`${model.name}: trying it`);
    await tryAddOn(model, { ...addOnFiles(work), runtime: join(modelsFolder, RUNTIME) });
    await rm(place, { recursive: true, force: true });
    await rename(fresh, place);
  });
  output.result({ model: model.name, use: 'sentences', replaced: before?.name ?? null, folder: place }, [
    `${model.name} is in ${place}${before === null ? '' : `, in place of ${before.name}`}`,
    'answers weigh sentences by it, searches do not use it; a running server must be started again',
  ]);
  return EXIT.ok;
}

/** A temporary folder on the same file system as the target; what is left in it is deleted. */
async function inWorkFolder(modelsFolder: string, act: (work: string) => Promise<void>): Promise<void> {
  await mkdir(modelsFolder, { recursive: true });
  const work = await mkdtemp(join(modelsFolder, '.adding-'));
  try {
    await act(work);
  } finally {
    await rm(work, { recursive: true, force: true });
    // Without a model no runtime is left installed.
    if (!hasModels(modelsFolder)) await rm(join(modelsFolder, RUNTIME), { recursive: true, force: true });
  }
}

function hasModels(folder: string): boolean {
  return SENTENCE_MODELS.some((one) => isAdded(folder, one)) || existsSync(join(folder, ADD_ON));
}

/** `adduce models list`: every model, and which one searches use. */
export async function listModels({ settings, output }: CommandContext): Promise<ExitCode> {
  const { modelsFolder } = settings.embedder;
  const chosen = chosenEmbedder(settings.embedder);
  const used = chosen.kind === 'local' ? chosen.model.name : chosen.kind;
  const addOn = addOnIn(modelsFolder);
  const models = [
    ...SENTENCE_MODELS.map((model) => ({ ...shown(model, 'searches'), added: isAdded(modelsFolder, model) })),
    ...(addOn === null ? [] : [{ ...shown(addOn, 'sentences'), added: true }]),
  ];
  const rows = models.map(({ model, use, added, dimensions }) => [
    model,
    use,
    added ? 'added' : `adduce models add ${model}`,
    String(dimensions),
  ]);
  output.result({ used, models }, [
    ...tableLines([['model', 'use', 'state', 'dimensions'], ...rows]),
    `searches use ${used === 'latent' ? 'latent vectors, trained on the corpus itself' : used}`,
    ...(addOn === null ? [] : [`answers weigh sentences by ${addOn.name}`]),
  ]);
  return EXIT.ok;
}

function shown({ name, dimensions }: SentenceModel, use: 'searches' | 'sentences') {
  return { model: name, use, dimensions };
}

/** `adduce models remove NAME`. Vectors that the model made stay in the log's blobs, where receipts name them. */
export async function removeModel({ settings, output }: CommandContext, name: string): Promise<ExitCode> {
  const { modelsFolder } = settings.embedder;
  const isAddOn = addOnIn(modelsFolder)?.name === name;
  if (!isAddOn && !isAdded(modelsFolder, modelOf(name)))
    throw missing('missing:model', `${name} is not added`);
  await rm(join(modelsFolder, isAddOn ? ADD_ON : name), { recursive: true });
  if (!hasModels(modelsFolder)) await rm(join(modelsFolder, RUNTIME), { recursive: true, force: true });
  output.result({ model: name, removed: true }, [`${name} is removed`]);
  return EXIT.ok;
}

import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SENTENCE_MODELS } from '../../../engine/retrieve/embed/sentence-models.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { missing } from '../failure.ts';
import { installRuntime } from '../models/install-runtime.ts';
import { isAdded, modelOf, RUNTIME } from '../models/model-files.ts';
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
  await mkdir(modelsFolder, { recursive: true });
  const work = await mkdtemp(join(modelsFolder, '.adding-'));
  try {
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
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  output.result({ model: name, folder: place }, [
    `${name} is in ${place}`,
    'adduce ingest and adduce serve give documents their vectors; a running server must be started again',
  ]);
  return EXIT.ok;
}

/** `adduce models list`: every model that there is, and which one searches use. */
export async function listModels({ settings, output }: CommandContext): Promise<ExitCode> {
  const { modelsFolder } = settings.embedder;
  const chosen = chosenEmbedder(settings.embedder);
  const used = chosen.kind === 'local' ? chosen.model.name : chosen.kind;
  const models = SENTENCE_MODELS.map((model) => ({
    model: model.name,
    added: isAdded(modelsFolder, model),
    dimensions: model.dimensions,
  }));
  const rows = models.map(({ model, added, dimensions }) => [
    model,
    added ? 'added' : `adduce models add ${model}`,
    String(dimensions),
  ]);
  output.result({ used, models }, [
    ...tableLines([['model', 'state', 'dimensions'], ...rows]),
    `searches use ${used === 'latent' ? 'latent vectors, trained on the corpus itself' : used}`,
  ]);
  return EXIT.ok;
}

/** `adduce models remove NAME`. Vectors that the model made stay in the log's blobs, where receipts name them. */
export async function removeModel({ settings, output }: CommandContext, name: string): Promise<ExitCode> {
  const model = modelOf(name);
  const { modelsFolder } = settings.embedder;
  if (!isAdded(modelsFolder, model)) throw missing('missing:model', `${name} is not added`);
  await rm(join(modelsFolder, name), { recursive: true });
  const isLast = !SENTENCE_MODELS.some((one) => isAdded(modelsFolder, one));
  if (isLast) await rm(join(modelsFolder, RUNTIME), { recursive: true, force: true });
  output.result({ model: name, removed: true }, [`${name} is removed`]);
  return EXIT.ok;
}

/** Where added models are: one folder each in the data folder, and beside them the runtime. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type OnnxFiles,
  SENTENCE_MODELS,
  type SentenceModel,
} from '../../../engine/retrieve/embed/sentence-models.ts';
import { usage } from '../failure.ts';

/** Name of the runtime's folder. */
export const RUNTIME = 'runtime';

/** @throws {CommandFailure} for a name that no model has */
export function modelOf(name: string): SentenceModel {
  const model = SENTENCE_MODELS.find((one) => one.name === name);
  if (model !== undefined) return model;
  const names = SENTENCE_MODELS.map((one) => one.name).join(', ');
  throw usage(`there is no model ${JSON.stringify(name)}: there are ${names}`);
}

/** @param folder the folder of all models, absolute */
export function filesOf(folder: string, { name }: SentenceModel): OnnxFiles {
  return {
    runtime: join(folder, RUNTIME),
    onnx: join(folder, name, 'model.onnx'),
    tokenizer: join(folder, name, 'tokenizer.json'),
  };
}

/** Whether the model was added. Its files are checked when they are read. */
export function isAdded(folder: string, model: SentenceModel): boolean {
  const { runtime, onnx, tokenizer } = filesOf(folder, model);
  return [runtime, onnx, tokenizer].every((path) => existsSync(path));
}

/** Vectors for the cosine baseline: of the sentence model of a lane, else of the corpus' own latent model. */

import { usage } from '../../bin/cli/failure.ts';
import { filesOf, isAdded, modelOf } from '../../bin/cli/models/model-files.ts';
import type { Engine } from '../../engine/engine.ts';
import { OnnxEmbedder } from '../../engine/retrieve/embed/onnx-embedder.ts';
import { foldIn } from '../../engine/retrieve/latent/fold-in.ts';
import { decodeModel } from '../../engine/retrieve/latent/latent-model.ts';
import { readRecord } from '../../graph/store/records.ts';
import { terms } from '../../graph/terms.ts';
import { EVAL_CORPUS } from '../measure/eval-store.ts';
import type { LaneName } from '../measure/lanes.ts';
import type { Embed } from './rank-sentences.ts';

export interface TextEmbedder extends AsyncDisposable {
  /** Null where the lane has no vectors, or the corpus is too small for some. */
  embedFor(engine: Engine): Promise<Embed | null>;
}

const LANG = 'en';

/** @throws {CommandFailure} for a model that is not added */
export function openTextEmbedder(lane: LaneName, modelsFolder: string): TextEmbedder {
  if (lane === 'text') return without(async () => null);
  if (lane === 'default') return without(latentOf);
  const model = modelOf(lane);
  if (!isAdded(modelsFolder, model))
    throw usage(`--lane ${lane}: the model is not added: adduce models add ${lane}`);
  const embedder = new OnnxEmbedder(model, filesOf(modelsFolder, model));
  return {
    embedFor: async () => (texts, use) => embedder.embed(texts, use),
    [Symbol.asyncDispose]: () => embedder[Symbol.asyncDispose](),
  };
}

function without(embedFor: TextEmbedder['embedFor']): TextEmbedder {
  return { embedFor, [Symbol.asyncDispose]: async () => undefined };
}

async function latentOf({ store }: Engine): Promise<Embed | null> {
  const { vectors } = (await readRecord(store, 'corpora', EVAL_CORPUS)) ?? { vectors: null };
  const [bytes] = vectors === null ? [] : await store.blobs([vectors.model_hash]);
  if (!bytes) return null;
  const model = decodeModel(bytes);
  return async (texts) => texts.map((text) => foldIn(model, terms(text, LANG)));
}

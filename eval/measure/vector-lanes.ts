/** Lanes of retrieval, each with what it needs of a corpus before it ranks. */

import { usage } from '../../bin/cli/failure.ts';
import { filesOf, isAdded, modelOf } from '../../bin/cli/models/model-files.ts';
import { Progress } from '../../bin/cli/progress.ts';
import type { Engine } from '../../engine/engine.ts';
import { embedCorpus } from '../../engine/retrieve/embed/embed-corpus.ts';
import { OnnxEmbedder } from '../../engine/retrieve/embed/onnx-embedder.ts';
import { SentenceIndexes } from '../../engine/retrieve/embed/sentence-indexes.ts';
import { SentenceLane } from '../../engine/retrieve/embed/sentence-lane.ts';
import { LatentLane } from '../../engine/retrieve/latent-lane.ts';
import { refreshVectors } from '../../engine/retrieve/refresh-vectors.ts';
import type { VectorLane } from '../../engine/retrieve/vector-lane.ts';
import { VectorMaker } from '../../engine/retrieve/vectors/vector-maker.ts';
import { EVAL_CORPUS } from './eval-store.ts';
import type { LaneName } from './lanes.ts';

export interface MeasuredLane extends AsyncDisposable {
  readonly name: LaneName;
  readonly vectors: VectorLane;
  /** Makes the corpus' vectors. Rejects with `EmbedderUnavailable`. */
  prepare(engine: Engine): Promise<void>;
}

/** Over a corpus that has no vectors yet, full text ranks alone. */
export const TEXT_LANE: MeasuredLane = {
  name: 'text',
  vectors: new LatentLane(),
  prepare: async () => undefined,
  [Symbol.asyncDispose]: async () => undefined,
};

/**
 * @param modelsFolder of the models that were added
 * @throws {CommandFailure} for a model that was not
 */
export function openLane(name: LaneName, modelsFolder: string): MeasuredLane {
  if (name === 'text') return TEXT_LANE;
  if (name === 'default') return latentLane();
  return sentenceLane(name, modelsFolder);
}

async function trainVectors({ store, writer }: Engine): Promise<void> {
  await using maker = new VectorMaker();
  await refreshVectors({ reader: store, writer, maker }, EVAL_CORPUS);
}

function latentLane(): MeasuredLane {
  return {
    name: 'default',
    vectors: new LatentLane(),
    prepare: trainVectors,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function sentenceLane(name: 'minilm' | 'bge-small', modelsFolder: string): MeasuredLane {
  const model = modelOf(name);
  if (!isAdded(modelsFolder, model))
    throw usage(`--lane ${name}: the model is not added: adduce models add ${name}`);
  const embedder = new OnnxEmbedder(model, filesOf(modelsFolder, model));
  const indexes = new SentenceIndexes();
  return {
    name,
    vectors: new SentenceLane(embedder, new LatentLane(), indexes),
    prepare: async (engine) => {
      const { store, writer } = engine;
      await trainVectors(engine);
      const progress = new Progress('embed');
      const onProgress = (done: number, of: number) => progress.update(done, of);
      await using maker = new VectorMaker();
      const context = { reader: store, writer, embedder, indexes, maker };
      await embedCorpus(context, EVAL_CORPUS, { onProgress });
      progress.end();
    },
    [Symbol.asyncDispose]: () => embedder[Symbol.asyncDispose](),
  };
}

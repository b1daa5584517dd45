/** Ingests a corpus, asks its golden questions, and judges the answers. */
import { Progress } from '../../bin/cli/progress.ts';
import type { Settings } from '../../bin/cli/settings.ts';
import type { Engine } from '../../engine/engine.ts';
import type { SourceFile } from '../../engine/ingest/ingest.ts';
import { readRecord } from '../../graph/store/records.ts';
import type { GoldenQuestion } from '../golden-file.ts';
import type { OutputLine } from '../judge/output-line.ts';
import { askCorpus } from './ask-corpus.ts';
import {
  EVAL_CORPUS,
  type EvalVectors,
  type IngestFigures,
  ingestForEval,
  ingestTexts,
  openEvalStore,
} from './eval-store.ts';
import type { LaneName } from './lanes.ts';
import { TimeMeter } from './meter.ts';

export interface MeasuredAnswers {
  readonly outputs: readonly OutputLine[];
  /** The model whose vectors ranked, null where there were none. */
  readonly vectors: string | null;
  /** Of the asks alone. */
  readonly meter: TimeMeter;
  readonly corpus: IngestFigures;
}

export interface AskedCorpus {
  readonly files: readonly SourceFile[];
  readonly questions: readonly GoldenQuestion[];
}

const VECTORS = {
  text: 'latent',
  default: 'latent',
  minilm: 'minilm',
  'bge-small': 'bge-small',
} as const satisfies Record<LaneName, EvalVectors>;

/**
 * @param lane undefined: as the settings choose
 * @param look sees the engine while its store is open, after the questions
 * @throws {CommandFailure} for a model that is not added
 */
export async function measureAnswers(
  settings: Settings,
  { files, questions }: AskedCorpus,
  lane: LaneName | undefined,
  look: (engine: Engine) => Promise<void> = async () => undefined,
): Promise<MeasuredAnswers> {
  await using opened = await openEvalStore(settings, lane === undefined ? 'chosen' : VECTORS[lane]);
  const { engine } = opened;
  const corpus = await ingestForEval(lane === 'text' ? ingestTexts(engine) : engine.ingest, files);
  // A user's questions come when the documents have their vectors.
  await engine.embedding?.catchUp();
  const meter = new TimeMeter();
  const progress = new Progress('ask');
  const outputs = await askCorpus(engine, questions, meter, (done, of) => progress.update(done, of));
  progress.end();
  await look(engine);
  return { outputs, vectors: await vectorsOf(engine), meter, corpus };
}

async function vectorsOf({ store }: Engine): Promise<string | null> {
  const record = await readRecord(store, 'corpora', EVAL_CORPUS);
  const [sentences] = Object.values(record?.sentenceVectors ?? {});
  return (sentences ?? record?.vectors)?.model ?? null;
}

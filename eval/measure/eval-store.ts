/** A store of its own for an evaluation: embedded, in a temporary folder that goes away with it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenOptions, openEngine } from '../../bin/cli/open-engine.ts';
import { Progress } from '../../bin/cli/progress.ts';
import type { Settings } from '../../bin/cli/settings.ts';
import type { Engine } from '../../engine/engine.ts';
import { ingest, type SourceFile } from '../../engine/ingest/ingest.ts';
import { Opinions } from '../../engine/ingest/opinions.ts';
import type { Clock } from '../../engine/ports.ts';
import { DEFAULT_TRUST_POLICY } from '../../engine/select/trust-policy.ts';
import { LEXICAL_JUDGE } from '../../engine/stance/lexical-judge.ts';

export interface EvalStore extends AsyncDisposable {
  readonly engine: Engine;
}

/** What became of a corpus. */
export interface IngestFigures {
  readonly documents: number;
  /** Documents that the ingest refused, such as those without a text. */
  readonly skipped: number;
  readonly claims: number;
  readonly seconds: number;
}

/** The corpus of every evaluation. */
export const EVAL_CORPUS = 'eval';

/**
 * When every evaluation takes place: a document without a date has that of its ingest, and ranks by it among the dated ones.
 * Later than each date of the corpora.
 */
const CLOCK: Clock = { now: () => '2026-11-23T00:00:00.000Z' };

/** Whose vectors rank: those of the corpus itself, a model's, or what the settings choose, as for a user. */
export type EvalVectors = 'latent' | 'minilm' | 'bge-small' | 'chosen';

/** @throws as `openEngine` */
export async function openEvalStore(
  settings: Settings,
  vectors: EvalVectors = 'latent',
  options: OpenOptions = {},
): Promise<EvalStore> {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'adduce-eval-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const own: Settings = {
    ...settings,
    dataFolder: folder,
    graph: { kind: 'embedded', path: folder },
    corpus: EVAL_CORPUS,
    logKeyFile: null,
    tokenKeyFile: null,
    embedder: vectors === 'chosen' ? settings.embedder : { ...settings.embedder, choice: vectors },
    // An evaluation says what this program does by itself.
    stanceJudge: null,
  };
  const { engine } = undo.use(await openEngine(own, { ...options, clock: CLOCK }));
  const opened = undo.move();
  return { engine, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** The engine's ingest without its vectors: what ranks over such a corpus is full text alone. */
export function ingestTexts({ writer, store }: Engine): Engine['ingest'] {
  const opinions = new Opinions(LEXICAL_JUDGE, () => undefined);
  return (files, options) =>
    ingest(writer, store, files, { ...options, policy: DEFAULT_TRUST_POLICY, opinions });
}

/** @param ingestFiles the engine's, or its part without vectors; progress goes to standard error */
export async function ingestForEval(
  ingestFiles: Engine['ingest'],
  files: AsyncIterable<SourceFile> | Iterable<SourceFile>,
): Promise<IngestFigures> {
  const progress = new Progress('ingest');
  const began = performance.now();
  const report = await ingestFiles(files, {
    corpus: EVAL_CORPUS,
    source: 'eval',
    onProgress: (done, of) => progress.update(done, of),
  });
  progress.end();
  return {
    documents: report.added + report.changed + report.unchanged,
    skipped: report.skipped.length,
    claims: report.claims,
    seconds: Math.round((performance.now() - began) / 1_000),
  };
}

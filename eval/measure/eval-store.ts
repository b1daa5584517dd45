/** A store of its own for an evaluation: embedded, in a temporary folder that goes away with it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '../../bin/cli/open-engine.ts';
import { Progress } from '../../bin/cli/progress.ts';
import type { Settings } from '../../bin/cli/settings.ts';
import type { Engine } from '../../engine/engine.ts';
import type { SourceFile } from '../../engine/ingest/ingest.ts';

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

/** Whose vectors rank: those of the corpus itself alone, or what the settings choose, as for a user. */
export type EvalVectors = 'latent' | 'chosen';

/** @throws as `openEngine` */
export async function openEvalStore(settings: Settings, vectors: EvalVectors = 'latent'): Promise<EvalStore> {
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
    embedder: vectors === 'chosen' ? settings.embedder : { ...settings.embedder, choice: 'latent' },
    // An evaluation says what this program does by itself.
    stanceJudge: null,
  };
  const { engine } = undo.use(await openEngine(own));
  const opened = undo.move();
  return { engine, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** @param ingest the engine's, or its part without vectors; progress goes to standard error */
export async function ingestForEval(
  ingest: Engine['ingest'],
  files: AsyncIterable<SourceFile> | Iterable<SourceFile>,
): Promise<IngestFigures> {
  const progress = new Progress('ingest');
  const began = performance.now();
  const report = await ingest(files, {
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

/** SciFact's abstracts and training claims, to measure retrieval with: public, and not ours to publish. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { usage } from '../bin/cli/failure.ts';
import { type EvalDocument, readCorpusFile } from '../eval/measure/corpus-file.ts';
import { type EvalQuery, readQueries } from '../eval/measure/queries-file.ts';

/** Names the folder where it lies elsewhere. */
const SETTING = 'ADDUCE_BENCH_SCIFACT';
const BESIDE = resolve(import.meta.dirname, '..', '..', 'shared', 'data', 'eval', 'scifact');

export interface Scifact {
  readonly documents: readonly EvalDocument[];
  /** Claims, as questions, with the abstracts that they were written from. */
  readonly queries: readonly EvalQuery[];
}

/** @throws {CommandFailure} in one line where the files are missing, or are others */
export async function readScifact(): Promise<Scifact> {
  const folder = resolve(process.env[SETTING] ?? BESIDE);
  const corpus = join(folder, 'corpus.jsonl.gz');
  const claims = join(folder, 'claims.train.jsonl.gz');
  const missing = [corpus, claims].find((file) => !existsSync(file));
  if (missing !== undefined) {
    throw usage(
      `${missing} is not there: ${SETTING} names the folder of SciFact's corpus and training claims`,
    );
  }
  return { documents: await readCorpusFile(corpus), queries: await readQueries(claims) };
}

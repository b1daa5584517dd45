/**
 * Asks the golden questions of a checkout's corpora with its own engine: `node ask-corpora.ts CHECKOUT GROUP` prints a line of
 * JSON for each corpus. A process of its own, so that two checkouts share nothing.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { GoldenCorpus } from '../eval/corpora-of.ts';
import { watchLoop } from './loop-watch.ts';

export interface AskedCorpus {
  readonly name: string;
  readonly questions: number;
  /** CPU of the process, ms a question. */
  readonly cpu: number;
  /** Longest event-loop slice of the first question, and of all others, ms of CPU. */
  readonly first: number;
  readonly longest: number;
  /** SHA-256 of every answer, in order. */
  readonly answers: string;
}

const TENANT = 'local';
const K = 10;

async function ask(root: string, group: string): Promise<void> {
  const load = (file: string) => import(pathToFileURL(join(root, file)).href);
  const { findCorpora } = await load('eval/corpora-of.ts');
  const { readSettings } = await load('bin/cli/settings.ts');
  const { openEvalStore, ingestForEval, EVAL_CORPUS } = await load('eval/measure/eval-store.ts');
  const { corpora } = await findCorpora([group]);
  for (const { name, files, questions } of corpora as readonly GoldenCorpus[]) {
    await using opened = await openEvalStore(readSettings(process.env), 'latent');
    const { engine } = opened;
    await ingestForEval(engine.ingest, files);
    await engine.embedding?.catchUp();
    const hash = createHash('sha256');
    const slices: number[] = [];
    let cpu = 0;
    for (const { q, asOf } of questions) {
      const view = (await engine.resolveCorpus(EVAL_CORPUS, asOf)).value;
      let outcome: unknown;
      const span = await watchLoop(async () => {
        outcome = await engine.ask({ q, k: K, mode: 'verified', maxSnapshotAge: null, view }, TENANT);
      });
      cpu += span.cpu;
      slices.push(span.turn);
      hash.update(JSON.stringify(outcome));
    }
    const [first = 0, ...others] = slices;
    const answers = hash.digest('hex');
    const asked: AskedCorpus = {
      ...{ name, questions: questions.length, cpu: cpu / questions.length, answers },
      ...{ first, longest: Math.max(...others) },
    };
    console.log(JSON.stringify(asked));
  }
}

const [root = '', group = ''] = process.argv.slice(2);
await ask(root, group);

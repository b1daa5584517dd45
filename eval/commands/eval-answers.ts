import type { CommandContext } from '../../bin/cli/command-context.ts';
import { EXIT, type ExitCode } from '../../bin/cli/exit-code.ts';
import { granted } from '../../bin/cli/failure.ts';
import { Progress } from '../../bin/cli/progress.ts';
import type { AskOutcome } from '../../engine/answer/ask.ts';
import type { Engine } from '../../engine/engine.ts';
import { LOCAL_TENANT } from '../../gateway/rest/authenticate.ts';
import { corpusFiles } from '../measure/corpus-file.ts';
import { EVAL_CORPUS, ingestForEval, openEvalStore } from '../measure/eval-store.ts';
import { type GoldenQuestion, readGoldenFile } from '../measure/golden-file.ts';
import { type GoldenOutcome, outcomeOf } from '../measure/golden-outcome.ts';
import { Meter } from '../measure/meter.ts';
import { printFigures } from '../measure/print-figures.ts';
import { rounded, share } from '../measure/statistics.ts';

export interface EvalAnswersArguments {
  /** A corpus file, or a folder of what the ingest reads. */
  readonly corpus: string;
  readonly golden: string;
  /** Lists each miss. */
  readonly verbose: boolean;
}

interface Answered extends GoldenQuestion {
  readonly outcome: GoldenOutcome;
  readonly summary: string;
}

const K = 10;

/** `adduce eval answers`: golden questions asked of a corpus, each as of its time. */
export async function evalAnswers(
  { settings, output }: CommandContext,
  args: EvalAnswersArguments,
): Promise<ExitCode> {
  const golden = await readGoldenFile(args.golden);
  const files = await corpusFiles(args.corpus, ({ name, detail }) => output.note(`${name}: ${detail}`));
  await using store = await openEvalStore(settings, 'chosen');
  const corpus = await ingestForEval(store.engine.ingest, files);
  // A user's questions come when the documents have their vectors.
  await store.engine.embedding?.catchUp();
  const meter = new Meter();
  const progress = new Progress('ask');
  const answered: Answered[] = [];
  for (const question of golden) {
    const summary = await meter.measure(() => ask(store.engine, question));
    answered.push({ ...question, summary, outcome: outcomeOf(question, summary) });
    progress.update(answered.length, golden.length);
  }
  progress.end();
  printFigures(output, {
    vectors: await vectorsOf(store.engine),
    metrics: figuresOf(answered),
    latency: meter.summary(),
    corpus,
    ...(args.verbose ? { misses: missesOf(answered) } : {}),
  });
  return EXIT.ok;
}

/** The model whose vectors ranked, null where there were none. */
async function vectorsOf({ store }: Engine): Promise<string | null> {
  const record = await store.corpus(EVAL_CORPUS);
  const [sentences] = Object.values(record?.sentenceVectors ?? {});
  return (sentences ?? record?.vectors)?.model ?? null;
}

/** The summary; empty where the engine refuses, for then nobody is told anything either. */
async function ask(engine: Engine, { q, as_of }: GoldenQuestion): Promise<string> {
  const view = granted(await engine.resolveCorpus(EVAL_CORPUS, as_of));
  const request = { q, k: K, mode: 'verified', maxSnapshotAge: null, view } as const;
  const outcome: AskOutcome = await engine.ask(request, LOCAL_TENANT);
  return outcome.ok ? outcome.value.answer.summary : '';
}

function figuresOf(answered: readonly Answered[]) {
  const count = (outcome: GoldenOutcome, of = answered) => of.filter((one) => one.outcome === outcome).length;
  const unanswerable = answered.filter(({ want }) => want === null);
  const right = count('right') + count('kept_empty');
  return {
    questions: answered.length,
    right,
    right_share: rounded(share(right, answered.length)),
    wrong: count('wrong'),
    empty: count('empty'),
    unanswerable: unanswerable.length,
    unanswerable_kept_empty: count('kept_empty', unanswerable),
  };
}

function missesOf(answered: readonly Answered[]) {
  return answered
    .filter(({ outcome }) => outcome === 'wrong' || outcome === 'empty')
    .map(({ q, as_of, want, never, outcome, summary }) => ({ outcome, q, as_of, want, never, summary }));
}

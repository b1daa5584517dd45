import type { CommandContext } from '../../bin/cli/command-context.ts';
import { EXIT, type ExitCode } from '../../bin/cli/exit-code.ts';
import { usage } from '../../bin/cli/failure.ts';
import { Progress } from '../../bin/cli/progress.ts';
import { readCorpusFile } from '../measure/corpus-file.ts';
import { coverClaim } from '../measure/cover-claim.ts';
import { TimeMeter } from '../measure/meter.ts';
import { printFigures } from '../measure/print-figures.ts';
import { coverGreedily, rankByBm25 } from '../measure/sentence-baselines.ts';
import { bestF1, smallestSize } from '../measure/set-metrics.ts';
import { readSupportSets, type SupportSets } from '../measure/support-sets-file.ts';
import { mean, roundedAll, share } from '../statistics.ts';

export interface EvalSetsArguments {
  readonly claims: string;
  /** Of claims that cite abstracts. */
  readonly corpus: string | undefined;
}

type Choice = readonly number[];

const BASELINES: Readonly<Record<string, (claim: string, sentences: readonly string[]) => Choice>> = {
  bm25_top_1: (claim, sentences) => rankByBm25(claim, sentences).slice(0, 1),
  bm25_top_2: (claim, sentences) => rankByBm25(claim, sentences).slice(0, 2),
  bm25_top_3: (claim, sentences) => rankByBm25(claim, sentences).slice(0, 3),
  greedy_coverage: coverGreedily,
};

/** `adduce eval sets`: the sentences that cover each claim at the least cost, beside simpler choices. */
export async function evalSets({ output }: CommandContext, args: EvalSetsArguments): Promise<ExitCode> {
  const corpus = args.corpus === undefined ? null : await readCorpusFile(args.corpus);
  const byId = corpus && new Map(corpus.map((document) => [document.id, document]));
  const cases = await readSupportSets(args.claims, byId);
  if (cases.length === 0) throw usage(`${args.claims} has no claim with support`);
  const meter = new TimeMeter();
  const progress = new Progress('choose');
  const choices: Choice[] = [];
  let proved = 0;
  for (const { claim, sentences } of cases) {
    const cover = await meter.measure(() => coverClaim(claim, sentences));
    choices.push(cover.sentences);
    if (cover.optimality === 'proved') proved += 1;
    progress.update(choices.length, cases.length);
  }
  progress.end();
  const baselines = Object.entries(BASELINES).map(([name, choose]) => {
    const chosen = cases.map(({ claim, sentences }) => choose(claim, sentences));
    return [name, figuresOf(cases, chosen)];
  });
  printFigures(output, {
    claims: cases.length,
    metrics: { ...figuresOf(cases, choices), proved: share(proved, cases.length) },
    latency: meter.summary(),
    baselines: Object.fromEntries(baselines),
  });
  return EXIT.ok;
}

function figuresOf(cases: readonly SupportSets[], choices: readonly Choice[]) {
  const sizes = choices.map((chosen) => chosen.length);
  const golds = cases.map(({ acceptable }) => smallestSize(acceptable));
  return roundedAll({
    sentence_f1: mean(cases.map(({ acceptable }, index) => bestF1(choices[index] ?? [], acceptable))),
    mean_size: mean(sizes),
    /** Of the smallest acceptable set. */
    size_ratio: share(mean(sizes), mean(golds)),
  });
}

import type { CommandContext } from '../../bin/cli/command-context.ts';
import { EXIT, type ExitCode } from '../../bin/cli/exit-code.ts';
import { Progress } from '../../bin/cli/progress.ts';
import type { Settings } from '../../bin/cli/settings.ts';
import { LEXICAL_JUDGE } from '../../engine/stance/lexical-judge.ts';
import { type Confusion, countConfusion, macroF1, STANCES, scoresOf } from '../measure/confusion.ts';
import { readCorpusFile } from '../measure/corpus-file.ts';
import { openEvalStore } from '../measure/eval-store.ts';
import { type JudgedStance, judgeStance } from '../measure/judge-stance.ts';
import { TimeMeter } from '../measure/meter.ts';
import { readPairs, type StancePair } from '../measure/pairs-file.ts';
import { printFigures } from '../measure/print-figures.ts';
import { raisedVerdict } from '../measure/raised-verdict.ts';
import { rounded, roundedAll, share } from '../statistics.ts';

export interface EvalStanceArguments {
  readonly pairs: string;
  /** Of claims that cite abstracts. */
  readonly corpus: string | undefined;
}

/** Pairs of one store: each is a corpus with an index of its own, and many of these make every statement slow. */
const STORE_PAIRS = 200;

interface JudgedPair extends StancePair, JudgedStance {}

/** `adduce eval stance`: what the judge says of pairs, and which verdicts its contradictions raise. */
export async function evalStance(
  { settings, output }: CommandContext,
  args: EvalStanceArguments,
): Promise<ExitCode> {
  const corpus = args.corpus === undefined ? null : await readCorpusFile(args.corpus);
  const byId = corpus && new Map(corpus.map((document) => [document.id, document]));
  const pairs = await readPairs(args.pairs, byId);
  const meter = new TimeMeter();
  const progress = new Progress('judge');
  const judged: JudgedPair[] = [];
  for (const pair of pairs) {
    judged.push({ ...pair, ...(await meter.measure(() => judgeStance(LEXICAL_JUDGE, pair))) });
    progress.update(judged.length, pairs.length);
  }
  progress.end();
  const confusion = countConfusion(judged);
  printFigures(output, {
    pairs: pairs.length,
    metrics: figuresOf(confusion),
    confusion,
    features: byFeature(judged),
    verdicts: await raisedBy(
      settings,
      judged.filter(({ stance }) => stance === 'CONTRADICT'),
    ),
    latency: meter.summary(),
  });
  return EXIT.ok;
}

function figuresOf(confusion: Confusion) {
  const scores = STANCES.map((stance) => [stance, roundedAll({ ...scoresOf(confusion, stance) })]);
  return { macro_f1: rounded(macroF1(confusion)), ...Object.fromEntries(scores) };
}

/** Contradictions by the first thing that each rests on: how many were said, and how many are. */
function byFeature(judged: readonly JudgedPair[]) {
  const said = judged.filter(({ stance }) => stance === 'CONTRADICT');
  const groups = Map.groupBy(said, ({ features }) => features[0] ?? 'unnamed');
  const sorted = [...groups].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([feature, pairs]) => {
      const right = pairs.filter(({ truth }) => truth === 'CONTRADICT').length;
      return [feature, { said: pairs.length, right, precision: rounded(share(right, pairs.length)) }];
    }),
  );
}

/** The verdicts on answers that state the claims which the judge holds for contradicted. */
async function raisedBy(settings: Settings, contradicted: readonly JudgedPair[]) {
  const progress = new Progress('verdicts');
  const raised = { WARN: 0, FAIL: 0 };
  let rightly = 0;
  for (let start = 0; start < contradicted.length; start += STORE_PAIRS) {
    await using store = await openEvalStore(settings);
    for (const [index, pair] of contradicted.slice(start, start + STORE_PAIRS).entries()) {
      const state = await raisedVerdict(store.engine, `pair-${index}`, pair);
      progress.update(start + index + 1, contradicted.length);
      if (state !== 'WARN' && state !== 'FAIL') continue;
      raised[state] += 1;
      if (pair.truth === 'CONTRADICT') rightly += 1;
    }
  }
  progress.end();
  return { ...raised, precision: rounded(share(rightly, raised.WARN + raised.FAIL)) };
}

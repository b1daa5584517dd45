import { writeFile } from 'node:fs/promises';
import type { CommandContext } from '../../bin/cli/command-context.ts';
import { EXIT, type ExitCode } from '../../bin/cli/exit-code.ts';
import { readCorpusPath } from '../corpus-path.ts';
import { readGoldenFile } from '../golden-file.ts';
import type { OutputLine } from '../judge/output-line.ts';
import { figuresOf, type JudgedAnswer, judgeAll, notVerbatim } from '../judge/score.ts';
import type { LaneName } from '../measure/lanes.ts';
import { measureAnswers } from '../measure/measure-answers.ts';
import { printFigures } from '../measure/print-figures.ts';

export interface EvalAnswersArguments {
  /** A corpus file, or a folder of what the ingest reads. */
  readonly corpus: string;
  readonly golden: string;
  /** Undefined: as the settings choose. */
  readonly lane: LaneName | undefined;
  /** Where to write what was answered, a line a question. */
  readonly out: string | undefined;
  /** Lists each miss, and each quote that is not verbatim. */
  readonly verbose: boolean;
}

/** `adduce eval answers`: golden questions asked of a corpus, each as of its time, and judged. */
export async function evalAnswers(
  { settings, output }: CommandContext,
  args: EvalAnswersArguments,
): Promise<ExitCode> {
  const questions = await readGoldenFile(args.golden);
  const corpus = await readCorpusPath(args.corpus, ({ name, detail }) => output.note(`${name}: ${detail}`));
  const measured = await measureAnswers(settings, { ...corpus, questions }, args.lane);
  if (args.out !== undefined) await writeFile(args.out, linesOf(measured.outputs));
  const judged = judgeAll(questions, measured.outputs);
  printFigures(output, {
    vectors: measured.vectors,
    metrics: figuresOf(judged, corpus.documents),
    latency: measured.meter.summary(),
    corpus: measured.corpus,
    ...(args.verbose
      ? { misses: missesOf(judged), not_verbatim: notVerbatim(judged, corpus.documents) }
      : {}),
  });
  return EXIT.ok;
}

function linesOf(outputs: readonly OutputLine[]): string {
  return outputs.map((output) => `${JSON.stringify(output)}\n`).join('');
}

function missesOf(judged: readonly JudgedAnswer[]) {
  return judged
    .filter(({ judgement }) => judgement.class !== 'right')
    .map(({ golden: { q, asOf, want, never, kind }, output, judgement, held }) => ({
      class: judgement.class,
      reason: judgement.reason,
      kind,
      q,
      as_of: asOf,
      want,
      never,
      held,
      summary: output.summary,
      documents: [...new Set(output.citations.map(({ document }) => document))],
    }));
}

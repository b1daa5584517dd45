import type { CommandContext } from '../../bin/cli/command-context.ts';
import { EXIT, type ExitCode } from '../../bin/cli/exit-code.ts';
import { usage } from '../../bin/cli/failure.ts';
import { Progress } from '../../bin/cli/progress.ts';
import { type EvalDocument, filesOf, readCorpusFile } from '../measure/corpus-file.ts';
import { ingestForEval, ingestTexts, openEvalStore } from '../measure/eval-store.ts';
import type { LaneName } from '../measure/lanes.ts';
import { measureLane, measureSentences } from '../measure/measure-retrieval.ts';
import { printFigures } from '../measure/print-figures.ts';
import { type EvalQuery, readQueries } from '../measure/queries-file.ts';
import { type MeasuredLane, openLane, TEXT_LANE } from '../measure/vector-lanes.ts';

export interface EvalRetrievalArguments {
  readonly corpus: string;
  readonly queries: string;
  readonly lane: LaneName;
}

/** `adduce eval retrieval`: a lane with vectors is measured beside full text alone, in the same store. */
export async function evalRetrieval(
  { settings, output }: CommandContext,
  args: EvalRetrievalArguments,
): Promise<ExitCode> {
  await using lane = openLane(args.lane, settings.embedder.modelsFolder);
  const documents = await readCorpusFile(args.corpus);
  const corpus = new Map(documents.map((document) => [document.id, document]));
  const queries = await readQueries(args.queries);
  const judged = judgedQueries(args, queries, corpus);
  await using store = await openEvalStore(settings);
  const { engine } = store;
  // The lane that needs vectors makes them, after full text has been measured.
  const ingested = await ingestForEval(ingestTexts(engine), filesOf(documents));
  const measure = (one: MeasuredLane) => measureLane(engine, one, judged, new Progress(`${one.name} lane`));
  const text = await measure(TEXT_LANE);
  await lane.prepare(engine);
  const isText = args.lane === 'text';
  printFigures(output, {
    ...(isText ? text : await measure(lane)),
    unjudged_queries: queries.length - judged.length,
    text_alone: isText ? null : text,
    sentences: measureSentences(judged, corpus),
    corpus: ingested,
  });
  return EXIT.ok;
}

/** The queries with a relevant document; none that the corpus holds means that the files do not belong together. */
function judgedQueries(
  args: EvalRetrievalArguments,
  queries: readonly EvalQuery[],
  corpus: ReadonlyMap<string, EvalDocument>,
): EvalQuery[] {
  const judged = queries.filter(({ grades }) => [...grades.values()].some((grade) => grade > 0));
  if (!judged.some(({ grades }) => [...grades.keys()].some((id) => corpus.has(id)))) {
    throw usage(`${args.queries} judges no document of ${args.corpus}`);
  }
  return judged;
}

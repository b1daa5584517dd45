/** A golden corpus, answered by the engine and by the baselines, all judged alike. */
import type { Settings } from '../../bin/cli/settings.ts';
import type { Engine } from '../../engine/engine.ts';
import { answerBySentences } from '../baselines/answer-by-sentences.ts';
import type { TextEmbedder } from '../baselines/embed-texts.ts';
import { bm25Scorer, cosineScorer } from '../baselines/rank-sentences.ts';
import { type SourceSentence, sourceSentences } from '../baselines/source-sentences.ts';
import type { GoldenCorpus } from '../corpora-of.ts';
import type { GoldenQuestion } from '../golden-file.ts';
import { countsOf, figuresOf, judgeAll } from '../judge/score.ts';
import type { LaneName } from './lanes.ts';
import { measureAnswers } from './measure-answers.ts';
import { TimeMeter } from './meter.ts';

/** Right answers of the best sentence and of the best three. */
export interface BaselineRight {
  readonly one: number;
  readonly three: number;
}

/** Figures of one corpus, or the sums of several. */
export interface SetFigures {
  readonly name: string;
  readonly documents: number;
  readonly answerable: number;
  readonly right: number;
  readonly wrong: number;
  readonly unanswerable: number;
  readonly unanswerable_empty: number;
  readonly held: number;
  readonly quotes: number;
  readonly not_verbatim: number;
  readonly bm25: BaselineRight;
  /** Null where there are no vectors. */
  readonly cosine: BaselineRight | null;
}

export interface MeasuredSet {
  readonly figures: SetFigures;
  readonly meter: TimeMeter;
}

export interface MeasuredWith {
  readonly settings: Settings;
  readonly lane: LaneName;
  readonly embedder: TextEmbedder;
}

export async function measureCorpus(
  { name, files, documents, questions }: GoldenCorpus,
  { settings, lane, embedder }: MeasuredWith,
): Promise<MeasuredSet> {
  const sentences = sourceSentences(documents);
  const bm25 = await rightBy(bm25Scorer(sentences), questions, sentences);
  let cosine: BaselineRight | null = null;
  const look = async (engine: Engine) => {
    const embed = await embedder.embedFor(engine);
    if (embed !== null) cosine = await rightBy(await cosineScorer(sentences, embed), questions, sentences);
  };
  const { outputs, meter } = await measureAnswers(settings, { files, questions }, lane, look);
  const { answerable, right, wrong, unanswerable, unanswerable_empty, held, quotes } = figuresOf(
    judgeAll(questions, outputs),
    documents,
  );
  const counts = { answerable, right, wrong, unanswerable, unanswerable_empty, held };
  return {
    figures: {
      name,
      documents: documents.length,
      ...counts,
      quotes: quotes.checked,
      not_verbatim: quotes.not_verbatim,
      bm25,
      cosine,
    },
    meter,
  };
}

async function rightBy(
  score: ReturnType<typeof bm25Scorer>,
  questions: readonly GoldenQuestion[],
  sentences: readonly SourceSentence[],
): Promise<BaselineRight> {
  const outputs = await answerBySentences(questions, sentences, score, [1, 3]);
  const right = (count: 1 | 3) => countsOf(judgeAll(questions, outputs[count])).right;
  return { one: right(1), three: right(3) };
}

/** The sets as one. */
export function together(name: string, sets: readonly MeasuredSet[]): MeasuredSet {
  const all = sets.map(({ figures }) => figures);
  const sum = (of: (figures: SetFigures) => number) => all.reduce((total, one) => total + of(one), 0);
  const right = (of: (figures: SetFigures) => BaselineRight | null) => ({
    one: sum((figures) => of(figures)?.one ?? 0),
    three: sum((figures) => of(figures)?.three ?? 0),
  });
  return {
    figures: {
      name,
      documents: sum(({ documents }) => documents),
      answerable: sum(({ answerable }) => answerable),
      right: sum((one) => one.right),
      wrong: sum(({ wrong }) => wrong),
      unanswerable: sum(({ unanswerable }) => unanswerable),
      unanswerable_empty: sum((one) => one.unanswerable_empty),
      held: sum(({ held }) => held),
      quotes: sum(({ quotes }) => quotes),
      not_verbatim: sum((one) => one.not_verbatim),
      bm25: right(({ bm25 }) => bm25),
      cosine: all.every(({ cosine }) => cosine !== null) ? right(({ cosine }) => cosine) : null,
    },
    meter: TimeMeter.together(sets.map(({ meter }) => meter)),
  };
}

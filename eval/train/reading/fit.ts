/** Learns the weights of the ranking and how sure its answers are, each from samples that it is not used on. */
import type { LogisticWeights } from '../../../engine/reading/logistic.ts';
import { wordCountOf } from '../../../engine/reading/rank/asked.ts';
import { compose } from '../../../engine/reading/rank/compose.ts';
import {
  confidenceOf,
  SIGNALS,
  SIGNALS_OF_ONE_WORD,
  SIGNALS_OF_YES_NO,
  type Signal,
} from '../../../engine/reading/rank/confidence.ts';
import { type RankedView, rankViews, type Weights } from '../../../engine/reading/rank/ranking.ts';
import { mayAnswer } from '../../../engine/reading/rank/read.ts';
import type { WeightsByQuestion } from '../../../engine/reading/rank/reading-policy.ts';
import { shownClauses, summaryOf, wordsShown } from '../../../engine/reading/rank/shown-clauses.ts';
import { verdictOf } from '../../../engine/reading/rank/verdict.ts';
import type { CandidateView, Feature } from '../../../engine/reading/rank/view.ts';
import { judgeAnswer } from '../../judge/judge-answer.ts';
import { type RankedList, trainListwise } from '../listwise.ts';
import { type Example, trainLogistic } from '../logistic.ts';
import type { Sample } from './sample.ts';

/** How often a question of a group counts. */
const GROUP_WEIGHT = {
  realistic: 1,
  real: 1,
  squad: 0.25,
  short: 0.5,
  demo: 0.5,
  older: 0.1,
  first: 0,
} as const;

/** How the confidence of the answers to some questions is learned: from those questions alone. */
interface Part {
  readonly weight: Readonly<Record<Sample['group'], number>>;
  readonly l2: number;
}

/** How the ranking for questions of a length is learned. */
interface RankPart {
  readonly ranks: (sample: Sample) => boolean;
  readonly weight: Readonly<Record<Sample['group'], number>>;
  readonly l2: number;
}

type Length = 'one_word' | 'several_words';

/**
 * Questions of one word are few: their ranking is learned from those of two as well. First questions of several words teach
 * their ranking a little, and their confidence nothing: there are too few of them beside what they would change (ADR 88). Questions
 * for yes or no are as few: older and first ones count more.
 */
const RANK_PARTS: Readonly<Record<Length, RankPart>> = {
  one_word: { ranks: (sample) => askedIn(sample) <= 2, weight: { ...GROUP_WEIGHT, first: 1 }, l2: 1 },
  several_words: { ranks: () => true, weight: { ...GROUP_WEIGHT, first: 0.1 }, l2: 2 },
};
const PARTS: Readonly<Record<keyof WeightsByQuestion, Part>> = {
  one_word: { weight: { ...GROUP_WEIGHT, first: 1 }, l2: 0.3 },
  several_words: { weight: GROUP_WEIGHT, l2: 1 },
  yes_no: { weight: { ...GROUP_WEIGHT, older: 0.3, first: 0.5 }, l2: 0.5 },
};
/** How often a pool of a few candidates, or of another question, counts beside a whole one. */
const PART_WEIGHT: Readonly<Record<Sample['part'], number>> = { whole: 1, few: 0.25, swapped: 0.5 };

function lengthOf(sample: Sample): Length {
  return askedIn(sample) > 1 ? 'several_words' : 'one_word';
}

function partOf(sample: Sample): keyof WeightsByQuestion {
  return sample.views[0]?.pool.asked.form === 'yes-no' ? 'yes_no' : lengthOf(sample);
}

function askedIn({ views: [first] }: Sample): number {
  return first === undefined ? 1 : wordCountOf(first.pool.asked);
}

export const COMPOSITION = { share: 0.1, figure_share: 0.3, most: 3 } as const;

/** What is learned from: the features of a mode, and whose samples have them. */
export interface Mode {
  readonly features: readonly Feature[];
  readonly viewsOf: (sample: Sample) => readonly CandidateView[];
}

/** A sample ranked with weights that were learned without its fold. */
export interface RankedSample {
  readonly sample: Sample;
  readonly ranking: readonly RankedView[];
  readonly chosen: readonly RankedView[];
  readonly isRight: boolean;
}

/** What is held out together: first questions with the other questions on their documents, and the older corpora. */
export function foldOf({ corpus }: Sample): string {
  const documents = corpus.replace(/^first\//, '');
  return documents.startsWith('older/') ? 'older' : documents;
}

/** What the weights are learned from: the rows of a sample are the same in whatever it is learned with. */
type RankedLists = ReadonlyMap<Sample, Omit<RankedList, 'weight'>>;

function listsOf(samples: readonly Sample[], { features, viewsOf }: Mode): RankedLists {
  const answered = samples.filter(
    ({ part, labels }) => part === 'whole' && labels.some((label) => label > 0),
  );
  return new Map(
    answered.map((sample) => {
      const rows = viewsOf(sample).map((view) => features.map(({ of }) => of(view)));
      return [sample, { rows, labels: sample.labels }];
    }),
  );
}

type RankByLength = Readonly<Record<Length, Weights>>;

function fitRank(lists: RankedLists, mode: Mode, isUsed: (sample: Sample) => boolean): RankByLength {
  const fit = ({ ranks, weight: weightOf, l2 }: RankPart): Weights => {
    const used = [...lists].flatMap(([sample, list]): RankedList[] => {
      const weight = weightOf[sample.group];
      return weight > 0 && isUsed(sample) && ranks(sample) ? [{ ...list, weight }] : [];
    });
    return named(
      mode.features.map(({ name }) => name),
      trainListwise(used, l2),
    );
  };
  return { one_word: fit(RANK_PARTS.one_word), several_words: fit(RANK_PARTS.several_words) };
}

function rankSample(sample: Sample, { features, viewsOf }: Mode, weights: RankByLength): RankedSample {
  const ranking = rankViews(viewsOf(sample), features, weights[lengthOf(sample)]);
  const chosen = compose(ranking, COMPOSITION);
  return { sample, ranking, chosen, isRight: isRight(sample, chosen) };
}

function isRight({ golden, documentOf }: Sample, chosen: readonly RankedView[]): boolean {
  if (golden.want === null || chosen.length === 0) return false;
  const candidates = chosen.map(({ view }) => view.read.candidate);
  const shown = shownClauses(chosen).map(({ shown: span }, i) => {
    return { text: wordsShown(candidates[i]?.text ?? '', span) };
  });
  const { class: judged } = judgeAnswer(golden, {
    q: golden.q,
    as_of: golden.asOf,
    summary: summaryOf(shown, chosen[0] === undefined ? null : verdictOf(chosen[0])),
    citations: candidates.map(({ document, text }) => ({
      document: documentOf.get(document) ?? '',
      quote: text,
    })),
    verdict: null,
  });
  return judged === 'right';
}

export type ConfidenceByQuestion = Readonly<Record<keyof WeightsByQuestion, LogisticWeights>>;

export function fitConfidence(ranked: readonly RankedSample[]): ConfidenceByQuestion {
  const answered = Map.groupBy(ranked.filter(teaches), ({ sample }) => partOf(sample));
  const fit = (part: keyof WeightsByQuestion, signals: readonly Signal[]) =>
    fitSignals(answered.get(part) ?? [], signals, PARTS[part]);
  return {
    one_word: fit('one_word', SIGNALS_OF_ONE_WORD),
    several_words: fit('several_words', SIGNALS),
    yes_no: fit('yes_no', SIGNALS_OF_YES_NO),
  };
}

/** Of a question for yes or no the judge knows a verdict only, and not whether a sentence alone would be right. */
function teaches({ chosen, sample }: RankedSample): boolean {
  const [lead] = chosen;
  if (lead === undefined || !mayAnswer(chosen)) return false;
  return partOf(sample) !== 'yes_no' || verdictOf(lead) !== null;
}

/** Whether a right answer is no luck: a yes or no is right half of the time, and teaches nothing where it rests on another sentence. */
function isMeant({ sample: { golden, views, labels }, chosen, isRight }: RankedSample): boolean {
  if (!isRight || golden.kind !== 'yesno' || golden.evidence === null) return isRight;
  const shown = new Set(chosen.map(({ view }) => view.read.candidate.id));
  return views.some(({ read }, i) => (labels[i] ?? 0) > 0 && shown.has(read.candidate.id));
}

function fitSignals(
  ranked: readonly RankedSample[],
  signals: readonly Signal[],
  { weight: weightOf, l2 }: Part,
): LogisticWeights {
  const examples = ranked.flatMap((one): Example[] => {
    const weight = weightOf[one.sample.group] * PART_WEIGHT[one.sample.part];
    if (weight === 0) return [];
    return [{ features: signals.map(({ of }) => of(one)), label: Number(isMeant(one)), weight }];
  });
  const { bias, weights } = trainLogistic(examples, { l2 });
  return {
    bias,
    weights: named(
      signals.map(({ name }) => name),
      weights,
    ),
  };
}

/** How sure the answer to a sample is by these models, 0 to 1. */
export function sureness(models: ConfidenceByQuestion, one: RankedSample): number {
  return mayAnswer(one.chosen) ? confidenceOf(models[partOf(one.sample)], one) : 0;
}

/** Rankings of each sample with weights learned from the other folds. */
export function crossRank(
  samples: readonly Sample[],
  mode: Mode,
  lists = listsOf(samples, mode),
): RankedSample[] {
  const folds = [...new Set(samples.map(foldOf))];
  const weights = new Map(folds.map((fold) => [fold, fitRank(lists, mode, (one) => foldOf(one) !== fold)]));
  return samples.map((sample) => {
    const learned = weights.get(foldOf(sample));
    if (learned === undefined) throw new RangeError(`no weights were learned without ${foldOf(sample)}`);
    return rankSample(sample, mode, learned);
  });
}

/**
 * The weights of a mode; confidence is learned from rankings of samples that the weights had not seen.
 * @param cross those rankings, where they are known
 */
export function fitMode(
  samples: readonly Sample[],
  mode: Mode,
  cross?: readonly RankedSample[],
): WeightsByQuestion {
  const lists = listsOf(samples, mode);
  const rank = fitRank(lists, mode, () => true);
  const confidence = fitConfidence(cross ?? crossRank(samples, mode, lists));
  const weightsOf = (length: Length) => ({ rank: rank[length], confidence: confidence[length] });
  return {
    one_word: weightsOf('one_word'),
    several_words: weightsOf('several_words'),
    yes_no: { confidence: confidence.yes_no },
  };
}

function named(names: readonly string[], weights: readonly number[]): Weights {
  return Object.fromEntries(names.map((name, i) => [name, weights[i] ?? 0]));
}

/** Learns the weights of the ranking and how sure its answers are, each from samples that it is not used on. */
import type { LogisticWeights } from '../../../engine/reading/logistic.ts';
import { wordCountOf } from '../../../engine/reading/rank/asked.ts';
import { compose } from '../../../engine/reading/rank/compose.ts';
import {
  confidenceOf,
  SIGNALS,
  SIGNALS_OF_ONE_WORD,
  type Signal,
} from '../../../engine/reading/rank/confidence.ts';
import { type RankedView, rankViews, type Weights } from '../../../engine/reading/rank/ranking.ts';
import { mayAnswer } from '../../../engine/reading/rank/read.ts';
import type { WeightsByLength } from '../../../engine/reading/rank/reading-policy.ts';
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

/** How the weights for questions of a length are learned. */
interface Part {
  /** What the ranking is learned from. */
  readonly ranks: (sample: Sample) => boolean;
  readonly rankWeight: Readonly<Record<Sample['group'], number>>;
  readonly rankL2: number;
  /** Of the confidence, which is learned from questions of this length. */
  readonly weight: Readonly<Record<Sample['group'], number>>;
  readonly l2: number;
}

/**
 * Questions of one word are few: their ranking is learned from those of two as well. First questions of several words teach
 * their ranking a little, and their confidence nothing: there are too few of them beside what they would change (ADR 88).
 */
const PARTS: Readonly<Record<keyof WeightsByLength, Part>> = {
  one_word: {
    ranks: (sample) => askedIn(sample) <= 2,
    rankWeight: { ...GROUP_WEIGHT, first: 1 },
    rankL2: 1,
    weight: { ...GROUP_WEIGHT, first: 1 },
    l2: 0.3,
  },
  several_words: {
    ranks: () => true,
    rankWeight: { ...GROUP_WEIGHT, first: 0.1 },
    rankL2: 2,
    weight: GROUP_WEIGHT,
    l2: 1,
  },
};
/** How often a pool of a few candidates counts beside a whole one. */
const SMALL_WEIGHT = 0.25;

function partOf(sample: Sample): keyof WeightsByLength {
  return askedIn(sample) > 1 ? 'several_words' : 'one_word';
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
  const answered = samples.filter(({ isSmall, labels }) => !isSmall && labels.some((label) => label > 0));
  return new Map(
    answered.map((sample) => {
      const rows = viewsOf(sample).map((view) => features.map(({ of }) => of(view)));
      return [sample, { rows, labels: sample.labels }];
    }),
  );
}

type RankByLength = Readonly<Record<keyof WeightsByLength, Weights>>;

function fitRank(lists: RankedLists, mode: Mode, isUsed: (sample: Sample) => boolean): RankByLength {
  const fit = ({ ranks, rankWeight, rankL2 }: Part): Weights => {
    const used = [...lists].flatMap(([sample, list]): RankedList[] => {
      const weight = rankWeight[sample.group];
      return weight > 0 && isUsed(sample) && ranks(sample) ? [{ ...list, weight }] : [];
    });
    return named(
      mode.features.map(({ name }) => name),
      trainListwise(used, rankL2),
    );
  };
  return { one_word: fit(PARTS.one_word), several_words: fit(PARTS.several_words) };
}

function rankSample(sample: Sample, { features, viewsOf }: Mode, weights: RankByLength): RankedSample {
  const ranking = rankViews(viewsOf(sample), features, weights[partOf(sample)]);
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

export type ConfidenceByLength = Readonly<Record<keyof WeightsByLength, LogisticWeights>>;

export function fitConfidence(ranked: readonly RankedSample[]): ConfidenceByLength {
  const answered = Map.groupBy(
    ranked.filter(({ chosen }) => mayAnswer(chosen)),
    ({ sample }) => partOf(sample),
  );
  const fit = (part: keyof WeightsByLength, signals: readonly Signal[]) =>
    fitSignals(answered.get(part) ?? [], signals, PARTS[part]);
  return { one_word: fit('one_word', SIGNALS_OF_ONE_WORD), several_words: fit('several_words', SIGNALS) };
}

function fitSignals(
  ranked: readonly RankedSample[],
  signals: readonly Signal[],
  { weight: weightOf, l2 }: Part,
): LogisticWeights {
  const examples = ranked.flatMap((one): Example[] => {
    const weight = weightOf[one.sample.group] * (one.sample.isSmall ? SMALL_WEIGHT : 1);
    if (weight === 0) return [];
    return [{ features: signals.map(({ of }) => of(one)), label: Number(one.isRight), weight }];
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
export function sureness(models: ConfidenceByLength, one: RankedSample): number {
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
): WeightsByLength {
  const lists = listsOf(samples, mode);
  const rank = fitRank(lists, mode, () => true);
  const confidence = fitConfidence(cross ?? crossRank(samples, mode, lists));
  const weightsOf = (part: keyof WeightsByLength) => ({ rank: rank[part], confidence: confidence[part] });
  return { one_word: weightsOf('one_word'), several_words: weightsOf('several_words') };
}

function named(names: readonly string[], weights: readonly number[]): Weights {
  return Object.fromEntries(names.map((name, i) => [name, weights[i] ?? 0]));
}

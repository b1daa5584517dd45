/** Learns the weights of the ranking and how sure its answers are, each from samples that it is not used on. */
import type { LogisticWeights } from '../../../engine/reading/logistic.ts';
import { compose } from '../../../engine/reading/rank/compose.ts';
import { SIGNALS } from '../../../engine/reading/rank/confidence.ts';
import { type RankedView, rankViews, type Weights } from '../../../engine/reading/rank/ranking.ts';
import { mayAnswer } from '../../../engine/reading/rank/read.ts';
import type { RankingWeights } from '../../../engine/reading/rank/reading-policy.ts';
import { shownClauses, summaryOf, wordsShown } from '../../../engine/reading/rank/shown-clauses.ts';
import { verdictOf } from '../../../engine/reading/rank/verdict.ts';
import type { CandidateView, Feature } from '../../../engine/reading/rank/view.ts';
import { judgeAnswer } from '../../judge/judge-answer.ts';
import { type RankedList, trainListwise } from '../listwise.ts';
import { type Example, trainLogistic } from '../logistic.ts';
import type { Sample } from './sample.ts';

/** How often a question of a group counts; nothing is learned from first questions (ADR 87). */
const GROUP_WEIGHT = {
  realistic: 1,
  real: 1,
  squad: 0.25,
  short: 0.5,
  demo: 0.5,
  older: 0.1,
  first: 0,
} as const;
/** How often a pool of a few candidates counts beside a whole one. */
const SMALL_WEIGHT = 0.25;
const RANK_L2 = 2;
const CONFIDENCE_L2 = 1;

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

export function foldOf({ corpus, group }: Sample): string {
  return group === 'older' ? group : corpus;
}

/** What the weights are learned from: the rows of a sample are the same in whatever it is learned with. */
type RankedLists = ReadonlyMap<Sample, RankedList>;

function listsOf(samples: readonly Sample[], { features, viewsOf }: Mode): RankedLists {
  const answered = samples.filter(({ isSmall, labels }) => !isSmall && labels.some((label) => label > 0));
  return new Map(
    answered.map((sample) => {
      const rows = viewsOf(sample).map((view) => features.map(({ of }) => of(view)));
      return [sample, { rows, labels: sample.labels, weight: GROUP_WEIGHT[sample.group] }];
    }),
  );
}

function fitRank(lists: RankedLists, { features }: Mode, isUsed: (sample: Sample) => boolean): Weights {
  const used = [...lists].flatMap(([sample, list]) => (isUsed(sample) ? list : []));
  return named(
    features.map(({ name }) => name),
    trainListwise(used, RANK_L2),
  );
}

function rankSample(sample: Sample, { features, viewsOf }: Mode, weights: Weights): RankedSample {
  const ranking = rankViews(viewsOf(sample), features, weights);
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

export function fitConfidence(ranked: readonly RankedSample[]): LogisticWeights {
  const examples = ranked
    .filter(({ chosen }) => mayAnswer(chosen))
    .map(
      (one): Example => ({
        features: SIGNALS.map(({ of }) => of(one)),
        label: Number(one.isRight),
        weight: GROUP_WEIGHT[one.sample.group] * (one.sample.isSmall ? SMALL_WEIGHT : 1),
      }),
    );
  const { bias, weights } = trainLogistic(examples, { l2: CONFIDENCE_L2 });
  return {
    bias,
    weights: named(
      SIGNALS.map(({ name }) => name),
      weights,
    ),
  };
}

/** Rankings of each sample with weights learned from the other folds. */
export function crossRank(
  samples: readonly Sample[],
  mode: Mode,
  lists = listsOf(samples, mode),
): RankedSample[] {
  const folds = [...new Set(samples.map(foldOf))];
  const weights = new Map(folds.map((fold) => [fold, fitRank(lists, mode, (one) => foldOf(one) !== fold)]));
  return samples.map((sample) => rankSample(sample, mode, weights.get(foldOf(sample)) ?? {}));
}

/**
 * The weights of a mode; confidence is learned from rankings of samples that the weights had not seen.
 * @param cross those rankings, where they are known
 */
export function fitMode(
  samples: readonly Sample[],
  mode: Mode,
  cross?: readonly RankedSample[],
): RankingWeights {
  const lists = listsOf(samples, mode);
  const rank = fitRank(lists, mode, () => true);
  return { rank, confidence: fitConfidence(cross ?? crossRank(samples, mode, lists)) };
}

function named(names: readonly string[], weights: readonly number[]): Weights {
  return Object.fromEntries(names.map((name, i) => [name, weights[i] ?? 0]));
}

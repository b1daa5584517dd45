/** Learns the weights of the ranking and how sure its answers are, each from samples that it is not used on. */
import { compose } from '../../../engine/reading/rank/compose.ts';
import {
  COMPOSED_SIGNALS,
  type Composed,
  type Confidence,
  RULES_SIGNALS,
  signalsOf,
} from '../../../engine/reading/rank/confidence.ts';
import type { Feature } from '../../../engine/reading/rank/features.ts';
import { type RankedView, rankViews, rowOf, type Weights } from '../../../engine/reading/rank/ranking.ts';
import type { RankingWeights } from '../../../engine/reading/rank/reading-policy.ts';
import type { View } from '../../../engine/reading/rank/view.ts';
import { judgeAnswer } from '../../judge/judge-answer.ts';
import { type RankedList, trainListwise } from '../listwise.ts';
import { type Example, trainLogistic } from '../logistic.ts';
import type { Sample } from './collect.ts';

/** How often a question of a group counts. */
const GROUP_WEIGHT = { realistic: 1, real: 1, squad: 0.25, short: 0.5, demo: 0.5, older: 0.1 } as const;
/** Candidates of a question that are learned from. */
const MAX_LEARNED = 60;
const RANK_L2 = 2;
const COMPOSED_L2 = 3;
const RULES_L2 = 0.3;

export const COMPOSITION = { share: 0.1, most: 3 } as const;

/** What is learned from: the features of a mode, and whose samples have them. */
export interface Mode {
  readonly features: readonly Feature[];
  readonly viewsOf: (sample: Sample) => readonly View[];
}

/** A sample ranked with weights that were learned without its fold. */
export interface RankedSample {
  readonly sample: Sample;
  readonly ranking: readonly RankedView[];
  readonly chosen: readonly RankedView[];
  readonly composedRight: boolean;
}

export function foldOf({ corpus, group }: Sample): string {
  return group === 'older' ? group : corpus;
}

function fitRank(samples: readonly Sample[], { features, viewsOf }: Mode): Weights {
  const lists = samples.flatMap((sample): RankedList[] => {
    const labels = sample.labels.slice(0, MAX_LEARNED);
    if (!labels.some((label) => label > 0)) return [];
    const rows = viewsOf(sample)
      .slice(0, MAX_LEARNED)
      .map((view) => rowOf(features, view));
    return [{ rows, labels, weight: GROUP_WEIGHT[sample.group] }];
  });
  return named(
    features.map(({ name }) => name),
    trainListwise(lists, RANK_L2),
  );
}

function rankSample(sample: Sample, { features, viewsOf }: Mode, weights: Weights): RankedSample {
  const ranking = rankViews(viewsOf(sample), features, weights);
  const chosen = compose(ranking, COMPOSITION);
  return { sample, ranking, chosen, composedRight: isRight(sample, chosen) };
}

function isRight({ golden, documentOf }: Sample, chosen: readonly RankedView[]): boolean {
  if (golden.want === null || chosen.length === 0) return false;
  const candidates = chosen.map(({ view }) => view.read.candidate);
  const { class: judged } = judgeAnswer(golden, {
    q: golden.q,
    as_of: golden.asOf,
    summary: candidates.map(({ text }) => text).join(' '),
    citations: candidates.map(({ document, text }) => ({
      document: documentOf.get(document) ?? '',
      quote: text,
    })),
    verdict: null,
  });
  return judged === 'right';
}

export function mayCompose({ ranking: [first] }: RankedSample): boolean {
  return first !== undefined && first.view.pool.asked.form !== 'yes-no';
}

export function composedOf({ sample, ranking, chosen }: RankedSample): Composed {
  return { ranking, chosen, ranked: sample.ranked };
}

export function leadByRules({ sample, ranking }: RankedSample): RankedView | null {
  const id = sample.ranked[0]?.candidate.id;
  return ranking.find(({ view }) => view.read.candidate.id === id) ?? null;
}

export function fitComposed(ranked: readonly RankedSample[]): Confidence {
  const examples = ranked.filter(mayCompose).map(
    (one): Example => ({
      features: signalsOf(COMPOSED_SIGNALS, composedOf(one)),
      label: Number(one.composedRight),
      weight: GROUP_WEIGHT[one.sample.group],
    }),
  );
  return confidence(COMPOSED_SIGNALS, examples, COMPOSED_L2);
}

export function fitRules(ranked: readonly RankedSample[]): Confidence {
  const examples = ranked.flatMap((one): Example[] => {
    const { sample, ranking } = one;
    if (sample.rulesRight === null || sample.ranked.length === 0) return [];
    const state = { ranking, ranked: sample.ranked, lead: leadByRules(one) };
    const weight = GROUP_WEIGHT[sample.group];
    return [{ features: signalsOf(RULES_SIGNALS, state), label: Number(sample.rulesRight), weight }];
  });
  return confidence(RULES_SIGNALS, examples, RULES_L2);
}

function confidence(
  signals: readonly { readonly name: string }[],
  examples: readonly Example[],
  l2: number,
): Confidence {
  const { bias, weights } = trainLogistic(examples, { l2 });
  return {
    bias,
    weights: named(
      signals.map(({ name }) => name),
      weights,
    ),
  };
}

/** Rankings of each sample with weights learned from the other folds. */
export function crossRank(samples: readonly Sample[], mode: Mode): RankedSample[] {
  const folds = [...new Set(samples.map(foldOf))];
  const weights = new Map(
    folds.map((fold) => [
      fold,
      fitRank(
        samples.filter((one) => foldOf(one) !== fold),
        mode,
      ),
    ]),
  );
  return samples.map((sample) => rankSample(sample, mode, weights.get(foldOf(sample)) ?? {}));
}

/** The weights of a mode; confidence is learned from rankings of samples that the weights had not seen. */
export function fitMode(
  samples: readonly Sample[],
  mode: Mode,
  cross = crossRank(samples, mode),
): RankingWeights {
  return { rank: fitRank(samples, mode), composed: fitComposed(cross), rules: fitRules(cross) };
}

function named(names: readonly string[], weights: readonly number[]): Weights {
  return Object.fromEntries(names.map((name, i) => [name, weights[i] ?? 0]));
}

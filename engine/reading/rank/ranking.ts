/** The second ranking: the weighted sum of the features of each near sentence, and what share of the belief it gets. */
import type { CandidateView, Feature } from './view.ts';

/** Weights by the name of their feature. */
export type Weights = Readonly<Record<string, number>>;

export interface RankedView {
  readonly view: CandidateView;
  readonly score: number;
  /** The softmax of the scores: they sum to 1. */
  readonly share: number;
}

/** Best first; at equal scores by id. */
export function rankViews(
  views: readonly CandidateView[],
  features: readonly Feature[],
  weights: Weights,
): RankedView[] {
  const scored = views.map((view) => ({
    view,
    score: features.reduce((sum, feature) => sum + (weights[feature.name] ?? 0) * feature.of(view), 0),
  }));
  scored.sort((a, b) => b.score - a.score || (idOf(a.view) < idOf(b.view) ? -1 : 1));
  const top = scored[0]?.score ?? 0;
  const powers = scored.map(({ score }) => Math.exp(score - top));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return scored.map((one, i) => ({ ...one, share: (powers[i] ?? 0) / total }));
}

function idOf({ read }: CandidateView): string {
  return read.candidate.id;
}

/** What the sentences of a pool make of a question: an answer, passages that are near to it, or nothing. */
import type { Ranked } from '../../backbone/candidate.ts';
import { compose } from './compose.ts';
import { COMPOSED_SIGNALS, confidenceOf, RULES_SIGNALS } from './confidence.ts';
import { FEATURES, FEATURES_WITH_VECTORS } from './features.ts';
import type { NearCandidates } from './near.ts';
import { type RankedView, rankViews } from './ranking.ts';
import type { ReadingPolicy } from './reading-policy.ts';
import { readViews } from './view.ts';

export interface NearPassage {
  readonly id: string;
  /** Its share of the ranking, 0 to 1. */
  readonly probability: number;
}

/** `rules`: the answer by the rules stands. `sentences`: these, best first. `none`: nothing is sure enough. */
export type Outcome =
  | { readonly kind: 'rules'; readonly confidence: number }
  | { readonly kind: 'sentences'; readonly confidence: number; readonly ids: readonly string[] }
  | { readonly kind: 'none' };

export interface Decision {
  readonly outcome: Outcome;
  /** Ids of the near candidates, best first. */
  readonly order: readonly string[];
  /** What is nearest to the question, best first; at most 5. */
  readonly passages: readonly NearPassage[];
}

/** Most passages that are shown where nothing answers. */
export const MAX_PASSAGES = 5;
/** A passage holds at least this part of the question's words, with its context. */
const MIN_COVERED = 0.2;

/**
 * @param similarities of the near candidates, in their order; null without a sentence model
 * @param ranked by the rules, the leading one first; empty where they find no answer
 */
export function decide(
  { pool, near }: NearCandidates,
  similarities: readonly number[] | null,
  ranked: readonly Ranked[],
  policy: ReadingPolicy,
): Decision {
  const weights = similarities === null ? policy.lexical : policy.vectors;
  const features = similarities === null ? FEATURES : FEATURES_WITH_VECTORS;
  const ranking = rankViews(readViews(pool, near, similarities), features, weights.rank);
  const chosen = compose(ranking, policy.compose);
  const lead = ranking.find((one) => idOf(one) === ranked[0]?.candidate.id) ?? null;
  const byRules =
    ranked.length === 0 ? 0 : confidenceOf(RULES_SIGNALS, weights.rules, { ranking, ranked, lead });
  const composed = mayCompose(ranking)
    ? confidenceOf(COMPOSED_SIGNALS, weights.composed, { ranking, chosen, ranked })
    : 0;
  return {
    outcome: outcomeOf(byRules, composed, chosen, policy),
    order: ranking.map(idOf),
    passages: passagesOf(ranking),
  };
}

function outcomeOf(
  byRules: number,
  composed: number,
  chosen: readonly RankedView[],
  policy: ReadingPolicy,
): Outcome {
  const { least, rules_margin } = policy;
  if (byRules >= least.rules && byRules >= composed - rules_margin)
    return { kind: 'rules', confidence: rounded(byRules) };
  if (composed < least.sentences) return { kind: 'none' };
  return { kind: 'sentences', confidence: rounded(composed), ids: chosen.map(idOf) };
}

function idOf({ view }: RankedView): string {
  return view.read.candidate.id;
}

/** Sentences beside a question for yes or no are no answer to it: they are passages. */
function mayCompose([first]: readonly RankedView[]): boolean {
  return first !== undefined && first.view.pool.asked.form !== 'yes-no';
}

function passagesOf(ranking: readonly RankedView[]): NearPassage[] {
  const near = ranking.filter(({ view }) => {
    const { own, context, title } = view.read;
    const { asked } = view.pool;
    const held = asked.terms.filter((term) => own.has(term) || context.has(term) || title.has(term));
    return held.length > 0 && held.length >= asked.terms.length * MIN_COVERED;
  });
  return near.slice(0, MAX_PASSAGES).map(({ view, share }) => {
    return { id: view.read.candidate.id, probability: rounded(share) };
  });
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

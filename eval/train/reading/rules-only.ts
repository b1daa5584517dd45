import type { RankingWeights, ReadingPolicy } from '../../../engine/reading/rank/reading-policy.ts';

const SURE: RankingWeights = {
  rank: {},
  composed: { bias: -40, weights: {} },
  rules: { bias: 40, weights: {} },
};

/** A policy under which the rules answer whatever they find: what their confidence is learned from. */
export const RULES_ONLY: ReadingPolicy = {
  id: 'rules-only/1',
  compose: { share: 1, most: 1 },
  least: { sentences: 0.5, rules: 0.5 },
  rules_margin: 0,
  lexical: SURE,
  vectors: SURE,
};

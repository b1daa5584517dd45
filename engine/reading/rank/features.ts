/**
 * The table of features: what may speak for a sentence, each a number from 0 to 1 with a name under which its weight
 * stands in the policy (`reading-policy.json`).
 */
import { KIND_FEATURES } from './features/kind-features.ts';
import { SHAPE_FEATURES, TIME_FEATURES } from './features/shape-features.ts';
import { WORD_FEATURES } from './features/word-features.ts';
import type { Feature } from './view.ts';

/** Those that need no vectors, in the order of the weights. */
export const FEATURES: readonly Feature[] = [
  ...WORD_FEATURES,
  ...KIND_FEATURES,
  ...SHAPE_FEATURES,
  ...TIME_FEATURES,
];

/** With vectors. */
export const FEATURES_WITH_VECTORS: readonly Feature[] = [
  ...FEATURES,
  {
    name: 'similar',
    means: 'is near to the question in meaning, with its context',
    of: ({ similarity }) => Math.max(0, similarity ?? 0),
  },
  {
    name: 'most_similar',
    means: 'is as near as the nearest',
    of: ({ similarity, bestSimilarity }) => asNear(similarity, bestSimilarity),
  },
  {
    name: 'section_similar',
    means: 'stands in a section of which some sentence is as near as the nearest',
    of: ({ sectionSimilarity, bestSimilarity }) => asNear(sectionSimilarity, bestSimilarity),
  },
];

function asNear(similarity: number | null, best: number | null): number {
  return similarity === null || best === null ? 0 : Math.max(0, 1 - 4 * (best - similarity));
}

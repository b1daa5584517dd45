/** Nearness in meaning, where there are vectors. */
import type { Feature } from '../feature.ts';

export const VECTOR_FEATURES: readonly Feature[] = [
  {
    name: 'similar',
    means: 'is near to the question in meaning, with its context',
    of: ({ similarity }) => Math.max(0, similarity ?? 0),
  },
  {
    name: 'most_similar',
    means: 'is as near as the nearest',
    of: ({ similarity, bestSimilarity }) =>
      similarity === null || bestSimilarity === null ? 0 : Math.max(0, 1 - 4 * (bestSimilarity - similarity)),
  },
];

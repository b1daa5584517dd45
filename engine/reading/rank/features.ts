/**
 * The table of features: what may speak for a sentence, each a number from 0 to 1 with a name under which its weight
 * stands in the policy (`reading-policy.json`).
 */
import type { Feature } from './feature.ts';
import { KIND_FEATURES } from './features/kind-features.ts';
import { SHAPE_FEATURES } from './features/shape-features.ts';
import { TIME_FEATURES } from './features/time-features.ts';
import { VECTOR_FEATURES } from './features/vector-features.ts';
import { WORD_FEATURES } from './features/word-features.ts';

/** Those that need no vectors, in the order of the weights. */
export const FEATURES: readonly Feature[] = [
  ...WORD_FEATURES,
  ...KIND_FEATURES,
  ...SHAPE_FEATURES,
  ...TIME_FEATURES,
];

/** With vectors. */
export const FEATURES_WITH_VECTORS: readonly Feature[] = [...FEATURES, ...VECTOR_FEATURES];

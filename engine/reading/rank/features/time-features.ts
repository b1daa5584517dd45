/** How new the sentence is, and whether another one has taken its place. */
import type { Feature } from '../feature.ts';

export const TIME_FEATURES: readonly Feature[] = [
  { name: 'recent', means: 'is among the newest candidates', of: ({ recency }) => recency },
  { name: 'newer_twin', means: 'a newer document says almost the same', of: ({ twins }) => twins.newer },
  { name: 'older_twin', means: 'an older document says almost the same', of: ({ twins }) => twins.older },
  {
    name: 'replaced',
    means: 'a newer sentence states another value of the same',
    of: ({ stated }) => Number(stated.replaced),
  },
  {
    name: 'replaces',
    means: 'states another value than an older sentence',
    of: ({ stated }) => Number(stated.replaces),
  },
];

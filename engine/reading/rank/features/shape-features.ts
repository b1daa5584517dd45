/** What the sentence looks like, where it stands, how new it is, and whether another one has taken its place. */
import type { BlockKind } from '../../document/layout.ts';
import type { CandidateView, Feature } from '../view.ts';

const isKind = (name: string, kind: BlockKind, means: string): Feature => ({
  name,
  means,
  of: ({ read }) => Number(read.candidate.kind === kind),
});

/** Terms of a long sentence. */
const LONG = 25;

export const SHAPE_FEATURES: readonly Feature[] = [
  isKind('item', 'item', 'is an item of a list'),
  isKind('row', 'row', 'is a row of a table'),
  isKind('code', 'code', 'is code'),
  { name: 'asks', means: 'is a question', of: textMatches(/[?？]["'”’)\]*_\s]*$/u) },
  { name: 'length', means: 'is long', of: ({ read }) => Math.min(1, read.terms.length / LONG) },
  { name: 'position', means: 'stands at the end of its document', of: ({ read }) => read.candidate.position },
  { name: 'retrieval', means: 'its document was found first', of: ({ read }) => read.candidate.retrieval },
  {
    name: 'section_retrieval',
    means: 'its section was found first',
    of: ({ read }) => read.candidate.sectionRetrieval,
  },
];

export const TIME_FEATURES: readonly Feature[] = [
  { name: 'recent', means: 'is among the newest candidates', of: ({ recency }) => recency },
  { name: 'newer_twin', means: 'a newer document says almost the same', of: ({ twins }) => twins.newer },
  { name: 'older_twin', means: 'an older document says almost the same', of: ({ twins }) => twins.older },
  { name: 'replaced', means: 'a newer one has another value', of: ({ stated }) => Number(stated.replaced) },
  { name: 'replaces', means: 'has a newer value than another', of: ({ stated }) => Number(stated.replaces) },
];

function textMatches(pattern: RegExp): (view: CandidateView) => number {
  return ({ read }) => Number(pattern.test(read.candidate.text));
}

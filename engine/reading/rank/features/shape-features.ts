/** What the sentence looks like and where it stands. */
import type { BlockKind } from '../../document/layout.ts';
import type { Feature } from '../feature.ts';
import type { CandidateView } from '../view.ts';

const isKind = (name: string, kind: BlockKind, means: string): Feature => ({
  name,
  means,
  of: ({ read }) => Number(read.candidate.kind === kind),
});

export const SHAPE_FEATURES: readonly Feature[] = [
  isKind('item', 'item', 'is an item of a list'),
  isKind('row', 'row', 'is a row of a table'),
  isKind('code', 'code', 'is code'),
  { name: 'asks', means: 'is a question', of: textMatches(/[?？]["'”’)\]*_\s]*$/u) },
  { name: 'position', means: 'stands at the end of its document', of: ({ read }) => read.candidate.position },
  { name: 'retrieval', means: 'its document was found first', of: ({ read }) => read.candidate.retrieval },
  {
    name: 'section_retrieval',
    means: 'its section was found first',
    of: ({ read }) => read.candidate.sectionRetrieval,
  },
];

function textMatches(pattern: RegExp): (view: CandidateView) => number {
  return ({ read }) => Number(pattern.test(read.candidate.text));
}

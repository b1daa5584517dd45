/** What the sentence looks like and where it stands. */
import type { BlockKind } from '../../document/layout.ts';
import { MAX_SENTENCE } from '../../document/layout.ts';
import type { Feature } from '../features.ts';
import { coveredBy, type View } from '../view.ts';

const isKind = (name: string, kind: BlockKind, means: string): Feature => ({
  name,
  means,
  of: ({ read }) => Number(read.candidate.kind === kind),
});

export const SHAPE_FEATURES: readonly Feature[] = [
  isKind('item', 'item', 'is an item of a list'),
  isKind('row', 'row', 'is a row of a table'),
  isKind('header', 'header', 'is the head row of a table'),
  isKind('code', 'code', 'is code'),
  isKind('navigation', 'navigation', 'is part of a menu'),
  { name: 'asks', means: 'is a question', of: textMatches(/[?？]["'”’)\]*_\s]*$/u) },
  { name: 'leads_in', means: 'ends with a colon', of: textMatches(/:\s*$/u) },
  { name: 'verb', means: 'has a verb', of: ({ values }) => Number(values.hasVerb) },
  {
    name: 'denies',
    means: 'has a negation',
    of: textMatches(/\b(?:not|no|never|cannot|without)\b|n['’]t\b/iu),
  },
  {
    name: 'length',
    means: 'is long',
    of: ({ read }) => Math.min(1, read.candidate.text.length / MAX_SENTENCE),
  },
  { name: 'short', means: 'is a fragment', of: ({ read }) => Number(read.candidate.text.length < FRAGMENT) },
  { name: 'position', means: 'stands at the end of its document', of: ({ read }) => read.candidate.position },
  { name: 'retrieval', means: 'its document was found first', of: ({ read }) => read.candidate.retrieval },
  {
    name: 'section_retrieval',
    means: 'its section was found first',
    of: ({ read }) => read.candidate.sectionRetrieval,
  },
  {
    name: 'answers_question',
    means: 'follows a question that has the words of this one',
    of: (view) => (isAsked(view) ? coveredBy(view, view.read.before, view.read.heading) : 0),
  },
];

/** Characters below which a sentence hardly says anything. */
const FRAGMENT = 25;

function textMatches(pattern: RegExp): (view: View) => number {
  return ({ read }) => Number(pattern.test(read.candidate.text));
}

function isAsked({ read: { candidate } }: View): boolean {
  return /[?？]\s*$/u.test(candidate.before ?? candidate.headings.at(-1) ?? '');
}

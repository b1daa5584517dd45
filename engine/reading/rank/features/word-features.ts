/** Whose words the sentence has: the question's, in itself or in what stands around it. */
import { coveredBy, type Feature, type View } from '../view.ts';

export const WORD_FEATURES: readonly Feature[] = [
  {
    name: 'match_in_window',
    means: 'BM25 of the sentence with its neighbours beside the best',
    of: ({ inWindow }) => inWindow,
  },
  {
    name: 'covered_with_context',
    means: "holds the question's words together with title, headings and lead-in",
    of: (view) => coveredBy(view, view.read.own, view.read.context, view.read.title),
  },
  {
    name: 'covered_with_before',
    means: 'the same together with the sentence before',
    of: (view) => coveredBy(view, view.read.own, view.read.context, view.read.title, view.read.before),
  },
  {
    name: 'covered_by_before',
    means: "the sentence before holds the question's words",
    of: (view) => coveredBy(view, view.read.before),
  },
  {
    name: 'heading_asked',
    means: 'its heading consists of words of the question',
    of: ({ read: { heading }, pool }) => {
      const said = [...heading].filter((term) => pool.asked.terms.includes(term)).length;
      return heading.size === 0 ? 0 : said / heading.size;
    },
  },
  {
    name: 'said',
    means: "says the question's words, in these or others, by their rarity",
    of: ({ said }) => said.own,
  },
  {
    name: 'said_with_context',
    means: "says most of the question's words, in these or others, with title, headings and lead-in",
    of: ({ said }) => said.withContext,
  },
  {
    name: 'adjacent',
    means: 'has neighbouring words of the question beside each other',
    of: adjacent,
  },
  {
    name: 'begins_asked',
    means: 'begins with a word of the question, and that has few: what is asked about is its subject',
    of: ({ read: { terms }, pool: { asked } }) =>
      Number(asked.terms.includes(terms[0] ?? '')) / Math.max(1, asked.terms.length),
  },
];

function adjacent({ read: { terms }, pool: { asked } }: View): number {
  const pairs = asked.terms.length - 1;
  if (pairs < 1) return 0;
  const isBeside = (a: string | undefined, b: string | undefined) =>
    terms.some(
      (term, i) =>
        (term === a && (terms[i + 1] === b || terms[i + 2] === b)) || (term === b && terms[i + 1] === a),
    );
  const found = asked.terms.slice(1).filter((term, i) => isBeside(asked.terms[i], term)).length;
  return found / pairs;
}

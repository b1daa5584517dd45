/** Whose words the sentence has: the question's, in itself or in what stands around it. */
import { saidKeys, sameWords } from '../../words/said-words.ts';
import { wordCountOf } from '../asked.ts';
import { labelOf } from '../candidate.ts';
import { type CandidateView, coveredBy, type Feature, greatest, opening } from '../view.ts';

export const WORD_FEATURES: readonly Feature[] = [
  {
    name: 'match',
    means: 'BM25 of the sentence beside the best',
    of: ({ matches, best }) => matches.sentence / best.sentence,
  },
  {
    name: 'match_in_window',
    means: 'BM25 of the sentence with its neighbours beside the best',
    of: ({ matches, best }) => matches.inWindow / best.inWindow,
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
  { name: 'said', means: "says the question's words, in these or others", of: ({ said }) => said.own },
  { name: 'said_otherwise', means: 'says words of the question otherwise', of: ({ said }) => said.otherwise },
  {
    name: 'said_with_context',
    means: "says most of the question's words, in these or others, with title, headings and lead-in",
    of: ({ said }) => said.withContext,
  },
  {
    name: 'opens',
    means: 'opens with a word of the question, the more the fewer words are asked',
    of: ({ read, pool }) => opening(pool.asked, read) / wordCountOf(pool.asked),
  },
  {
    name: 'first_in_section',
    means: 'opens its section, the more the fewer words are asked',
    of: ({ read, pool }) => Number(read.candidate.before === null) / wordCountOf(pool.asked),
  },
  {
    name: 'defines',
    means: 'says what the thing is that the question names alone',
    of: ({ stated }) => greatest(stated.forms, ({ defines }) => defines),
  },
  {
    name: 'labelled',
    means: 'stands behind a label that the question names alone',
    of: ({ read, pool }) =>
      sameWords(pool.asked.words, saidKeys(labelOf(read.candidate), read.candidate.lang)),
  },
  { name: 'adjacent', means: 'has neighbouring words of the question beside each other', of: adjacent },
  {
    name: 'new_words',
    means: 'says something that the question does not',
    of: ({ read, pool }) => {
      const added = [...read.own].filter((term) => !pool.asked.terms.includes(term)).length;
      return Math.min(1, added / ENOUGH_NEW);
    },
  },
];

/** As many words as an answer needs. */
const ENOUGH_NEW = 6;

function adjacent({ read: { terms }, pool: { asked } }: CandidateView): number {
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

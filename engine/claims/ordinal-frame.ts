/** "A became the twelfth official language of X": X has at least twelve of them from then on. */
import { ordinalOf } from '../text/number-words.ts';
import { foldForComparison, singular } from '../text/word-forms.ts';
import type { ClauseView, Draft } from './draft.ts';
import { isDated, modifiersOf, readPhrase } from './noun-phrase.ts';
import { type Discourse, resolveOwner } from './subjects.ts';

/** Holders who follow one another do not add up: the 44th president is not one of 44. */
const SUCCESSIVE = /(?:er|or|ent|ant|ist|man|woman|king|queen|pope|captain|edition|time|season|year)$/;

/** Reads a new member with its rank as a lower bound of the count; null for ranks among successive holders. */
export function readOrdinal(view: ClauseView, discourse: Discourse): Draft | null {
  const { clause, sentence } = view;
  if (clause.verb.lemma !== 'become' || clause.rest.some((token) => token.norm === 'to')) return null;
  const phrase = readPhrase(clause.rest);
  const [article, rank, ...noun] = phrase.base;
  const count = ordinalOf(rank?.norm ?? '');
  const head = noun.at(-1);
  const owner = phrase.adjuncts[0];
  if (article?.norm !== 'the' || count === undefined || head?.pos !== 'NOUN' || owner?.preposition !== 'of')
    return null;
  const name = singular(foldForComparison(head.text));
  if (name !== 'member' && SUCCESSIVE.test(name)) return null;
  const subject = resolveOwner(owner.tokens, sentence, discourse);
  if (subject === null || !owner.tokens.some((token) => token.pos === 'PROPN')) return null;
  return {
    subject,
    attribute: {
      head: name,
      modifiers: modifiersOf(noun.slice(0, -1)),
      predicate: 'have',
      dimension: 'count',
    },
    value: { kind: 'quantity', min: String(count), max: null, unit: name, precision: 0 },
    valueTokens: phrase.base,
    starts: true,
    adjuncts: phrase.adjuncts.filter(isDated),
  };
}

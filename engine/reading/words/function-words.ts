/** Words that carry no content of their own, so that a sentence need not repeat them to answer. */
import { setOf } from '../../text/rows.ts';
import vocabulary from './function-words.json' with { type: 'json' };

/** Articles, prepositions, pronouns, auxiliaries and question words, English and Spanish. */
export const functionWords = setOf(vocabulary.functionWords);

/** Words that ask for the present state; being the newest is what ranking decides, so they need not be repeated. */
export const presentWords = setOf(vocabulary.presentWords);

/** Auxiliaries that open a yes-or-no question. */
export const openingAuxiliaries = setOf(vocabulary.openingAuxiliaries);

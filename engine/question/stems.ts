/** Words with the stems under which they are compared: of the form as written and of its lemma. */
import snowball from 'snowball-stemmers';
import { type Token, tokenise } from '../text/tokens.ts';
import { phraseVerb } from './phrases.ts';

/** A token and its comparison keys: one to three stems, never none. */
export interface Word extends Token {
  readonly keys: readonly string[];
}

interface Stemmer {
  stem(word: string): string;
}

const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['en', 'english'],
  ['es', 'spanish'],
  ['de', 'german'],
  ['fr', 'french'],
  ['it', 'italian'],
  ['pt', 'portuguese'],
  ['nl', 'dutch'],
]);
const stemmers = new Map<string, Stemmer>();

/** The stem of a word in lower case; a language without a stemmer is compared as English. */
export function stemOf(word: string, lang: string): string {
  const language = LANGUAGES.get(lang.slice(0, 2)) ?? 'english';
  const stemmer = stemmers.get(language) ?? snowball.newStemmer(language);
  stemmers.set(language, stemmer);
  return stemmer.stem(word);
}

/** Tokens of a sentence with their keys. */
export function readWords(sentence: string, lang: string): Word[] {
  return tokenise(sentence, lang).map((token, i, tokens) => {
    const verb = phraseVerb(tokens, i);
    const keys = keysOf(token, lang);
    return { ...token, keys: verb === null ? keys : [...keys, stemOf(verb, lang)] };
  });
}

/** A verb goes by its lemma alone: what "was found" was not founded. */
function keysOf({ norm, lemma, pos }: Token, lang: string): string[] {
  const own = stemOf(lemma, lang);
  return pos === 'VERB' ? [own] : [...new Set([stemOf(norm, lang), own])];
}

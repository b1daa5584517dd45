/** Words with the stems under which they are compared: of the form as written and of its lemma. */
import { stem } from '../../graph/stemming.ts';
import { type Token, tokenise } from '../text/tokens.ts';
import { phraseVerb } from './phrases.ts';

/** A token and its comparison keys: one to three stems, never none. */
export interface Word extends Token {
  readonly keys: readonly string[];
}

const LANGUAGES: ReadonlySet<string> = new Set(['en', 'es', 'de', 'fr', 'it', 'pt', 'nl']);

/** The stem of a word in lower case; a language that is not read here is compared as English. */
export function stemOf(word: string, lang: string): string {
  const language = lang.slice(0, 2);
  return stem(word, LANGUAGES.has(language) ? language : 'en');
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

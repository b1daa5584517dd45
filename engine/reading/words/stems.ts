/** Words with the stems under which they are compared: of the form as written, of its lemma, of an expression it carries. */
import { stem } from '../../../graph/stemming.ts';
import type { Token } from '../../text/token.ts';
import { tokenise } from '../../text/tokens.ts';
import { findExpressions } from './expressions.ts';
import { functionWords } from './function-words.ts';

/** A token and its comparison keys: one to four, never none. */
export interface Word extends Token {
  readonly keys: readonly string[];
  /** The expression that this word carries ("set" in "set up", both words of "main office"), or `part` for its other words. */
  readonly expression?: { readonly key: string; readonly literal: boolean } | 'part';
}

const LANGUAGES: ReadonlySet<string> = new Set(['en', 'es', 'de', 'fr', 'it', 'pt', 'nl']);

/** The stem of a word in lower case; a language that is not read here is compared as English. */
export function stemOf(word: string, lang: string): string {
  const language = lang.slice(0, 2);
  return stem(word, LANGUAGES.has(language) ? language : 'en');
}

/** The key of an entry of the lexicon: the stem of a word, an expression as it is. */
export function keyOf(entry: string): string {
  return entry.includes(' ') ? entry : stemOf(entry, 'en');
}

/** Tokens of a sentence with their keys. */
export function readWords(sentence: string, lang: string): Word[] {
  const words: Word[] = tokenise(sentence, lang).map((token) => ({ ...token, keys: keysOf(token, lang) }));
  if (lang.slice(0, 2) !== 'en') return words;
  for (const { key, at, head, literal } of findExpressions(words)) {
    for (const i of at) {
      const word = words[i];
      if (word === undefined) continue;
      const carries = i === head || (literal && !functionWords.has(word.norm));
      words[i] = carries
        ? { ...word, keys: [...word.keys, key], expression: { key, literal } }
        : { ...word, expression: 'part' };
    }
  }
  return words;
}

/** A verb goes by its lemma alone: what "was found" was not founded. */
function keysOf({ norm, lemma, pos }: Token, lang: string): string[] {
  const own = stemOf(lemma, lang);
  if (pos === 'VERB' || norm === lemma) return [own];
  const written = stemOf(norm, lang);
  return written === own ? [own] : [written, own];
}

/**
 * From text to search terms: one chain for both stores and for queries, so that every index holds the same terms
 * whatever its own analyser would do.
 *
 * A term consists of lower-case letters without diacritics and of digits; an index has only to split on spaces. The
 * point within a number is written `d` ("3.12" is `3d12`, "v3.12" too) and the commas of thousands are left out
 * ("1,642" is `1642`). Other punctuation divides: "Node.js" is `node js`. English "isn't" is `is not`.
 */
import { stem } from './stemming.ts';
import { stopWords } from './stop-words.ts';

/** Longer words are cut: nobody searches for them, and some stemmers take quadratic time. */
const MAX_TERM_LENGTH = 64;

const TOKEN =
  /(?<![\p{L}\p{N}])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:(?:(?<=\d)\.(?=\d)|['’](?=\p{L}))[\p{L}\p{M}\p{N}]+)*/gu;
const APOSTROPHE = /['’]/;
const WORD = /^[\p{L}\p{M}]+$/u;
const VERSION = /^v(?=\d[\d.]*$)/;
/** Letters that have no decomposition, as they are written without their stroke or ligature. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
};
const UNDECOMPOSED = /[ßæœøđðþłħı]/g;
const ASCII = /^[\0-\x7f]*$/;
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['ca', 'can'],
  ['wo', 'will'],
  ['sha', 'shall'],
]);

/** The terms of a text in its order, repeats included. `lang` is a BCP 47 tag; an unknown language is not stemmed. */
export function terms(text: string, lang: string): string[] {
  const language = primarySubtag(lang);
  return words(text, language).map((word) => termOf(word, language));
}

/** The terms of a query, each once, without the language's stop words unless there is nothing else. */
export function queryTerms(text: string, lang: string): string[] {
  const language = primarySubtag(lang);
  const all = words(text, language);
  const stop = stopWords(language);
  const content = all.filter((word) => !stop.has(fold(word)));
  return [...new Set((content.length > 0 ? content : all).map((word) => termOf(word, language)))];
}

/** The language of a BCP 47 tag, in lower case: `de` of `de-CH`. */
export function primarySubtag(lang: string): string {
  return lang.toLowerCase().split(/[-_]/, 1)[0] ?? '';
}

/** The words as written, but lower case and compatibility-composed; those of English contractions apart. */
function words(text: string, language: string): string[] {
  const found: string[] = [];
  for (const [token] of text.normalize('NFKC').toLowerCase().matchAll(TOKEN)) {
    // Most are a word each: no list for one.
    if (!APOSTROPHE.test(token)) {
      if (fold(token) !== '') found.push(token);
    } else found.push(...parts(token, language).filter((word) => fold(word) !== ''));
  }
  return found;
}

function parts(token: string, language: string): string[] {
  const divided = token.split(APOSTROPHE);
  return language === 'en' && divided.length > 1 ? expandEnglish(divided) : divided;
}

/** "isn't" is "is not", "can't" is "can not", "Saturn's" is "Saturn". */
function expandEnglish(divided: readonly string[]): string[] {
  const last = divided.at(-1);
  const before = divided.slice(0, -1);
  const verb = before.at(-1) ?? '';
  if (last === 's') return before;
  if (last !== 't' || !verb.endsWith('n')) return [...divided];
  const stemOfVerb = verb.slice(0, -1);
  return [...before.slice(0, -1), IRREGULAR.get(stemOfVerb) ?? stemOfVerb, 'not'];
}

function termOf(word: string, language: string): string {
  if (!WORD.test(word)) return cut(fold(word.replace(VERSION, '').replaceAll(',', '').replaceAll('.', 'd')));
  // English writes the same words with and without diacritics; elsewhere they are letters that the stemmer knows.
  const spelled = language === 'en' ? fold(word) : word;
  const stemmed = fold(stem(cut(spelled), language));
  // A stemmer may leave nothing but a mark of a word that begins with one.
  return cut(stemmed === '' ? fold(spelled) : stemmed);
}

/** Without diacritics. Marks go too: index and query lose the same ones, and no tokenizer can divide at them. */
function fold(word: string): string {
  // Most words, and they have neither marks nor another form.
  if (ASCII.test(word)) return word;
  const bare = word.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC');
  return bare.replace(UNDECOMPOSED, (letter) => PLAIN[letter] ?? letter);
}

/** The first code units of a word, never half a character. */
function cut(word: string): string {
  if (word.length <= MAX_TERM_LENGTH) return word;
  const end = word.slice(0, MAX_TERM_LENGTH);
  return end.isWellFormed() ? end : end.slice(0, -1);
}

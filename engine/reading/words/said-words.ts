/** How far the words of a question are said by a text, itself or in other words of the lexicon. Pure. */
import { memoize } from '../../memoize.ts';
import { CACHED_SENTENCES } from '../cached-sentences.ts';
import { functionWords, presentWords } from './function-words.ts';
import { kinship } from './kinship.ts';
import { readWords } from './stems.ts';

/** A word of a question under each stem that it goes by. */
export type AskedWord = readonly string[];

/** Words that say what kind of answer is wanted, and that no text need repeat, as little as that it is the present one. */
const ASKING: ReadonlySet<string> = new Set([
  ...'who what which when where why how whose many much long old'.split(' '),
  ...presentWords,
]);
const MAX_LANGUAGES = 8;
const WRITTEN = /[\p{L}\p{N}]/u;

/** The content words of a question, in its order. */
export function askedWords(question: string, lang: string): AskedWord[] {
  return askedContent(question, lang).map(({ keys }) => keys);
}

/** Which of these words are nouns, names aside. */
export function askedNouns(question: string, lang: string): boolean[] {
  return askedContent(question, lang).map(({ pos }) => pos === 'NOUN');
}

function askedContent(question: string, lang: string) {
  return contentOf(question, lang).filter(({ norm }) => !ASKING.has(norm));
}

/** The stems of a text's content words. */
export function saidKeys(text: string, lang: string): ReadonlySet<string> {
  return keysSaid(lang)(text);
}

/** By language and not by both, so that no key is put together. */
const keysSaid = memoize(
  (lang: string) =>
    memoize(
      (text: string): ReadonlySet<string> => new Set(contentOf(text, lang).flatMap(({ keys }) => keys)),
      CACHED_SENTENCES,
    ),
  MAX_LANGUAGES,
);

/** For each asked word 0 to 1: 1 where it is said itself, less in other words, 0 where it is not said. */
export function gradesOf(asked: readonly AskedWord[], said: ReadonlySet<string>): number[] {
  return asked.map((keys) => keys.reduce((most, key) => Math.max(most, kinship(key, said)), 0));
}

/** How nearly a text of these words names what is asked for, and nothing else: 0 to 1. */
export function sameWords(asked: readonly AskedWord[], said: ReadonlySet<string>): number {
  const keys = new Set(asked.flat());
  const named = asked.filter((word) => word.some((key) => said.has(key))).length;
  return (named * said.intersection(keys).size) / Math.max(1, asked.length * said.size);
}

/** An expression stands for its words: "set up" is no setting, and "up" says nothing. */
function contentOf(text: string, lang: string) {
  return readWords(text, lang).flatMap(({ norm, keys, pos, expression }) => {
    if (expression === 'part' || functionWords.has(norm) || !WRITTEN.test(norm)) return [];
    return [{ norm, pos, keys: expression?.literal === false ? [expression.key] : keys }];
  });
}

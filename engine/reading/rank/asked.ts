/** A question as the ranking reads it: its terms, the marks that name something exactly, and what kind of value answers. */
import { queryTerms } from '../../../graph/terms.ts';
import { type AskedKind, countedNoun, readKind } from '../question/asked-kind.ts';
import { type AskedWord, askedNouns, askedWords } from '../words/said-words.ts';
import { readWords } from '../words/stems.ts';

export interface Asked extends AskedKind {
  readonly text: string;
  /** Search terms, each once, in the order of the question. */
  readonly terms: readonly string[];
  /** Content words with the stems that each goes by, for words of equal sense. */
  readonly words: readonly AskedWord[];
  /** Which of these words are nouns, names aside. */
  readonly nouns: readonly boolean[];
  /** What "how many" counts; null elsewhere. */
  readonly counted: AskedWord | null;
  /** Names, numbers, codes and paths in lower case: what a sentence must repeat to be about the same thing. */
  readonly marks: readonly string[];
}

/** What is read of a question; the rest is ignored. UTF-16 units. */
const MAX_QUESTION = 2_000;
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}._@/-]*[\p{L}\p{N}])?/gu;
/** A digit, a sign inside, or capitals inside: no plain word. */
const CODE = /\p{N}|[._@/]|\p{Ll}\p{Lu}/u;
const CAPITAL = /^\p{Lu}/u;

/** Never throws: a question that cannot be read is an open one. */
export function readAsked(question: string, lang: string): Asked {
  const text = question.slice(0, MAX_QUESTION);
  const words = readWords(text, lang);
  return {
    ...readKind(words),
    text,
    terms: queryTerms(text, lang),
    words: askedWords(text, lang),
    nouns: askedNouns(text, lang),
    counted: countedNoun(words)?.keys ?? null,
    marks: marksOf(text),
  };
}

/** How many content words it has, at least 1. */
export function wordCountOf({ words }: Asked): number {
  return Math.max(1, words.length);
}

/** A capital at the beginning marks nothing, behind the "¿" of Spanish neither: every sentence has one. */
function marksOf(text: string): string[] {
  const begin = text.search(/[^\s¿¡]/u);
  const words = [...text.matchAll(WORD)].filter(
    ({ 0: word, index }) => CODE.test(word) || (index > begin && CAPITAL.test(word)),
  );
  return [...new Set(words.map(([word]) => word.toLowerCase()))];
}

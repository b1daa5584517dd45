/** A question as the ranking reads it: its terms, the marks that name something exactly, and what kind of value answers. */
import { queryTerms } from '../../../graph/terms.ts';
import type { Question, QuestionForm } from '../../question/question.ts';
import { readQuestion } from '../../question/read-question.ts';

export interface Asked {
  readonly text: string;
  /** Search terms, each once, in the order of the question. */
  readonly terms: readonly string[];
  /** Names, numbers, codes and paths in lower case: what a sentence must repeat to be about the same thing. */
  readonly marks: readonly string[];
  readonly form: QuestionForm;
  /** Dimensions of a quantity that answers. */
  readonly dimensions: readonly string[];
  /** As the rules read it. */
  readonly question: Question;
}

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}._@/-]*[\p{L}\p{N}])?/gu;
/** A digit, a sign inside, or capitals inside: no plain word. */
const CODE = /\p{N}|[._@/]|\p{Ll}\p{Lu}/u;
const CAPITAL = /^\p{Lu}/u;

export function readAsked(text: string, lang: string): Asked {
  const question = readQuestion(text, lang);
  return {
    text,
    terms: queryTerms(text, lang),
    marks: marksOf(text),
    form: question.form,
    dimensions: question.dimensions,
    question,
  };
}

/** A capital at the beginning marks nothing: every sentence has one. */
function marksOf(text: string): string[] {
  const words = [...text.matchAll(WORD)].filter(
    ({ 0: word, index }) => CODE.test(word) || (index > 0 && CAPITAL.test(word)),
  );
  return [...new Set(words.map(([word]) => word.toLowerCase()))];
}

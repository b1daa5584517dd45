/** Values for a question that asks for several: the words that a sentence enumerates, as one value. */
import type { Question } from '../question/question.ts';
import type { SentenceReading } from './sentence-reading.ts';
import { FIT, type ValueMention } from './value.ts';

const ASKS_SEVERAL =
  /\b(?:which|what)\s(?:(?:two|three|four|five|other)\s)?(?:\p{Ll}+\s)?(?!(?:is|was|has|does)\b)\p{Ll}{3,}(?<!s)s\b|\b(?:what|who)\s(?:are|were)\s(?:all\s)?the\s\p{Ll}/iu;
const ITEM =
  "(?:the\\s)?[\\p{L}\\p{N}][\\p{L}\\p{N}'’-]*(?:\\s(?!and\\b|or\\b)[\\p{L}\\p{N}][\\p{L}\\p{N}'’-]*){0,2}";
const ENUMERATION = new RegExp(
  `(?<=\\b(?:is|are|was|were|include|includes|comprise|comprises|namely|serves?|exports?|covers?)\\s|:\\s)${ITEM}(?:,\\s${ITEM})*,?\\sand\\s${ITEM}(?=[.,;]|\\s|$)`,
  'giu',
);

/** Whether the question asks for more than one. */
export function asksSeveral({ text }: Question): boolean {
  return ASKS_SEVERAL.test(text);
}

/** What the sentence enumerates after its verb, or after a colon. */
export function listValues(reading: SentenceReading): ValueMention[] {
  return [...reading.text.matchAll(ENUMERATION)].map(({ 0: list, index }) => ({
    start: index,
    end: index + list.length,
    key: list.toLowerCase(),
    fit: FIT.implied,
    feature: 'enumeration',
  }));
}

/** Proper names of a question, by capitals: every run of capitalised words and the numbers that identify them. */

import { unitOf } from '../text/units.ts';
import { foldForComparison } from '../text/word-forms.ts';
import { calendarWords, functionWords } from './function-words.ts';
import type { QuestionName } from './question.ts';
import type { Word } from './stems.ts';

/** A name and the words of the question it covers, `[from, to)`. */
export interface NameRun extends QuestionName {
  readonly from: number;
  readonly to: number;
}

/** Finds the names. "of" ends a name ("Battle", "Orrin"), since a text may turn the two around. */
export function findNameRuns(words: readonly Word[]): NameRun[] {
  const runs: NameRun[] = [];
  for (let i = 0; i < words.length; i++) {
    const to = endOfRun(words, i);
    if (to === i) continue;
    runs.push(nameOf(words, i, to));
    i = to - 1;
  }
  return runs;
}

function endOfRun(words: readonly Word[], from: number): number {
  const startsWithNumber = isNumber(words[from]) && isNameWord(words, from + 1);
  let to = startsWithNumber ? from + 1 : from;
  if (!isNameWord(words, to) || words[to]?.text === 'I') return from;
  while (to < words.length && continuesName(words, to, from)) to++;
  return words[to - 1]?.norm === "'s" ? to - 1 : to;
}

function continuesName(words: readonly Word[], at: number, from: number): boolean {
  const word = words[at];
  if (isNameWord(words, at)) return true;
  // "Harl 50 km/h": a number with a unit measures.
  if (at > from && isNumber(word)) return unitOf(words[at + 1]?.norm ?? '') === undefined;
  return at > from && isPossessive(word) && isNameWord(words, at + 1);
}

function isNameWord(words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (word === undefined || !/^(?:\p{Lu}|\p{Ll}\p{Lu})/u.test(word.text)) return false;
  if (calendarWords.has(word.norm)) return false;
  const sentence = words.slice(
    words.slice(0, at).findLastIndex(({ text }) => /^[.!?:;]$/.test(text)) + 1,
    at,
  );
  const opens = !sentence.some((before) => /[\p{L}\p{N}]/u.test(before.text));
  // "Until what time", "Since when".
  return !(opens && (functionWords.has(word.norm) || /^(?:ADP|SCONJ)$/.test(word.pos)));
}

function isNumber(word: Word | undefined): boolean {
  return word !== undefined && /^\d[\d.]*$/.test(word.text);
}

function isPossessive(word: Word | undefined): boolean {
  return word?.norm === "'s" || word?.norm === '’s';
}

function nameOf(words: readonly Word[], from: number, to: number): NameRun {
  const own = words.slice(from, to).filter((word) => !isPossessive(word));
  return {
    surface: own.map((word) => word.text).join(' '),
    words: own.map((word) => foldForComparison(word.norm)),
    from,
    to,
  };
}

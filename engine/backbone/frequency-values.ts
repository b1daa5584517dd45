/** Values for "how often" and "how many times": so many times, the nth time, or how soon again. */
import type { Question } from '../question/question.ts';
import { cardinalOf, ordinalOf } from '../text/number-words.ts';
import type { SentenceReading } from './sentence-reading.ts';
import { FIT, type ValueMention } from './value.ts';

const TIMES =
  /(?<![\p{L}\p{N}])(?:(once|twice|thrice)(?!\s(?:again|more|the|he|she|it|they|a\s\p{L}+[,:])\b)|(\p{L}+(?:-\p{L}+)?|\d+)\stimes)(?:\s(?:an?|per|each|every)\s\p{L}+)?(?!\p{L})/giu;
const NTH =
  /(?<![\p{L}\p{N}])(\p{L}+(?:-\p{L}+)?|\d+(?:st|nd|rd|th))\s(?:time|title|victory|win|success|triumph)(?!\p{L})/giu;
const AGAIN =
  /(?<!\p{L})(?:every\s(?:\p{L}+\s|\d+\s)?(?:second|minute|hour|day|night|week|fortnight|month|quarter|season|year|decade|centur)\p{L}*|(?:half-)?hourly|daily|nightly|weekly|fortnightly|monthly|quarterly|yearly|annually|biennially|(?:an?|\p{L}+|\d+)\s(?:times?|year|day|week|month)\s(?:an?|each|per)\s\p{L}+)(?!\p{L})/giu;
const SMALL: ReadonlyMap<string, number> = new Map([
  ['once', 1],
  ['twice', 2],
  ['thrice', 3],
]);

/** The counts of what happened, or the interval of what happens again. */
export function frequencyValues(question: Question, reading: SentenceReading): ValueMention[] {
  const counted = [
    ...matches(reading, TIMES, timesOf, 'counted'),
    ...matches(reading, NTH, nthOf, 'reached'),
  ];
  if (question.tense === 'past' || /\b(?:has|have|had)\b/iu.test(question.text)) return counted;
  return [...matches(reading, AGAIN, (match) => match[0].toLowerCase(), 'counted'), ...counted];
}

type KeyOf = (match: RegExpExecArray) => string | null;

function matches(
  { text }: SentenceReading,
  pattern: RegExp,
  keyOf: KeyOf,
  feature: keyof typeof FIT,
): ValueMention[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const key = keyOf(match);
    if (key === null) return [];
    return [{ start: match.index, end: match.index + match[0].length, key, fit: FIT[feature], feature }];
  });
}

function timesOf([, small, number = '']: RegExpExecArray): string | null {
  const value = small === undefined ? numberOf(number) : SMALL.get(small.toLowerCase());
  return value === undefined ? null : `${value} times`;
}

/** "its twelfth title" says as much as "twelve times". */
function nthOf([, word = '']: RegExpExecArray): string | null {
  const rank = ordinalOf(word.toLowerCase());
  return rank === undefined ? null : `${rank} times`;
}

function numberOf(word: string): number | undefined {
  return /^\d+$/.test(word) ? Number(word) : cardinalOf(word.toLowerCase());
}

/** Hours and returning days: values for "what time", "how late", "on which day" and for "when" of what happens again and again. */
import type { Question } from '../question/question.ts';
import { carries } from './coverage.ts';
import { type SentenceReading, segmentAt, wordsIn } from './sentence-reading.ts';
import type { ValueMention } from './value.ts';

const WEEKDAY = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const HOUR_WORD = '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
/** What may stand behind a bare hour: nothing that it could count. */
const NOTHING_COUNTED =
  "(?=\\s?[.,;:)](?!\\d)|$|\\s(?:in the|on|o[’']clock|sharp|and|to|until|till|instead|at night|each|every|at the|rather|or|tonight|daily|now|again|too|also|only|but)\\b)";
const BEFORE_HOUR =
  '(?<=\\b(?:at|from|until|till|by|before|after|since|past|around|about|to|and|between)\\s)';

/** Hours that show by their form what they are. */
const MARKED_HOUR =
  /(?<![\p{L}\p{N}.,:])(?:(?:\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm|a\.m\.|p\.m\.|o['’]clock)|\d{1,2}:\d\d)(?![\p{L}\d])|(?:noon|midday|midnight)(?!\p{L})|(?:half past|(?:a\s)?quarter (?:past|to)|(?:\p{Ll}+|\d{1,2}) minutes (?:past|to))\s(?:\d{1,2}|\p{Ll}+)(?!\p{L}))/gu;
/** "at 10.30", "starts at six", "the first is at 7": only behind a word of time. */
const PLAIN_HOUR = new RegExp(
  `${BEFORE_HOUR}(?:(?:[01]?\\d|2[0-4])\\.[0-5]\\d(?!\\d|\\.\\d|\\s?(?:%|per\\scent|percent|million|billion))|(?:\\d{1,2}|${HOUR_WORD})${NOTHING_COUNTED})`,
  'gu',
);
/** "Thursdays", "on Thursday mornings", "every Friday". */
const RETURNING_DAY = new RegExp(
  `\\b(?:(?:every|each)\\s${WEEKDAY}|${WEEKDAY}\\s(?:morning|afternoon|evening|night|lunchtime)s|${WEEKDAY}s)(?!\\p{L})`,
  'gu',
);

/** What is over: "instead of Fridays", "has moved from 8.45". */
const OVER_BEFORE =
  /\b(?:instead of|rather than|no longer (?:on|at|until|from)?|not (?:on|at|until)?|(?:used to|formerly|previously|once)(?:\s\p{Ll}+){0,3}\s(?:on|at|until)|(?:mov|chang|shift|switch|put back|brought forward|push)\p{L}*\b[^.;]{0,40}\sfrom)\s+(?:the\s)?$/iu;
const FIT_OF_OVER = 0.4;

/** Whether a question asks for an hour. */
export function asksHour({ text }: Question): boolean {
  return /\b(?:what (?:time|hour)|how (?:late|early)|(?:un)?till? when)\b/iu.test(text);
}

/** "On which day": neither an hour nor, where it happens again and again, a date. */
function asksDay({ text }: Question): boolean {
  return /\b(?:what|which) days?\b/iu.test(text);
}

/** "In May", "on Saturday", "last week": a date for who knows when it was written. */
const RELATIVE_DATE = new RegExp(
  `\\b(?:(?:in|since|last|this) (?:January|February|March|April|May|June|July|August|September|October|November|December)(?!\\p{L}|\\s\\d)|(?:on|last|since) ${WEEKDAY}(?!\\p{L})|last (?:week|month|year|spring|summer|autumn|winter)|yesterday)`,
  'gu',
);
/** A plain date says more. */
const FIT_OF_RELATIVE = 0.8;

/** Dates that only the day of the text completes, for what has happened by all the words of the question. */
export function relativeDates({ terms }: Question, reading: SentenceReading): ValueMention[] {
  const happens = (at: number) => {
    const words = wordsIn(reading, segmentAt(reading, at));
    return terms.every((term) => term.impliedByUnit || carries(term, words));
  };
  const found = [...reading.text.matchAll(RELATIVE_DATE)].filter(({ index }) => happens(index));
  return found.map(({ 0: text, index }) => ({
    start: index,
    end: index + text.length,
    key: `${reading.candidate.effectiveAt.slice(0, 7)} ${text.toLowerCase()}`,
    fit: FIT_OF_RELATIVE,
    feature: 'relative date',
  }));
}

/** Hours and returning days, for what happens again and again. */
export function timeValues(question: Question, reading: SentenceReading): ValueMention[] {
  const patterns = patternsFor(question);
  const found = patterns.flatMap((pattern) => [...reading.text.matchAll(pattern)]);
  return found
    .filter((match) => !isMeasured(reading, match.index, match.index + match[0].length))
    .map((match) => {
      const over = OVER_BEFORE.test(reading.text.slice(segmentAt(reading, match.index).start, match.index));
      return {
        start: match.index,
        end: match.index + match[0].length,
        key: match[0].toLowerCase(),
        fit: over ? FIT_OF_OVER : 1,
        feature: 'time',
      };
    })
    .toSorted((a, b) => a.start - b.start);
}

function patternsFor(question: Question): readonly RegExp[] {
  if (asksHour(question)) return [MARKED_HOUR, PLAIN_HOUR];
  return asksDay(question) ? [RETURNING_DAY] : [MARKED_HOUR, PLAIN_HOUR, RETURNING_DAY];
}

/** "to 9.45 metres": a number with a unit is no hour. */
function isMeasured({ quantities }: SentenceReading, start: number, end: number): boolean {
  return quantities.some((one) => one.start <= start && one.end > end && one.unit !== '');
}

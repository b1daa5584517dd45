/** Calendar dates as written in prose, in English and Spanish, as intervals of ISO 8601 days. */
import type { Span } from '../../graph/claim.ts';
import { memoizeBy } from '../memoize.ts';
import months from './months.json' with { type: 'json' };
import { wordsIn } from './rows.ts';

export type Granularity = 'day' | 'month' | 'year';

/** A date in the text. `from` and `to` are ISO days (inclusive), null when the year is neither stated nor given. */
export interface DateMention extends Span {
  readonly from: string | null;
  readonly to: string | null;
  readonly granularity: Granularity;
}

const MONTH_NUMBER = new Map(months.flatMap((names, i) => wordsIn(names).map((name) => [name, i + 1])));
const MONTH = `(${[...MONTH_NUMBER.keys()].sort((a, b) => b.length - a.length).join('|')})\\.?`;
const NAMED = new RegExp([...MONTH_NUMBER.keys()].join('|'), 'iu');
const DIGIT = /\d/;
const FOUR = /\d{4}/;
const NONE: readonly DateMention[] = [];
const YEAR = String.raw`(1[0-9]\d\d|20\d\d|21\d\d)(?![\d.,:/-]*\d)`;
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th|º)?`;
const START = String.raw`(?<![\p{L}\p{N}.,/-])`;
const END = String.raw`(?![\p{L}\p{N}])`;

type Reader = (m: RegExpMatchArray, reference: string | null) => Omit<DateMention, keyof Span> | null;

const readYear: Reader = (m) => {
  const year = Number(m[1]);
  return { from: isoDay(year, 1, 1), to: isoDay(year, 12, 31), granularity: 'year' };
};

/** With what a text must have for the form to be looked for. */
const FORMS: readonly (readonly [RegExp, Reader, RegExp])[] = [
  [form(String.raw`(\d{4})-(\d{2})-(\d{2})`), (m) => day(Number(m[1]), Number(m[2]), Number(m[3])), /\d-\d/],
  [
    form(`${DAY}\\s(?:de\\s|of\\s)?${MONTH}(?:,?\\s(?:del?\\s)?${YEAR})?`),
    (m, now) => dayOfYear(m[3], now, monthNumber(m[2]), Number(m[1])),
    NAMED,
  ],
  [
    form(`${MONTH}\\s${DAY}(?!\\d)(?:,?\\s${YEAR})?`),
    (m, now) => dayOfYear(m[3], now, monthNumber(m[1]), Number(m[2])),
    NAMED,
  ],
  [form(`${MONTH}(?:,|\\sde|\\sof)?\\s${YEAR}`), (m) => month(Number(m[2]), monthNumber(m[1])), NAMED],
  [
    form(
      String.raw`(?:(?:in|since|until|till|during|en|desde|hasta|of|early|late|mid)\s|\()${YEAR}(?!-)(?!\s?(?:%|€|m|km|ft|feet|met(?:re|er)s|euros|dollars|pounds|people|years)${END})`,
    ),
    readYear,
    FOUR,
  ],
  [
    form(
      String.raw`(?:by|between|from|to|through|before|after|and|circa|[Ss]easons?|[Yy]ears?)\s${YEAR}(?=\s*(?:$|[.,;:)?!–—]|\p{Lu}|(?:and|to|until|the|a|it|its|with|as|for|when|after|on|at|in|is|was|were|has|had|will|they|he|she|that|this|there|onwards?|y|hasta)${END}))`,
    ),
    readYear,
    FOUR,
  ],
];

/**
 * Finds the dates in a text, in order, without overlaps. A plain quantity is never a year: a bare four-digit number
 * counts only after a word of time or in brackets. "7 October" takes the year that brings it nearest to `reference`, an
 * ISO day or time; null leaves such a date open.
 */
export function findDates(text: string, reference: string | null = null): readonly DateMention[] {
  // Every form has a digit.
  return DIGIT.test(text) ? datesOf({ text, reference }) : NONE;
}

interface DatedText {
  readonly text: string;
  readonly reference: string | null;
}

/** What is read of a sentence asks for its dates again and again: its names, its amounts, its scope. */
const datesOf = memoizeBy(
  ({ text, reference }: DatedText) => `${reference ?? ''}\n${text}`,
  readDates,
  1_024,
);

function readDates({ text, reference }: DatedText): readonly DateMention[] {
  const found: DateMention[] = [];
  const taken = new Uint8Array(text.length);
  for (const [pattern, read, needs] of FORMS) {
    if (!needs.test(text)) continue;
    for (const match of text.matchAll(pattern)) {
      const value = read(match, reference);
      if (value === null) continue;
      const span = trimmedSpan(match);
      if (taken.subarray(span.start, span.end).includes(1)) continue;
      taken.fill(1, span.start, span.end);
      found.push({ ...span, ...value });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function form(source: string): RegExp {
  return new RegExp(`${START}${source}${END}`, 'giu');
}

/** The year patterns match the word before the year as well; only the date itself is the mention. */
function trimmedSpan(match: RegExpExecArray): Span {
  const lead = /^(?:\(|\p{L}+\s(?=\d{4}$))/u.exec(match[0]);
  const month = MONTH_NUMBER.has((lead?.[0] ?? '').trim().toLowerCase().replace('.', ''));
  const skip = lead === null || month ? 0 : lead[0].length;
  return { start: match.index + skip, end: match.index + match[0].length };
}

function dayOfYear(
  stated: string | undefined,
  reference: string | null,
  monthIndex: number,
  dayIndex: number,
) {
  if (monthIndex === 0 || dayIndex < 1 || dayIndex > 31) return null;
  const year = stated === undefined ? nearestYear(reference, monthIndex, dayIndex) : Number(stated);
  if (year === null) return { from: null, to: null, granularity: 'day' } as const;
  return day(year, monthIndex, dayIndex);
}

/** Half a year in the coarse count of 31-day months that {@link nearestYear} uses. */
const HALF_YEAR = 186;

function nearestYear(reference: string | null, monthIndex: number, dayIndex: number): number | null {
  const known = /^(\d{4})-(\d{2})-(\d{2})/.exec(reference ?? '');
  if (known === null) return null;
  const distance = (monthIndex - Number(known[2])) * 31 + dayIndex - Number(known[3]);
  if (distance > HALF_YEAR) return Number(known[1]) - 1;
  return distance < -HALF_YEAR ? Number(known[1]) + 1 : Number(known[1]);
}

function day(year: number, monthIndex: number, dayIndex: number) {
  if (monthIndex < 1 || monthIndex > 12 || dayIndex < 1 || dayIndex > daysIn(year, monthIndex)) return null;
  const iso = isoDay(year, monthIndex, dayIndex);
  return { from: iso, to: iso, granularity: 'day' } as const;
}

function month(year: number, monthIndex: number) {
  if (monthIndex === 0) return null;
  const from = isoDay(year, monthIndex, 1);
  return { from, to: isoDay(year, monthIndex, daysIn(year, monthIndex)), granularity: 'month' } as const;
}

/** 0 for a word that is no month: English months are capitalised, so "may" and "march" in lower case are verbs. */
function monthNumber(name: string | undefined): number {
  if (name === 'may' || name === 'march' || name === 'mar') return 0;
  return MONTH_NUMBER.get((name ?? '').toLowerCase()) ?? 0;
}

function daysIn(year: number, monthIndex: number): number {
  if (monthIndex === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(monthIndex) ? 30 : 31;
}

function isoDay(year: number, monthIndex: number, dayIndex: number): string {
  return `${String(year).padStart(4, '0')}-${String(monthIndex).padStart(2, '0')}-${String(dayIndex).padStart(2, '0')}`;
}

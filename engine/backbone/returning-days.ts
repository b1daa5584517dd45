/** Weekdays and months on which something holds, with the ranges that a text gives: "from Wednesday to Sunday". */

/** How the days of a clause stand to those asked: all among them, none, or neither. */
export type DayMatch = 'inside' | 'outside' | 'unclear';

const WEEKDAYS = 'mon|tue|wed|thu|fri|sat|sun'.split('|');
const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'.split('|');
const WEEKDAY = /(?:mon|tues|wednes|thurs|fri|satur|sun)day/u.source;
const MONTH = /(?:january|february|march|april|may|june|july|august|september|october|november|december)/u
  .source;
const ALWAYS = /\b(?:daily|every\sday|all\s(?:the\s)?week|seven\sdays\sa\sweek|round\sthe\sclock)\b/iu;
const ALL_YEAR =
  /\b(?:all\s(?:the\s)?year(?:\sround)?|year[-\s]round|(?:through|in\severy|every)\s(?:season|month)|throughout\sthe\syear)\b/iu;
const EXCEPTION = /\b(?:except|excepting|excluding|but\snot|apart\sfrom|other\sthan)\s(?:for\s|on\s|in\s)?/iu;

interface Calendar {
  readonly names: readonly string[];
  readonly mention: string;
  readonly all: RegExp;
}

const WEEK: Calendar = { names: WEEKDAYS, mention: WEEKDAY, all: ALWAYS };
const YEAR: Calendar = { names: MONTHS, mention: MONTH, all: ALL_YEAR };

/** Whether the days named by the question are among those of the clause; null where either names none. */
export function matchDays(question: string, clause: string): DayMatch | null {
  return matchIn(WEEK, question, clause) ?? matchIn(YEAR, question, clause);
}

function matchIn(calendar: Calendar, question: string, clause: string): DayMatch | null {
  const asked = statedIn(calendar, question);
  const held = statedIn(calendar, clause);
  if (asked.size === 0 || held.size === 0) return null;
  if (asked.isSubsetOf(held)) return 'inside';
  return asked.isDisjointFrom(held) ? 'outside' : 'unclear';
}

/** Places in the calendar, from 0. */
function statedIn(calendar: Calendar, text: string): ReadonlySet<number> {
  const exception = EXCEPTION.exec(text);
  const rule = exception === null ? text : text.slice(0, exception.index);
  const named = namedIn(calendar, rule);
  if (exception === null) return named;
  const excepted = namedIn(calendar, text.slice(exception.index));
  if (excepted.size === 0) return named;
  const base = named.size > 0 ? named : all(calendar);
  return base.difference(excepted);
}

function namedIn(calendar: Calendar, text: string): Set<number> {
  if (calendar.all.test(text)) return all(calendar);
  const found = new Set<number>();
  if (calendar === WEEK && /\bweekends?\b/iu.test(text)) for (const day of [5, 6]) found.add(day);
  if (calendar === WEEK && /\bweekdays?\b/iu.test(text)) for (let day = 0; day < 5; day++) found.add(day);
  const pattern = new RegExp(
    `\\b(${calendar.mention})s?(?:(?:\\s(?:to|till|until|through)\\s|\\s?[–-]\\s?|\\sand\\s(?=.*\\bbetween\\b))(?:the\\send\\sof\\s)?(${calendar.mention})s?)?\\b`,
    'giu',
  );
  for (const [, from = '', to] of text.matchAll(pattern)) {
    for (const day of spanOf(calendar, from, to ?? from)) found.add(day);
  }
  return found;
}

function spanOf({ names }: Calendar, from: string, to: string): number[] {
  const [first, last] = [from, to].map((name) => names.indexOf(name.slice(0, 3).toLowerCase()));
  if (first === undefined || last === undefined || first < 0 || last < 0) return [];
  const length = ((last - first + names.length) % names.length) + 1;
  return Array.from({ length }, (_, i) => (first + i) % names.length);
}

function all({ names }: Calendar): Set<number> {
  return new Set(names.keys());
}

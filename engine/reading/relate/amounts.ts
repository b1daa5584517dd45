/** The amounts of a statement: dates, times of day, ranks and numbers with what they count. Pure. */
import { type DateMention, findDates } from '../../text/dates.ts';
import { setOf } from '../../text/rows.ts';
import { unitOf } from '../../text/units.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { isPlain, readWords, type StatedWord } from './words.ts';

export type AmountKind = 'date' | 'time' | 'rank' | 'number' | 'version';

/** A value and its reach, in the base unit of what it measures: "at least 17" has no end, "in 1960" has a year's days. */
export interface Amount {
  /** Index of its word in the statement. */
  readonly at: number;
  readonly kind: AmountKind;
  readonly min: number;
  readonly max: number;
  /** What is measured: a dimension such as `duration`; null of counted things. */
  readonly dimension: string | null;
  /** Stems of what is counted: the words that follow, else the header of its column and the label of its row. */
  readonly unit: readonly string[];
  /** Belongs to a name: "Unicode 15", "zone 3". */
  readonly named: boolean;
}

const DAY_MS = 86_400_000;
const UNIT_WORDS = 3;
const LOWER = setOf(vocabulary.bounds.lower);
const UPPER = setOf(vocabulary.bounds.upper);
const LOOSE = setOf(vocabulary.bounds.loose);
/** How far an estimate may be off, of its value. */
const LOOSE_SHARE = 0.1;
/** Months and years have no exact length in days; as durations they are compared by their mean. */
const MEAN: Readonly<Record<string, number>> = { month: 2_629_746, year: 31_556_952 };
const BINARY: Readonly<Record<string, number>> = { kib: 0.001024, mib: 1.048576, gib: 1073.741824 };

/** @param countedIn header of the column and label of the row at a place of a table; empty elsewhere */
export function readAmounts(
  text: string,
  words: readonly StatedWord[],
  countedIn: (place: number) => string,
): Amount[] {
  // "1979's" is a decade or a possessive: no year that another year contradicts.
  const dates = findDates(text).filter(({ end }) => !/^['’]s(?!\p{L})/u.test(text.slice(end, end + 3)));
  const found: Amount[] = [];
  for (const [at, word] of words.entries()) {
    const date = dates.find(({ start, end }) => word.start >= start && word.start < end);
    if (date !== undefined) {
      if (words.findIndex(({ start }) => start >= date.start) === at) found.push(dateAt(at, date, text));
      continue;
    }
    const amount = amountAt(words, at, countedIn(word.start));
    if (amount !== null) found.push(amount);
  }
  return found;
}

/** A day of any year, "14 june", is its unit; without a year nothing else of it is known. */
function dateAt(at: number, { from, to, start, end }: DateMention, text: string): Amount {
  const words = text.slice(start, end);
  const [day] = words.match(/\d{1,2}(?!\d)/) ?? [];
  const [month] = words.match(/\p{L}{3,}/u) ?? [];
  const isDay = from === to && day !== undefined && month !== undefined;
  const unit = isDay ? [`${day} ${month.slice(0, 3).toLowerCase()}`] : [];
  if (from === null || to === null) return plainAmount(at, 'date', -Infinity, Infinity, unit);
  return plainAmount(at, 'date', Date.parse(from) / DAY_MS, Date.parse(to) / DAY_MS, unit);
}

function plainAmount(
  at: number,
  kind: AmountKind,
  min: number,
  max: number,
  unit: readonly string[],
): Amount {
  return { at, kind, min, max, dimension: kind === 'time' ? kind : null, unit, named: false };
}

function amountAt(words: readonly StatedWord[], at: number, row: string): Amount | null {
  const word = words[at];
  if (word === undefined) return null;
  const clock = /^(\d{1,2})[:.](\d{2})$/.exec(word.norm);
  if (clock !== null && word.norm.includes(':')) {
    const value = Number(clock[1]) * 60 + Number(clock[2]);
    return plainAmount(at, 'time', value, value, []);
  }
  if (/^\d+(?:\.\d+){2,}$/.test(word.norm)) {
    const value = word.norm.split('.').reduce((sum, part) => sum * 1_000 + Number(part), 0);
    return plainAmount(at, 'version', value, value, []);
  }
  return word.value === null ? null : numberAt(words, at, word.value, row);
}

function numberAt(words: readonly StatedWord[], at: number, value: number, row: string): Amount {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
  const bare = after === undefined || after.breaks || !after.content || after.name;
  const isNamed = before?.capital === true && before.content && before.value === null;
  const named = isNamed && word?.breaks === false && bare;
  if (/^\d{4}$/.test(word?.norm ?? '') && value >= 1_000 && value <= 2_100 && bare) {
    const end = after?.norm === 's' ? value + 9 : value;
    return plainAmount(at, 'date', Date.UTC(value, 0, 1) / DAY_MS, Date.UTC(end, 11, 31) / DAY_MS, []);
  }
  const measured = measureAt(words, at);
  const unit = unitAfter(words, at);
  const reached = reach(words, at, value);
  const kind = word?.ordinal === true ? 'rank' : 'number';
  const [min, max] = [reached.min * (measured?.factor ?? 1), reached.max * (measured?.factor ?? 1)];
  const counted =
    unit.length > 0
      ? unit
      : readWords(row)
          .filter(isPlain)
          .map((one) => one.stem);
  return { at, kind, min, max, dimension: measured?.dimension ?? null, unit: counted, named };
}

/** The unit of measure after the number, or the currency before it. */
function measureAt(words: readonly StatedWord[], at: number): { dimension: string; factor: number } | null {
  const [before, after] = [words[at - 1], words[at + 1]];
  if (before !== undefined && /^[£€$¥₹]$/.test(before.norm))
    return { dimension: unitOf(before.norm)?.name ?? 'money', factor: 1 };
  if (after === undefined || after.breaks) return null;
  const binary = BINARY[after.norm];
  if (binary !== undefined) return { dimension: 'data', factor: binary };
  const unit = unitOf(after.norm);
  if (unit === undefined) return null;
  const mean = MEAN[unit.name];
  if (mean !== undefined) return { dimension: unit.dimension, factor: mean };
  if (unit.factor === null) return { dimension: unit.name, factor: 1 };
  return { dimension: unit.dimension, factor: Number(unit.factor) };
}

function unitAfter(words: readonly StatedWord[], at: number): string[] {
  const unit: string[] = [];
  for (const word of words.slice(at + 1, at + 1 + UNIT_WORDS)) {
    if (word.breaks || word.value !== null || (!word.content && !/^[%£€$¥₹]$/.test(word.norm))) break;
    unit.push(word.stem);
  }
  return unit;
}

/** "at least", "up to", "nearly": how far the value may lie from the number. */
function reach(words: readonly StatedWord[], at: number, value: number): Pick<Amount, 'min' | 'max'> {
  const near = words.slice(Math.max(0, at - 2), at).map(({ norm }) => norm);
  const last = near.at(-1) ?? '';
  if (last === 'than' && /^(?:less|fewer|lower)$/.test(near[0] ?? '')) return { min: 0, max: value };
  if (LOWER.has(last)) return { min: value, max: Number.POSITIVE_INFINITY };
  if (UPPER.has(last) || near.join(' ') === 'up to') return { min: 0, max: value };
  if (near.some((word) => LOOSE.has(word)))
    return { min: value * (1 - LOOSE_SHARE), max: value * (1 + LOOSE_SHARE) };
  return { min: value, max: value };
}

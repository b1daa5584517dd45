/** The amounts of a statement: dates, times of day, ranks and numbers with what they count. Pure. */
import { findDates } from '../../text/dates.ts';
import { setOf } from '../../text/rows.ts';
import { unitOf } from '../../text/units.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { readWords, type StatedWord } from './words.ts';

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
  /** Stems of what is counted: the words that follow, else the header of its column. */
  readonly unit: readonly string[];
  /** Belongs to a name: "Unicode 15", "zone 3". */
  readonly named: boolean;
}

const DAY_MS = 86_400_000;
const UNIT_WORDS = 3;
const [LOWER, UPPER, LOOSE] = [
  setOf(vocabulary.bounds.lower),
  setOf(vocabulary.bounds.upper),
  setOf(vocabulary.bounds.loose),
];
/** How far an estimate may be off, of its value. */
const LOOSE_SHARE = 0.1;
/** Months and years have no exact length in days; as durations they are compared by their mean. */
const MEAN: Readonly<Record<string, number>> = { month: 2_629_746, year: 31_556_952 };
const BINARY: Readonly<Record<string, readonly [string, number]>> = {
  kib: ['data', 0.001024],
  mib: ['data', 1.048576],
  gib: ['data', 1073.741824],
};

/** @param headerAt the header of the table column at a place of the text; empty elsewhere */
export function readAmounts(
  text: string,
  words: readonly StatedWord[],
  headerAt: (place: number) => string,
): Amount[] {
  // "1979's" is a decade or a possessive: no year that another year contradicts.
  const dates = findDates(text).filter(({ end }) => !/^['’]s(?!\p{L})/u.test(text.slice(end, end + 3)));
  const found: Amount[] = [];
  for (const [at, word] of words.entries()) {
    const date = dates.find(({ start, end }) => word.start >= start && word.start < end);
    if (date !== undefined) {
      const first = words.findIndex(({ start }) => start >= date.start);
      if (first !== at) continue;
      found.push(dateAt(at, date.from, date.to, text.slice(date.start, date.end)));
    } else {
      const amount = amountAt(words, at, headerAt(word.start));
      if (amount !== null) found.push(amount);
    }
  }
  return found;
}

/** A day of any year, "14 june", is its unit; without a year nothing else of it is known. */
function dateAt(at: number, from: string | null, to: string | null, text: string): Amount {
  const [day] = text.match(/\d{1,2}(?!\d)/) ?? [];
  const month = text
    .match(/\p{L}{3,}/u)?.[0]
    ?.slice(0, 3)
    .toLowerCase();
  const isDay = from === to && day !== undefined && month !== undefined;
  const rest = {
    at,
    kind: 'date',
    dimension: null,
    named: false,
    unit: isDay ? [`${day} ${month}`] : [],
  } as const;
  if (from === null || to === null)
    return { ...rest, min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
  return { ...rest, min: Date.parse(from) / DAY_MS, max: Date.parse(to) / DAY_MS };
}

function amountAt(words: readonly StatedWord[], at: number, header: string): Amount | null {
  const word = words[at];
  if (word === undefined) return null;
  const clock = /^(\d{1,2})[:.](\d{2})$/.exec(word.norm);
  if (clock !== null && word.norm.includes(':')) {
    const value = Number(clock[1]) * 60 + Number(clock[2]);
    return { at, kind: 'time', min: value, max: value, dimension: 'time', unit: [], named: false };
  }
  const version = /^\d+(?:\.\d+){2,}$/.exec(word.norm);
  if (version !== null) {
    const value = word.norm.split('.').reduce((sum, part) => sum * 1_000 + Number(part), 0);
    return { at, kind: 'version', min: value, max: value, dimension: null, unit: [], named: false };
  }
  if (word.value === null) return null;
  return numberAt(words, at, word.value, header);
}

function numberAt(words: readonly StatedWord[], at: number, value: number, header: string): Amount {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
  const bare = after === undefined || after.breaks || !after.content || after.name;
  const isNamed = before?.capital === true && before.content && before.value === null;
  const named = isNamed && word?.breaks === false && bare;
  if (/^\d{4}$/.test(word?.norm ?? '') && value >= 1_000 && value <= 2_100 && bare) {
    const end = after?.norm === 's' ? value + 9 : value;
    const [min, max] = [Date.UTC(value, 0, 1), Date.UTC(end, 11, 31)];
    return {
      at,
      kind: 'date',
      min: min / DAY_MS,
      max: max / DAY_MS,
      dimension: null,
      unit: [],
      named: false,
    };
  }
  const measured = measureAt(words, at);
  const unit = unitAfter(words, at);
  const reached = reach(words, at, value);
  const kind = word?.ordinal === true ? 'rank' : 'number';
  const [min, max] = [reached.min * (measured?.factor ?? 1), reached.max * (measured?.factor ?? 1)];
  const counted = unit.length > 0 ? unit : headerStems(header);
  return { at, kind, min, max, dimension: measured?.dimension ?? null, unit: counted, named };
}

function headerStems(header: string): string[] {
  return readWords(header).flatMap(({ content, value, stem }) => (content && value === null ? [stem] : []));
}

/** The unit of measure after the number, or the currency before it. */
function measureAt(
  words: readonly StatedWord[],
  at: number,
): { readonly dimension: string; readonly factor: number } | null {
  const [before, after] = [words[at - 1], words[at + 1]];
  if (before !== undefined && /^[£€$¥₹]$/.test(before.norm))
    return { dimension: unitOf(before.norm)?.name ?? 'money', factor: 1 };
  if (after === undefined || after.breaks) return null;
  const binary = BINARY[after.norm];
  if (binary !== undefined) return { dimension: binary[0], factor: binary[1] };
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

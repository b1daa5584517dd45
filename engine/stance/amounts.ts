/** The numbers of a statement with what they count, as the lexical judge compares them. Pure. */
import type { StatedWord } from './read-words.ts';

export type AmountKind = 'year' | 'decade' | 'day' | 'rank' | 'count';

/** A number and its reach: "at least 17" has no end, "the 1960s" has ten years. */
export interface Amount {
  readonly at: number;
  readonly kind: AmountKind;
  readonly min: number;
  readonly max: number;
  /** Stems of the words that say what is counted or ranked; of a day, its month. */
  readonly unit: readonly string[];
  /** Belongs to a name: "Unicode 15", "iPhone 13". */
  readonly named: boolean;
  /** "12 of the 30": one part of what another number counts. */
  readonly part: boolean;
}

const FIRST_YEAR = 1000;
const LAST_YEAR = 2100;
const UNIT_WORDS = 3;
const MONTHS: ReadonlySet<string> = new Set(
  'january february march april may june july august september october november december'.split(' '),
);
const LOWER: ReadonlySet<string> = new Set('over above exceeding least than beyond plus'.split(' '));
const UPPER: ReadonlySet<string> = new Set('under below most'.split(' '));
const LOOSE: ReadonlySet<string> = new Set(
  'about around approximately roughly circa some estimated nearly almost c ca'.split(' '),
);
/** How far an estimate may be off, of its value. */
const LOOSE_SHARE = 0.1;
/** Figures that differ by less are roundings of one another. */
const ROUNDING = 0.03;

/** The numbers of a statement, in its order. */
export function amountsOf(words: readonly StatedWord[]): Amount[] {
  return words.flatMap((word, at) => (word.value === null ? [] : [amountAt(words, at, word, word.value)]));
}

function amountAt(words: readonly StatedWord[], at: number, word: StatedWord, value: number): Amount {
  const [before, after] = [words[at - 1], words[at + 1]];
  const named = before?.name === true && !MONTHS.has(before.norm) && !word.breaks && !isCounted(after);
  const month = [before, after].find((one) => one !== undefined && MONTHS.has(one.norm));
  if (month !== undefined && value <= 31)
    return { at, kind: 'day', min: value, max: value, unit: [month.norm], named: false, part: false };
  if (/^\d{4}$/.test(word.norm) && value >= FIRST_YEAR && value <= LAST_YEAR) {
    if (after?.norm === 's')
      return {
        at,
        kind: 'decade',
        min: value,
        max: value + (value % 100 === 0 ? 99 : 9),
        unit: [],
        named: false,
        part: false,
      };
    const isAddress =
      before?.norm === 'at' || (after?.name === true && !after.breaks && before?.content === true);
    return { at, kind: 'year', min: value, max: value, unit: [], named: isAddress, part: false };
  }
  const part = after?.norm === 'of' || /^(?:including|includes)$/.test(before?.norm ?? '');
  const unit = unitAfter(words, at);
  if (word.ordinal || after?.stem === 'centuri')
    return { at, kind: 'rank', min: value, max: value, unit, named, part };
  return { at, kind: 'count', ...reach(words, at, value), unit, named, part };
}

function isCounted(word: StatedWord | undefined): boolean {
  return word?.content === true && !word.name && !word.breaks && word.value === null;
}

function unitAfter(words: readonly StatedWord[], at: number): string[] {
  const unit: string[] = [];
  const before = words[at - 1];
  if (before !== undefined && /^[£€$¥₹]$/.test(before.norm)) unit.push(before.norm);
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
  const than = last === 'than';
  if (than && /^(?:less|fewer|lower)$/.test(near[0] ?? '')) return { min: 0, max: value };
  if (LOWER.has(last)) return { min: value, max: Number.POSITIVE_INFINITY };
  if (UPPER.has(last) || near.join(' ') === 'up to') return { min: 0, max: value };
  if (near.some((word) => LOOSE.has(word)))
    return { min: value * (1 - LOOSE_SHARE), max: value * (1 + LOOSE_SHARE) };
  return { min: value, max: value };
}

/** Whether no value could be meant by both. Ranks, years and days are exact; counts may be rounded. */
export function areApart(a: Amount, b: Amount): boolean {
  if (a.min <= b.max && b.min <= a.max) return false;
  if (a.kind !== 'count') return true;
  const [low, high] = a.max < b.min ? [a.max, b.min] : [b.max, a.min];
  return Math.abs(high - low) > ROUNDING * Math.abs(high);
}

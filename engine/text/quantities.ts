/** Quantities in a sentence: value as an interval of exact decimals, with a normalised unit or the counted noun. */
import type { Span } from '../../graph/claim.ts';
import { findDates } from './dates.ts';
import { decimal, formatDecimal, multiply } from './decimals.ts';
import { cardinalOf } from './number-words.ts';
import { type Numeral, readNumeral } from './numerals.ts';
import { boundAfter, boundBefore, type QuantityBound } from './quantity-cues.ts';
import type { Token } from './token.ts';
import { type Unit, unitNamed, unitOf } from './units.ts';
import { foldForComparison, singular } from './word-forms.ts';

/**
 * A number with its unit. `min` and `max` are decimal strings in `unit`, null where the interval is open.
 * `unit` is a unit's canonical name, `percent`, or for a count the lemmatised noun phrase; "/hour" is a rate.
 */
export interface QuantityMention extends Span {
  readonly min: string | null;
  readonly max: string | null;
  readonly unit: string;
  readonly dimension: string;
  /** Power of ten of the last stated digit. */
  readonly precision: number;
  readonly approximate: boolean;
  /** "twelfth", "16th": a rank, not an amount. */
  readonly ordinal: boolean;
  /** Indices of the sentence's tokens from the number to the end of its unit. */
  readonly fromToken: number;
  readonly toToken: number;
}

/** "2 a.m." is a time of day, not an amount. */
const CLOCK = /^(?:[ap]\.?m\.?|o['’]clock)$/;
const MAX_COUNTED_WORDS = 6;
const COUNTED: ReadonlySet<string> = new Set(['ADJ', 'NOUN', 'PROPN', 'VERB']);

/** Finds the quantities of a sentence, in order. Dates, versions and numbers inside names are not quantities. */
export function findQuantities(sentence: string, tokens: readonly Token[]): QuantityMention[] {
  const dates = findDates(sentence);
  const found: QuantityMention[] = [];
  let next = 0;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) continue;
    // Both are in the order of the text: a sentence of thousands of dates is walked once.
    while ((dates[next]?.end ?? sentence.length) <= token.start) next++;
    const date = dates[next];
    if (date !== undefined && date.start <= token.start) continue;
    const mention = readQuantity(tokens, at);
    if (mention === null) continue;
    const range = joinRange(tokens, found.at(-1), mention);
    if (range === null) found.push(mention);
    else found[found.length - 1] = range;
    at = Math.max(at, mention.toToken - 1);
  }
  return found.map((mention, i) => shareUnit(tokens, mention, found[i - 1], found[i + 1]));
}

/** "from two years to three", "from 324 to 330 metres": the number without a unit has that of the other. */
function shareUnit(
  tokens: readonly Token[],
  mention: QuantityMention,
  before: QuantityMention | undefined,
  after: QuantityMention | undefined,
): QuantityMention {
  if (mention.dimension !== 'number' || mention.ordinal) return mention;
  const other = [before, after].find((one) => one !== undefined && isChange(tokens, mention, one));
  return other ? { ...mention, unit: other.unit, dimension: other.dimension } : mention;
}

/** Whether the two are the ends of one change. A number with a currency or a scale stands alone. */
function isChange(tokens: readonly Token[], a: QuantityMention, b: QuantityMention): boolean {
  const [first, second] = a.fromToken < b.fromToken ? [a, b] : [b, a];
  const link = tokens.slice(first.toToken, second.fromToken).map(({ norm }) => norm);
  const leaves = tokens.slice(Math.max(0, first.fromToken - 2), first.fromToken);
  return link[0] === 'to' && link.length <= 2 && leaves.some(({ norm }) => norm === 'from') && !b.ordinal;
}

function readQuantity(tokens: readonly Token[], at: number): QuantityMention | null {
  const before = tokens[at - 1];
  const currency = before === undefined || !/^[£€$¥₹]$/.test(before.text) ? undefined : unitOf(before.text);
  const numeral = readNumeral(tokens, at, currency !== undefined);
  if (numeral === null && currency === undefined) return readCompound(tokens, at);
  if (numeral === null || CLOCK.test(tokens[numeral.to]?.norm ?? '')) return null;
  if (currency === undefined && isNamePart(tokens, numeral)) return null;
  const unit = currency ? { unit: currency, scale: '1', to: numeral.to } : readUnit(tokens, numeral);
  const rate = unit === null ? null : readRate(tokens, unit.to);
  const counted = unit === null ? readCounted(tokens, numeral.to) : null;
  const from = currency === undefined ? at : at - 1;
  const to = rate?.to ?? unit?.to ?? counted?.to ?? numeral.to;
  const name = unit?.unit.name ?? counted?.phrase ?? '';
  const bounds = [boundBefore(tokens, from), boundAfter(tokens, to), boundAfter(tokens, numeral.to)];
  const bound = bounds.find((one) => one !== 'exact') ?? 'exact';
  const suffix = rate ?? (counted === null ? null : readRate(tokens, counted.to));
  return {
    start: tokens[from]?.start ?? 0,
    end: tokens[(suffix?.to ?? to) - 1]?.end ?? 0,
    ...interval(formatDecimal(multiply(decimal(numeral.value), decimal(unit?.scale ?? '1'))), bound),
    unit: suffix === null ? name : `${name}/${suffix.unit}`,
    dimension: dimensionOf(unit?.unit, suffix?.unit) ?? (counted === null ? 'number' : 'count'),
    precision: numeral.precision + (unit?.scale === '0.01' ? -2 : 0),
    approximate: bound === 'approximate',
    ordinal: numeral.ordinal,
    fromToken: from,
    toToken: suffix?.to ?? to,
  };
}

/** "a two-year warranty", "eighty-three-year-old": a number and its unit in one word. */
function readCompound(tokens: readonly Token[], at: number): QuantityMention | null {
  const token = tokens[at];
  if (token?.norm.includes('-') !== true) return null;
  const parts = token.norm.replace(/-old$/, '').split('-');
  const unit = unitOf(parts.at(-1) ?? '');
  const value = cardinalOf(parts.slice(0, -1).join('-'));
  if (value === undefined || unit === undefined) return null;
  return {
    start: token.start,
    end: token.end,
    ...interval(String(value), boundBefore(tokens, at)),
    unit: unit.name,
    dimension: unit.dimension,
    precision: 0,
    approximate: false,
    ordinal: false,
    fromToken: at,
    toToken: at + 1,
  };
}

/** A length over a time is a speed. */
function dimensionOf(unit: Unit | undefined, per: string | undefined): string | undefined {
  const speed = unit?.dimension === 'length' && unitNamed(per ?? '')?.dimension === 'duration';
  return speed && /^(?:second|minute|hour)$/.test(per ?? '') ? 'speed' : unit?.dimension;
}

/** "iPhone 13", "Node.js 16", "the 1915 Canakkale Bridge": a number that belongs to a name. */
function isNamePart(tokens: readonly Token[], numeral: Numeral): boolean {
  if (numeral.ordinal) return false;
  const [before, number, after] = [tokens[numeral.from - 1], tokens[numeral.from], tokens[numeral.to]];
  if (numeral.to !== numeral.from + 1 || !/^\d[\d.]*$/.test(number?.text ?? '')) return false;
  const yearLike = /^(?:1[5-9]|20)\d\d$/.test(number?.text ?? '');
  if (yearLike && after?.pos === 'PROPN' && after.start === (number?.end ?? 0) + 1) return true;
  const follows = before?.pos === 'PROPN' && /\p{L}/u.test(before.text) && number?.start === before.end + 1;
  if (!follows || unitOf(after?.text ?? '') !== undefined) return false;
  return after === undefined || !['NOUN', 'ADJ', 'NUM'].includes(after.pos);
}

interface ReadUnit {
  readonly unit: Unit;
  readonly scale: string;
  readonly to: number;
}

function readUnit(tokens: readonly Token[], numeral: Numeral): ReadUnit | null {
  const [second, pence] = [unitOf('second'), unitOf('£')];
  if (numeral.clock && second !== undefined) return { unit: second, scale: '1', to: numeral.to };
  if (numeral.ordinal) return null;
  const at = tokens[numeral.to]?.text === '-' ? numeral.to + 1 : numeral.to;
  const [first, next, last] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (first === undefined) return null;
  if (/^(?:p|pence|penny)$/.test(first.norm) && pence !== undefined)
    return { unit: pence, scale: '0.01', to: at + 1 };
  const joined = [
    [`${first.text}${next?.text ?? ''}${last?.text ?? ''}`, 3],
    [`${first.text}${next?.text ?? ''}`, 2],
    [first.text, 1],
  ] as const;
  for (const [spelling, length] of joined) {
    const phrase = length === 2 ? phrasalUnit(first.norm, next?.norm ?? '') : undefined;
    const unit = phrase ?? (length > 1 && /\p{L}{4}/u.test(spelling) ? undefined : unitOf(spelling));
    if (unit !== undefined) return { unit, scale: '1', to: at + length };
  }
  return null;
}

/** Units of two words. */
function phrasalUnit(first: string, second: string): Unit | undefined {
  if (/^(?:per cent|por ciento)$/.test(`${first} ${second}`)) return unitOf('%');
  if (first === 'percentage' && /^points?$/.test(second)) return unitOf('pp');
  if (first === 'light' && /^years?$/.test(second)) return unitOf('light-year');
  if (/^degrees?$/.test(first) && second === 'celsius') return unitOf('°c');
  if (first === 'square' || first === 'sq') return unitOf(squared(second));
  if (first === 'cubic' && /^met/.test(second)) return unitOf('m³');
  return undefined;
}

function squared(second: string): string {
  if (/^(?:km|kilomet)/.test(second)) return 'km²';
  if (/^(?:m$|met)/.test(second)) return 'm²';
  return /^miles?$/.test(second) ? 'sq-mi' : '';
}

/** "an hour", "a year", "per month", "/h" after the unit. */
function readRate(tokens: readonly Token[], at: number): { unit: string; to: number } | null {
  const [first, second] = [tokens[at], tokens[at + 1]];
  if (first === undefined || second === undefined) return null;
  if (!/^(?:an?|per|each|every|\/|la|por|al)$/.test(first.norm)) return null;
  const unit = unitOf(first.norm === '/' && second.text === 's' ? 'second' : second.text);
  if (unit?.dimension === 'duration') return { unit: unit.name, to: at + 2 };
  return first.norm === 'per' || first.norm === '/' ? { unit: singular(second.norm), to: at + 2 } : null;
}

/** The counted noun phrase after a number: "known moons", "official languages", "species". */
function readCounted(tokens: readonly Token[], at: number): { phrase: string; to: number } | null {
  let to = at;
  let last = at;
  while (to < tokens.length && to - at < MAX_COUNTED_WORDS) {
    const token = tokens[to];
    if (token === undefined || !COUNTED.has(token.pos)) break;
    if (token.pos === 'VERB' && !isModifier(tokens, to)) break;
    to++;
    if (token.pos === 'NOUN' || token.pos === 'PROPN') last = to;
  }
  if (last === at) return null;
  const words = tokens.slice(at, last).map((token) => singular(foldForComparison(token.text)));
  return { phrase: words.join(' '), to: last };
}

/** A participle before a noun, as in "registered users"; a verb after the noun ends the phrase. */
function isModifier(tokens: readonly Token[], at: number): boolean {
  const after = tokens[at + 1];
  const participle = /(?:ed|ing|wn|en)$/.test(tokens[at]?.norm ?? '');
  return participle && tokens[at - 1]?.pos === 'NUM' && (after?.pos === 'NOUN' || after?.pos === 'ADJ');
}

function interval(value: string, bound: QuantityBound): { min: string | null; max: string | null } {
  return { min: bound === 'max' ? null : value, max: bound === 'min' ? null : value };
}

/** "between 5 and 7 metres", "5–7 metres": two numbers that are one interval. */
function joinRange(
  tokens: readonly Token[],
  first: QuantityMention | undefined,
  second: QuantityMention,
): QuantityMention | null {
  if (first === undefined || second.fromToken - first.toToken !== 1) return null;
  const link = tokens[first.toToken]?.norm ?? '';
  const between = tokens[first.fromToken - 1]?.norm === 'between' && link === 'and';
  const dash = /^[-–—]$/.test(link) && first.unit === '';
  if (!between && !dash) return null;
  const { start, fromToken, min } = first;
  return { ...second, start, fromToken, min, precision: Math.min(first.precision, second.precision) };
}

/** Reads one number from the tokens: digits with separators, number words, scales, ordinals, clock-like times. */
import { type Decimal, formatDecimal, parseDecimal } from './decimals.ts';
import { cardinalOf, ordinalOf, scaleOf } from './number-words.ts';
import type { Token } from './token.ts';

/** A number at tokens `[from, to)`. `value` is null-free decimal text; `precision` the power of its last stated digit. */
export interface Numeral {
  readonly from: number;
  readonly to: number;
  readonly value: string;
  readonly precision: number;
  readonly ordinal: boolean;
  /** "2:00:35": hours, minutes and seconds, already in seconds. */
  readonly clock: boolean;
}

/** Reads the number that begins at token `at`; null where none begins. `money` allows "£2.5m". */
export function readNumeral(tokens: readonly Token[], at: number, money: boolean): Numeral | null {
  const token = tokens[at];
  if (token === undefined) return null;
  const rank = ordinalOf(token.norm);
  if (rank !== undefined) return { ...whole(at, rank), ordinal: true };
  const clock = readClock(token.norm);
  if (clock !== null) return { ...whole(at, clock), precision: 0, clock: true };
  const digits = readDigits(tokens, at) ?? readWords(tokens, at);
  return digits === null ? null : scale(tokens, withHalf(tokens, digits), money);
}

interface Digits {
  readonly from: number;
  readonly to: number;
  readonly decimal: Decimal;
  readonly zeros: number;
}

function whole(at: number, number: number): Numeral {
  const value = String(number);
  return { from: at, to: at + 1, value, precision: trailingZeros(value), ordinal: false, clock: false };
}

function readClock(norm: string): number | null {
  const match = /^(\d{1,2}):([0-5]\d):([0-5]\d)$/.exec(norm);
  return match === null ? null : Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]);
}

function readDigits(tokens: readonly Token[], at: number): Digits | null {
  const token = tokens[at];
  if (token === undefined || !/^\d[\d.,]*$/.test(token.norm)) return null;
  const to = endOfGroups(tokens, at);
  const text = tokens.slice(at, to).map(({ norm }) => norm);
  const plain = withoutSeparators(text.join(''));
  const decimal = plain === null ? null : parseDecimal(plain);
  if (plain === null || decimal === null) return null;
  return { from: at, to, decimal, zeros: decimal.exponent || trailingZeros(plain) };
}

/** "1 642" and "12 345 678": groups of three after a thin or plain space. */
function endOfGroups(tokens: readonly Token[], at: number): number {
  if (!/^[1-9]\d{0,2}$/.test(tokens[at]?.norm ?? '')) return at + 1;
  const isGroup = (token: Token | undefined, before: Token | undefined) =>
    /^\d{3}(?:[.,]\d+)?$/.test(token?.norm ?? '') && token?.start === (before?.end ?? 0) + 1;
  let to = at + 1;
  while (isGroup(tokens[to], tokens[to - 1])) to++;
  return to;
}

/** Removes thousands separators: groups of three after commas, or after two or more points. Null when malformed. */
function withoutSeparators(text: string): string | null {
  if (/^\d+(?:\.\d+)?$/.test(text)) return text;
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return text.replaceAll(',', '');
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (/^\d+,\d{1,2}$/.test(text)) return text.replace(',', '.');
  return null;
}

function readWords(tokens: readonly Token[], at: number): Digits | null {
  const scaled = tokens[at]?.norm === 'a' && scaleOf(tokens[at + 1]?.norm ?? '', false) !== undefined;
  const value = scaled ? 1 : cardinalOf(tokens[at]?.norm ?? '');
  if (value === undefined) return null;
  return { from: at, to: at + 1, decimal: { coefficient: BigInt(value), exponent: 0 }, zeros: 0 };
}

/** "three and a half hours": half of one more. */
function withHalf(tokens: readonly Token[], digits: Digits): Digits {
  const { from, to, decimal } = digits;
  const words = tokens.slice(to, to + 3).map(({ norm }) => norm);
  if (decimal.exponent !== 0 || words.join(' ') !== 'and a half') return digits;
  const half = { coefficient: decimal.coefficient * 10n + 5n, exponent: -1 };
  return { from, to: to + 3, decimal: half, zeros: -1 };
}

function scale(tokens: readonly Token[], digits: Digits, money: boolean): Numeral {
  const { from, zeros, decimal } = digits;
  let { to } = digits;
  let power = 0;
  while (true) {
    const more = scaleOf(tokens[to]?.norm ?? '', money && to === digits.to);
    if (more === undefined) break;
    power += more;
    to++;
  }
  const value = formatDecimal({ ...decimal, exponent: decimal.exponent + power });
  return { from, to, value, precision: zeros + power, ordinal: false, clock: false };
}

function trailingZeros(integer: string): number {
  return /^0*$/.test(integer) ? 0 : integer.length - integer.replace(/0+$/, '').length;
}

/** Exact decimal arithmetic on strings, so that no float decides whether two statements agree. */

/** `coefficient × 10^exponent`. */
export interface Decimal {
  readonly coefficient: bigint;
  readonly exponent: number;
}

/** Longest numeral that is read as a number; a longer run of digits is an identifier. */
const MAX_DIGITS = 30;

/** Reads "-12.50"; null for anything but digits with an optional sign and point, or too many of them. */
export function parseDecimal(text: string): Decimal | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null || text.length > MAX_DIGITS) return null;
  const fraction = match[3] ?? '';
  return {
    coefficient: BigInt(`${match[1] ?? ''}${match[2] ?? ''}${fraction}`),
    exponent: fraction === '' ? 0 : -fraction.length,
  };
}

/** Reads a decimal that this module wrote. */
export function decimal(text: string): Decimal {
  const parsed = parseDecimal(text);
  if (parsed === null) throw new RangeError('not a decimal');
  return parsed;
}

/** The plain numeral without trailing zeros after the point: `1.50` is "1.5". */
export function formatDecimal({ coefficient, exponent }: Decimal): string {
  if (exponent >= 0) return (coefficient * 10n ** BigInt(exponent)).toString();
  const sign = coefficient < 0n ? '-' : '';
  const digits = (coefficient < 0n ? -coefficient : coefficient).toString().padStart(1 - exponent, '0');
  const whole = digits.slice(0, exponent);
  const fraction = digits.slice(exponent).replace(/0+$/, '');
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

/** a × b. */
export function multiply(a: Decimal, b: Decimal): Decimal {
  return { coefficient: a.coefficient * b.coefficient, exponent: a.exponent + b.exponent };
}

/** a + b. */
export function add(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  return { coefficient: scaled(a, exponent) + scaled(b, exponent), exponent };
}

/** −a. */
export function negate(a: Decimal): Decimal {
  return { coefficient: -a.coefficient, exponent: a.exponent };
}

/** Negative, zero or positive as a is below, equal to or above b. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const exponent = Math.min(a.exponent, b.exponent);
  const [left, right] = [scaled(a, exponent), scaled(b, exponent)];
  return Number(left > right) - Number(left < right);
}

/** The smaller one. */
export function least(a: Decimal, b: Decimal): Decimal {
  return compareDecimals(a, b) <= 0 ? a : b;
}

function scaled(a: Decimal, exponent: number): bigint {
  return a.coefficient * 10n ** BigInt(a.exponent - exponent);
}

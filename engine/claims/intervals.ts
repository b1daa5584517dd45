/** Quantities as intervals of exact decimals in a common unit, with the tolerance that their digits leave. */
import type { ClaimValue } from '../../graph/claim.ts';
import { add, compareDecimals, type Decimal, decimal, least, multiply, negate } from '../text/decimals.ts';
import { unitNamed } from '../text/units.ts';

type Quantity = Extract<ClaimValue, { readonly kind: 'quantity' }>;

/** A quantity in its dimension's base unit; `null` ends are open. */
export interface Interval {
  readonly min: Decimal | null;
  readonly max: Decimal | null;
  /** Half of the last stated digit. */
  readonly half: Decimal;
  readonly base: string;
  /** Counted things, not measured: whole numbers are exact. */
  readonly counted: boolean;
}

/** Two numbers closer than this share of the smaller may be one number rounded. */
const LOOSE = decimal('0.05');
/** Numbers below this are stated exactly: "30 titles" is not "about 30". */
const SMALL = decimal('100');

/** The interval in base units. Units that convert to nothing (money, counted nouns) are their own base. */
export function intervalOf(value: Quantity): Interval {
  const unit = unitNamed(value.unit);
  const isConverted = unit !== undefined && unit.factor !== null;
  const factor = decimal(isConverted ? unit.factor : '1');
  const convert = (text: string | null) => (text === null ? null : multiply(decimal(text), factor));
  return {
    min: convert(value.min),
    max: convert(value.max),
    half: multiply({ coefficient: 5n, exponent: value.precision - 1 }, factor),
    base: isConverted ? unit.dimension : value.unit,
    counted: unit === undefined,
  };
}

/** Both points, and equal up to the rounding of the coarser one. */
export function agree(a: Interval, b: Interval): boolean {
  if (a.min === null || b.min === null || a.max === null || b.max === null) return false;
  const tolerance = add(strict(a, a.min), strict(b, b.min));
  return within(a.min, b.min, tolerance) && within(a.max, b.max, tolerance);
}

/** No value fits both, however they were rounded. */
export function disjoint(a: Interval, b: Interval): boolean {
  return below(a, b) || below(b, a);
}

function below(a: Interval, b: Interval): boolean {
  if (a.max === null || b.min === null) return false;
  return compareDecimals(add(b.min, negate(a.max)), add(loose(a, a.max), loose(b, b.min))) > 0;
}

function within(x: Decimal, y: Decimal, tolerance: Decimal): boolean {
  return compareDecimals(magnitude(add(x, negate(y))), tolerance) <= 0;
}

/** For agreement: half a digit, but at most 0.25 %: "20,000" and "20,400" are not one figure. */
function strict({ half }: Interval, value: Decimal): Decimal {
  return least(half, multiply(magnitude(value), decimal('0.0025')));
}

/** For contradiction: half a digit, at most 5 %; small whole numbers are exact. */
function loose({ half, counted }: Interval, value: Decimal): Decimal {
  const size = magnitude(value);
  if (counted && (half.exponent < 0 || compareDecimals(size, SMALL) < 0))
    return { coefficient: 0n, exponent: 0 };
  if (compareDecimals(size, SMALL) < 0 && half.exponent >= 0) return { coefficient: 5n, exponent: -1 };
  return least(half, multiply(size, LOOSE));
}

function magnitude(value: Decimal): Decimal {
  return value.coefficient < 0n ? negate(value) : value;
}

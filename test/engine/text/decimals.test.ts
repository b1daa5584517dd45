import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  compareDecimals,
  decimal,
  formatDecimal,
  multiply,
  parseDecimal,
} from '../../../engine/text/decimals.ts';

const numeral = fc
  .tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.integer({ min: -6, max: 6 }))
  .map(([coefficient, exponent]) => formatDecimal({ coefficient, exponent }));

describe('decimals', () => {
  it('writes what it reads', () => {
    fc.assert(
      fc.property(numeral, (text) => {
        expect(formatDecimal(decimal(text))).toBe(text);
      }),
    );
  });

  it('adds and multiplies without rounding', () => {
    expect(formatDecimal(add(decimal('0.1'), decimal('0.2')))).toBe('0.3');
    expect(formatDecimal(multiply(decimal('5387'), decimal('0.3048')))).toBe('1641.9576');
  });

  it('orders as numbers do', () => {
    fc.assert(
      fc.property(numeral, numeral, (a, b) => {
        expect(compareDecimals(decimal(a), decimal(b))).toBe(-compareDecimals(decimal(b), decimal(a)) || 0);
      }),
    );
    expect(compareDecimals(decimal('1.10'), decimal('1.1'))).toBe(0);
    expect(compareDecimals(decimal('-2'), decimal('1'))).toBeLessThan(0);
  });

  it.each(['', 'x', '1e9', '1.', '.5', '+1', ' 1', '1'.repeat(31)])('refuses %j', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ClaimValue } from '../../graph/claim.ts';
import { claimValueFacets } from '../../graph/claim-value.ts';

const quantity = (min: string | null, max: string | null, unit = 'km') =>
  claimValueFacets({ kind: 'quantity', min, max, unit, precision: 0 });

it('a quantity keeps its digits beside the bounds that are compared', () => {
  expect(quantity('274', '274')).toMatchObject({ value: '274', min: 274, max: 274, unit: 'km' });
  expect(quantity('9.58', '9.58')).toMatchObject({ value: '9.58', min: 9.58 });
  expect(quantity('-3', '5')).toMatchObject({ value: '-3..5', min: -3, max: 5 });
  expect(quantity('12345678901234567890', '12345678901234567890').value).toBe('12345678901234567890');
});

it('a bound that is not stated is none', () => {
  expect(quantity('17', null)).toMatchObject({ value: '17..', min: 17, max: null });
  expect(quantity(null, '9')).toMatchObject({ value: '..9', min: null, max: 9 });
  expect(quantity(null, null, '')).toMatchObject({ value: '', min: null, max: null, unit: null });
});

it('a number beyond every double has digits and no bound', () => {
  const digits = `1${'0'.repeat(400)}`;
  expect(quantity(digits, digits)).toMatchObject({ value: digits, min: null, max: null });
});

it('digits that are no number have no bound', () => {
  expect(quantity('many', 'many')).toMatchObject({ value: 'many', min: null, max: null });
});

it('a day is one day, a range two', () => {
  const date = (from: string, to: string) => claimValueFacets({ kind: 'date', from, to });
  expect(date('2004-02-29', '2004-02-29')).toMatchObject({ value: '2004-02-29', from: '2004-02-29' });
  expect(date('2004-01-01', '2004-12-31').value).toBe('2004-01-01..2004-12-31');
});

it('any other value is its text, without bounds', () => {
  const values: ClaimValue[] = [
    { kind: 'entity', key: 'astana', surface: 'Astana' },
    { kind: 'version', version: '1.2' },
    { kind: 'boolean', value: false },
  ];
  expect(values.map((value) => claimValueFacets(value).value)).toEqual(['Astana', '1.2', 'false']);
  for (const value of values) {
    expect(claimValueFacets(value)).toMatchObject({ unit: null, min: null, max: null, from: null, to: null });
  }
});

it('bounds of a quantity are in the order of its digits', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(), (from, more) => {
      const { min, max } = quantity(String(from), String(from + more));
      expect([min, max]).toEqual([from, from + more]);
    }),
  );
});

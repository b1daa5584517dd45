import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mean, percentile, rounded, roundedAll, share } from '../../eval/statistics.ts';

describe('a percentile', () => {
  it('is the value at the nearest rank', () => {
    const values = [40, 10, 30, 20];
    expect(percentile(values, 50)).toBe(20);
    expect(percentile(values, 51)).toBe(30);
    expect(percentile(values, 95)).toBe(40);
    expect(percentile(values, 0)).toBe(10);
    expect(percentile(values, 100)).toBe(40);
  });

  it('orders numbers as numbers', () => {
    expect(percentile([9, 100, 20], 50)).toBe(20);
  });

  it('is one of the values, and grows with the share', () => {
    const values = fc.array(fc.integer(), { minLength: 1 });
    const percent = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(values, percent, percent, (all, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        expect(all).toContain(percentile(all, low));
        expect(percentile(all, low)).toBeLessThanOrEqual(percentile(all, high));
      }),
    );
  });

  it('of nothing is 0, like the mean', () => {
    expect(percentile([], 50)).toBe(0);
    expect(mean([])).toBe(0);
  });
});

it('takes 0 of nothing for 0', () => {
  expect(share(0, 0)).toBe(0);
  expect(share(1, 4)).toBe(0.25);
});

it('rounds to four decimals', () => {
  expect(rounded(2 / 3)).toBe(0.6667);
  expect(roundedAll({ a: 1 / 3, b: 1 })).toEqual({ a: 0.3333, b: 1 });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decayMicro, FULL_MICRO, STEP_ROOT, TABLE_STEPS } from '../../../graph/belief/decay.ts';

describe('decay', () => {
  it('steps by the exact 128-bit root of one half', () => {
    const half = 1n << BigInt(128 * TABLE_STEPS - 1);
    expect(STEP_ROOT ** BigInt(TABLE_STEPS) <= half).toBe(true);
    expect((STEP_ROOT + 1n) ** BigInt(TABLE_STEPS) > half).toBe(true);
  });

  it('is floor(10^6 · 2^(-d / half-life)) on each day of 100 years, so that any language agrees', () => {
    for (const halfLife of [1460, 2920]) {
      for (let age = 0; age <= 36_525; age += 1) {
        expect(decayMicro(age, halfLife)).toBe(Math.floor(FULL_MICRO * 2 ** (-age / halfLife)));
      }
    }
  });

  it.each([
    [0, 1460, 1_000_000],
    [1, 1460, 999_525],
    [1459, 1460, 500_237],
    [1460, 1460, 500_000],
    [1461, 1460, 499_762],
    [2919, 2920, 500_118],
    [2920, 2920, 500_000],
    [19 * 1460, 1460, 1],
    [20 * 1460 - 1, 1460, 0],
    [20 * 1460, 1460, 0],
    [1_000_000, 1460, 0],
  ])('leaves of a full weight after %i days with half-life %i: %i', (age, halfLife, left) => {
    expect(decayMicro(age, halfLife)).toBe(left);
  });

  it('counts an age below zero as none', () => {
    expect(decayMicro(-1, 1460)).toBe(FULL_MICRO);
    expect(decayMicro(Number.NEGATIVE_INFINITY, 1460)).toBe(FULL_MICRO);
  });

  it('never grows with age', () => {
    fc.assert(
      fc.property(fc.nat(60_000), fc.constantFrom(1460, 2920), (age, halfLife) => {
        expect(decayMicro(age + 1, halfLife)).toBeLessThanOrEqual(decayMicro(age, halfLife));
      }),
    );
  });

  it.each([1461, 1000, 5840])('refuses the half-life %i, which does not divide the table', (halfLife) => {
    expect(() => decayMicro(1, halfLife)).toThrow(RangeError);
  });
});

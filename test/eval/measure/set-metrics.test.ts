import { describe, expect, it } from 'vitest';
import { bestF1, smallestSize } from '../../../eval/measure/set-metrics.ts';

describe('the F1 of chosen sentences', () => {
  it('is against the set that they fit best', () => {
    expect(
      bestF1(
        [5, 15],
        [
          [5, 15],
          [15, 17],
        ],
      ),
    ).toBe(1);
    expect(
      bestF1(
        [15],
        [
          [5, 15],
          [15, 16, 17],
        ],
      ),
    ).toBeCloseTo(2 / 3, 12);
    expect(bestF1([1, 2, 3], [[3], [8, 9]])).toBeCloseTo(1 / 2, 12);
  });

  it('does not join what two sets share', () => {
    expect(bestF1([1, 2], [[1], [2]])).toBeCloseTo(2 / 3, 12);
  });

  it('is 0 where nothing was chosen or nothing fits', () => {
    expect(bestF1([], [[1]])).toBe(0);
    expect(bestF1([2], [[1]])).toBe(0);
  });

  it('counts a sentence once', () => {
    expect(bestF1([1, 1], [[1]])).toBe(1);
    expect(
      smallestSize([
        [1, 1, 2],
        [4, 5, 6],
      ]),
    ).toBe(2);
  });
});

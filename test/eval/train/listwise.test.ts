import { describe, expect, it } from 'vitest';
import { type RankedList, trainListwise } from '../../../eval/train/listwise.ts';

/** In every list the row with the first feature is right; the second says nothing. */
const LISTS: readonly RankedList[] = [
  {
    rows: [
      [1, 0],
      [0, 1],
      [0, 0],
    ],
    labels: [1, 0, 0],
    weight: 1,
  },
  {
    rows: [
      [0, 0],
      [1, 1],
    ],
    labels: [0, 1],
    weight: 1,
  },
  {
    rows: [
      [0, 1],
      [0, 0],
      [1, 0],
    ],
    labels: [0, 0, 1],
    weight: 2,
  },
];

describe('listwise training', () => {
  it('gives weight to what tells the right candidates, and hardly any to what does not', () => {
    const [first = 0, second = 0] = trainListwise(LISTS, 0.1);
    expect(first).toBeGreaterThan(2);
    expect(Math.abs(second)).toBeLessThan(first / 3);
  });

  it('finds the point where no small step improves', () => {
    const at = trainListwise(LISTS, 0.5);
    const loss = (w: readonly number[]) =>
      LISTS.reduce(
        (sum, { rows, labels, weight }) => {
          const powers = rows.map((row) => Math.exp(row.reduce((s, x, i) => s + x * (w[i] ?? 0), 0)));
          const right = powers.reduce((s, p, i) => s + p * (labels[i] ?? 0), 0);
          return sum - weight * Math.log(right / powers.reduce((s, p) => s + p, 0));
        },
        (0.5 / 2) * w.reduce((s, x) => s + x * x, 0),
      );
    for (const i of [0, 1]) {
      for (const step of [-0.01, 0.01]) {
        expect(loss(at.map((x, j) => (i === j ? x + step : x)))).toBeGreaterThan(loss(at));
      }
    }
  });

  it('gives the same bytes again, and smaller weights for a stronger penalty', () => {
    expect(JSON.stringify(trainListwise(LISTS, 1))).toBe(JSON.stringify(trainListwise(LISTS, 1)));
    const length = (l2: number) => Math.hypot(...trainListwise(LISTS, l2));
    expect(length(10)).toBeLessThan(length(1));
  });

  it.each<[string, readonly RankedList[], number]>([
    ['no lists', [], 1],
    ['no penalty', LISTS, 0],
    ['a list without a right candidate', [{ rows: [[1], [0]], labels: [0, 0], weight: 1 }], 1],
    ['rows of two lengths', [{ rows: [[1], [0, 1]], labels: [1, 0], weight: 1 }], 1],
    ['a feature that is no number', [{ rows: [[Number.NaN]], labels: [1], weight: 1 }], 1],
    ['a label too few', [{ rows: [[1], [0]], labels: [1], weight: 1 }], 1],
    ['no weight', [{ rows: [[1]], labels: [1], weight: 0 }], 1],
  ])('refuses %s', (_, lists, l2) => {
    expect(() => trainListwise(lists, l2)).toThrow(RangeError);
  });
});

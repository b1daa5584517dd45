import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EXPONENTIAL_GAIN,
  type Grades,
  LINEAR_GAIN,
  ndcg as ndcgWith,
  recall,
  reciprocalRank,
  scoreRanking,
} from '../../../eval/measure/ranking-metrics.ts';

const GRADES = new Map([
  ['a', 3],
  ['b', 2],
  ['c', 0],
  ['d', 1],
]);

function ndcg(ranking: readonly string[], grades: Grades, depth: number) {
  return ndcgWith(ranking, grades, depth, LINEAR_GAIN);
}

describe('nDCG', () => {
  it('divides what the ranks gain by what the best order would', () => {
    // DCG = 2/log2(2) + 3/log2(3) + 0 + 1/log2(5); ideal = 3 + 2/log2(3) + 1/log2(4).
    const gained = 2 + 3 / Math.log2(3) + 1 / Math.log2(5);
    const ideal = 3 + 2 / Math.log2(3) + 0.5;
    expect(ndcg(['b', 'a', 'c', 'd'], GRADES, 10)).toBeCloseTo(gained / ideal, 12);
  });

  it('counts grades as they are, or their powers of two less one', () => {
    const two = new Map([
      ['low', 1],
      ['high', 4],
    ]);
    const ideal = 4 + 1 / Math.log2(3);
    expect(ndcg(['low', 'high'], two, 10)).toBeCloseTo((1 + 4 / Math.log2(3)) / ideal, 12);
    const gained = (1 + 15 / Math.log2(3)) / (15 + 1 / Math.log2(3));
    expect(ndcgWith(['low', 'high'], two, 10, EXPONENTIAL_GAIN)).toBeCloseTo(gained, 12);
  });

  it('sees nothing below its depth', () => {
    expect(ndcg(['x', 'a'], GRADES, 1)).toBe(0);
    expect(ndcg(['x', 'a'], GRADES, 2)).toBeGreaterThan(0);
  });

  it('counts a relevant document that was not found against the ranking', () => {
    expect(
      ndcg(
        ['a'],
        new Map([
          ['a', 1],
          ['b', 1],
        ]),
        10,
      ),
    ).toBeCloseTo(1 / (1 + 1 / Math.log2(3)), 12);
  });

  it('is 0 where nothing was found, and where nothing is relevant', () => {
    expect(ndcg([], GRADES, 10)).toBe(0);
    expect(ndcg(['a'], new Map([['a', 0]]), 10)).toBe(0);
    expect(ndcg(['a'], new Map(), 10)).toBe(0);
  });

  it('is from 0 to 1, and 1 for the best order alone', () => {
    const judged = fc.uniqueArray(fc.tuple(fc.string(), fc.integer({ min: 0, max: 4 })), {
      selector: ([id]) => id,
      minLength: 1,
    });
    fc.assert(
      fc.property(judged, (entries) => {
        const grades = new Map(entries);
        const best = entries.toSorted((a, b) => b[1] - a[1]).map(([id]) => id);
        const relevant = entries.some(([, grade]) => grade > 0);
        expect(ndcg(best, grades, 10)).toBeCloseTo(relevant ? 1 : 0, 12);
        const any = ndcg([...grades.keys()], grades, 10);
        expect(any).toBeGreaterThanOrEqual(0);
        expect(any).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });
});

describe('recall', () => {
  it('is the share of the relevant documents in the first ranks', () => {
    expect(recall(['c', 'a', 'x', 'd'], GRADES, 4)).toBeCloseTo(2 / 3, 12);
    expect(recall(['c', 'a', 'x', 'd'], GRADES, 3)).toBeCloseTo(1 / 3, 12);
  });

  it('is 0 where nothing is relevant', () => {
    expect(recall(['c'], new Map([['c', 0]]), 100)).toBe(0);
  });
});

describe('the reciprocal rank', () => {
  it('is that of the first relevant document', () => {
    expect(reciprocalRank(['c', 'x', 'd', 'a'], GRADES)).toBeCloseTo(1 / 3, 12);
  });

  it('is 0 where there is none', () => {
    expect(reciprocalRank(['c', 'x'], GRADES)).toBe(0);
    expect(reciprocalRank([], GRADES)).toBe(0);
  });
});

it('looks at ten ranks for nDCG and at a hundred for recall', () => {
  const others = Array.from({ length: 100 }, (_, index) => `x${index}`);
  const grades = new Map([['a', 1]]);
  const at = (rank: number) => scoreRanking(others.toSpliced(rank - 1, 0, 'a'), grades);
  expect(at(10).ndcg_at_10).toBeCloseTo(1 / Math.log2(11), 12);
  expect(at(11).ndcg_at_10).toBe(0);
  expect(at(100).recall_at_100).toBe(1);
  expect(at(101)).toEqual({ ndcg_at_10: 0, ndcg_at_10_exponential: 0, recall_at_100: 0, mrr: 1 / 101 });
});

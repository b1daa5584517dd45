/** Two statements side by side: which words each has of the other's, and the differences between them. Pure. */
import { type Difference, type DifferenceKind, type Side, sideOf } from './alignment.ts';
import { amountDifferences } from './amount-differences.ts';
import type { ReadStatement } from './statement.ts';
import { denials, wordDifferences } from './word-differences.ts';

export interface Pair {
  readonly a: Side;
  readonly b: Side;
  readonly samePublisher: boolean;
  /** The best-placed difference of each kind. */
  readonly differences: ReadonlyMap<DifferenceKind, Difference>;
  /** Amounts of either that the other has too, and those that it has not. */
  readonly agreeing: number;
  readonly disagreeing: number;
}

export function pairOf(left: ReadStatement, right: ReadStatement, samePublisher: boolean): Pair {
  const [a, b] = [sideOf(left, right), sideOf(right, left)];
  const amounts = amountDifferences(a, b);
  const found = [...amounts.differences, ...wordDifferences(a, b), ...denials(a, b)];
  const differences = new Map<DifferenceKind, Difference>();
  for (const one of found) {
    const best = differences.get(one.kind);
    if (best === undefined || strength(one) > strength(best)) differences.set(one.kind, one);
  }
  return { a, b, samePublisher, differences, agreeing: amounts.agreeing, disagreeing: amounts.disagreeing };
}

function strength({ near, fit, unit }: Difference): number {
  return near + fit + unit;
}

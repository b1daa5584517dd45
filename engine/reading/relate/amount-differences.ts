/** Amounts of one sentence that the other has not, beside those of the other that it has not. Pure. */
import { type Difference, type DifferenceKind, differenceAt, type Side } from './alignment.ts';
import type { Amount } from './amounts.ts';

export interface AmountDifferences {
  readonly differences: readonly Difference[];
  /** Amounts of either that the other has too, and those that it has not. */
  readonly agreeing: number;
  readonly disagreeing: number;
}

/** Figures that differ by less are roundings of one another. */
const ROUNDING = 0.005;

export function amountDifferences(a: Side, b: Side): AmountDifferences {
  const [ours, theirs] = [a.read.amounts, b.read.amounts];
  const free = ours.filter((one) => !theirs.some((other) => agrees(one, other)));
  const open = theirs.filter((one) => !ours.some((other) => agrees(one, other)));
  const differences = free.flatMap((one) =>
    open.flatMap((other): Difference[] => {
      const unit = comparability(one, other);
      if (unit === 0 || one.named !== other.named) return [];
      return [differenceAt(a, b, { kind: kindOf(one), at: one.at, to: other.at, unit })];
    }),
  );
  return {
    differences,
    agreeing: ours.length - free.length + theirs.length - open.length,
    disagreeing: free.length + open.length,
  };
}

function kindOf({ kind }: Amount): DifferenceKind {
  return kind === 'date' || kind === 'time' ? kind : 'number';
}

/** Whether one value may be meant by both. */
function agrees(a: Amount, b: Amount): boolean {
  if (a.kind !== b.kind && !(isCount(a) && isCount(b))) return false;
  if (a.dimension !== b.dimension && a.dimension !== null && b.dimension !== null) return false;
  const [day, other] = [a.unit[0], b.unit[0]];
  if (a.kind === 'date' && day !== undefined && other !== undefined && day !== other) return false;
  const gap = Math.max(a.min - b.max, b.min - a.max, 0);
  if (a.kind !== 'number') return gap === 0;
  return gap <= ROUNDING * Math.abs(Math.max(a.min, b.min));
}

function isCount({ kind }: Amount): boolean {
  return kind === 'number' || kind === 'rank';
}

function comparability(a: Amount, b: Amount): number {
  if (a.kind !== b.kind) return 0;
  if (a.kind === 'date' || a.kind === 'time' || a.kind === 'version') return 1;
  if (a.dimension !== null && b.dimension !== null) return a.dimension === b.dimension ? 1 : 0;
  if (a.dimension !== null || b.dimension !== null)
    return a.unit.length === 0 || b.unit.length === 0 ? 0.25 : 0;
  if (a.unit.some((word) => b.unit.includes(word))) return 1;
  return a.unit.length === 0 || b.unit.length === 0 ? 0.5 : 0;
}

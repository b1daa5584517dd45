import { type NodeBudget, ROUNDING, searchCover } from './branch-and-bound.ts';
import { type CoverProblem, weightOf } from './cover-problem.ts';
import type { LowerBound } from './lagrangian-bound.ts';

/**
 * Among the sets that are as light as a lightest one, finds the first by its sorted hashes: goes through the options
 * in hash order and keeps each one that some lightest set can hold beside those kept before. When the budget ends,
 * the options kept by then stay; the result is still a lightest set.
 */
export function firstByHash(
  problem: CoverProblem,
  lightest: readonly number[],
  root: LowerBound,
  budget: NodeBudget,
): readonly number[] {
  const weight = weightOf(problem, lightest);
  const required: number[] = [];
  const forbidden: number[] = [];
  let witness = lightest;
  for (const index of problem.options.keys()) {
    if (required.length === witness.length || budget.exhausted) break;
    if (!witness.includes(index)) {
      witness = canHold(problem, index, { weight, required, forbidden, root }, budget) ?? witness;
    }
    if (witness.includes(index)) required.push(index);
    else forbidden.push(index);
  }
  return witness;
}

interface Settled {
  readonly weight: number;
  readonly required: readonly number[];
  readonly forbidden: readonly number[];
  readonly root: LowerBound;
}

/** A lightest set that holds the option and all that is settled, or null. */
function canHold(
  problem: CoverProblem,
  index: number,
  { weight, required, forbidden, root }: Settled,
  budget: NodeBudget,
): readonly number[] | null {
  if (root.value + Math.max(0, root.reduced[index] ?? 0) > weight + ROUNDING) return null;
  const search = { limit: weight + 1, required: [...required, index], forbidden, root };
  return searchCover(problem, search, budget, true).options;
}

import { type NodeBudget, ROUNDING, searchCover } from './branch-and-bound.ts';
import { type CoverProblem, weightOf } from './cover-problem.ts';
import { firstByHash } from './first-by-hash.ts';
import { greedyCover, withoutRedundant } from './greedy-cover.ts';
import { type LowerBound, lagrangianBound } from './lagrangian-bound.ts';
import { PartialCover } from './partial-cover.ts';
import { Relaxation } from './relaxation.ts';

/** Rounds of greed by prices before the search, and steps of the bound in each. */
const ROOT_ROUNDS = 6;
const ROOT_STEPS = 50;

export interface LightestCover {
  /** Indexes, ascending. */
  readonly options: readonly number[];
  /** `proved`: no lighter cover exists. `bounded`: none is lighter than `bound`. */
  readonly optimality: 'proved' | 'bounded';
  readonly bound: number;
}

/**
 * The lightest cover of a problem; among equally light ones the first by the order of the options, as far as the
 * budget goes.
 */
export function lightestCover(problem: CoverProblem, budget: NodeBudget): LightestCover {
  const { options: first, root } = firstCover(problem);
  const start = { limit: weightOf(problem, first), required: [], forbidden: [], root };
  const found = searchCover(problem, start, budget, false);
  const best = found.options ?? first;
  if (!found.complete) {
    const bound = Math.max(0, Math.ceil(root.value - ROUNDING));
    // Only the lightest cover needs each of its options by itself.
    return { options: withoutRedundant(problem, best), optimality: 'bounded', bound };
  }
  const options = firstByHash(problem, best, root, budget);
  return { options, optimality: 'proved', bound: weightOf(problem, best) };
}

/** Greed, then greed again by the prices of ever better bounds: what the search starts with. */
function firstCover(problem: CoverProblem): { options: readonly number[]; root: LowerBound } {
  const free = new Relaxation(new PartialCover(problem));
  const prices = new Float64Array(problem.demands.length);
  let options = greedyCover(problem, prices);
  let root = lagrangianBound(free, prices, weightOf(problem, options), ROOT_STEPS);
  for (let round = 0; round < ROOT_ROUNDS && root.value < weightOf(problem, options); round += 1) {
    const other = greedyCover(problem, root.prices);
    if (weightOf(problem, other) < weightOf(problem, options)) options = other;
    root = lagrangianBound(free, root.prices, weightOf(problem, options), ROOT_STEPS);
  }
  return { options, root };
}

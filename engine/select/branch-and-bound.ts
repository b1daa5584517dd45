import type { CoverProblem } from './cover-problem.ts';
import { type LowerBound, lagrangianBound } from './lagrangian-bound.ts';
import { PartialCover } from './partial-cover.ts';
import { Relaxation } from './relaxation.ts';

const NODE_STEPS = 12;
/** Far above the rounding error of a bound, far below one unit of weight. */
export const ROUNDING = 1e-3;

/** Counts nodes across searches, so that one budget bounds them all. */
export class NodeBudget {
  readonly limit: number;
  spent = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  get exhausted(): boolean {
    return this.spent >= this.limit;
  }
}

export interface BranchResult {
  /** The best set found, null when none is lighter than the limit. */
  readonly options: readonly number[] | null;
  /** Whether the search ended by itself: then no lighter set exists. */
  readonly complete: boolean;
}

/** Where a search begins. */
export interface SearchStart {
  /** Only covers lighter than this are looked for. */
  readonly limit: number;
  /** Options that must be in. */
  readonly required: Iterable<number>;
  /** Options that must not. */
  readonly forbidden: Iterable<number>;
  /** A bound on any cover, for its prices. */
  readonly root: LowerBound;
}

/** Searches for the lightest cover below a limit, depth first. */
export function searchCover(
  problem: CoverProblem,
  { limit, required, forbidden, root }: SearchStart,
  budget: NodeBudget,
  firstOnly: boolean,
): BranchResult {
  const cover = new PartialCover(problem);
  for (const index of required) cover.take(index);
  for (const index of forbidden) cover.ruleOut(index);
  const search = new Search(cover, budget, limit, firstOnly);
  search.visit(root);
  return { options: search.best, complete: !search.cutShort };
}

class Search {
  best: readonly number[] | null = null;
  cutShort = false;
  readonly #cover: PartialCover;
  readonly #relaxation: Relaxation;
  readonly #budget: NodeBudget;
  readonly #firstOnly: boolean;
  #limit: number;

  constructor(cover: PartialCover, budget: NodeBudget, limit: number, firstOnly: boolean) {
    this.#cover = cover;
    this.#relaxation = new Relaxation(cover);
    this.#budget = budget;
    this.#limit = limit;
    this.#firstOnly = firstOnly;
  }

  /** Depth is bounded by the sum of the demands: every level takes one option that a claim still wants. */
  visit(above: LowerBound): void {
    if (this.#cover.open === 0) this.#record();
    else if (this.#budget.exhausted) this.cutShort = true;
    else this.#explore(above);
  }

  #explore(above: LowerBound): void {
    this.#budget.spent += 1;
    const bound = lagrangianBound(this.#relaxation, above.prices, this.#limit, NODE_STEPS);
    if (!this.#mayImprove(bound.value)) return;
    const ruledOut = this.#ruleOutHopeless(bound);
    const claim = this.#scarcestClaim();
    if (claim !== null) this.#branch(claim, bound);
    for (const index of ruledOut) this.#cover.allow(index);
  }

  #record(): void {
    if (this.#cover.weight >= this.#limit) return;
    this.best = this.#cover.chosen();
    this.#limit = this.#cover.weight;
  }

  /** Weights are integers: a bound above limit − 1 leaves nothing lighter. */
  #mayImprove(bound: number): boolean {
    return bound <= this.#limit - 1 + ROUNDING;
  }

  #ruleOutHopeless({ value, reduced }: LowerBound): number[] {
    const hopeless: number[] = [];
    for (const [index, rest] of reduced.entries()) {
      if (!this.#cover.isFree(index) || this.#mayImprove(value + Math.max(0, rest))) continue;
      this.#cover.ruleOut(index);
      hopeless.push(index);
    }
    return hopeless;
  }

  /** The open claim with the fewest helpful options; null when one cannot be met any more. */
  #scarcestClaim(): number | null {
    let scarcest: number | null = null;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [claim, wanted] of this.#cover.wanted.entries()) {
      if (wanted <= 0) continue;
      const count = this.#helpful(claim).length;
      if (count < wanted) return null;
      if (count - wanted < fewest) [scarcest, fewest] = [claim, count - wanted];
    }
    return scarcest;
  }

  #helpful(claim: number): number[] {
    const { options, covering } = this.#cover.problem;
    return (covering[claim] ?? []).filter((index) => {
      const option = options[index];
      return option !== undefined && this.#cover.isFree(index) && this.#cover.helps(option, claim);
    });
  }

  /** Tries each option of the claim, then rules it out, so that no set is visited twice. */
  #branch(claim: number, bound: LowerBound): void {
    const order = this.#helpful(claim).sort(
      (a, b) => (bound.reduced[a] ?? 0) - (bound.reduced[b] ?? 0) || a - b,
    );
    const tried: number[] = [];
    for (const index of order) {
      this.#cover.take(index);
      this.visit(bound);
      this.#cover.putBack(index);
      this.#cover.ruleOut(index);
      tried.push(index);
      if (this.cutShort || (this.#firstOnly && this.best !== null)) break;
    }
    for (const index of tried) this.#cover.allow(index);
  }
}

import { NodeBudget, searchCover } from './branch-and-bound.ts';
import { type CoverProblem, costOf, type Option, reduceInput, weightOf } from './cover-problem.ts';
import type { DropReason, EvidenceSet, SelectionInput } from './evidence-set.ts';
import { firstByHash } from './first-by-hash.ts';
import { greedyCover } from './greedy-cover.ts';
import { type Bound, lagrangianBound } from './lagrangian-bound.ts';
import { PartialCover } from './partial-cover.ts';

/** Rounds of greed by prices before the search, and steps of the bound in each. */
const ROOT_ROUNDS = 6;
const ROOT_STEPS = 50;

/**
 * Chooses the minimal evidence set: every claim supported by as many independent publishers as it asks for and as
 * exist, at the least cost; among equal costs the fewest artefacts, among these the first by sorted hashes. (Equal in
 * cost and count means equal in penalties.)
 * No artefact of the set can be left out. The result depends on the input alone, not on its order.
 * @throws {RangeError} when the input passes the bounds of `cover-problem.ts`
 */
export function chooseEvidenceSet(input: SelectionInput): EvidenceSet {
  // A search that its budget ends depends on the order in which it goes.
  const claims = input.claims.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { problem, dropped, uncovered } = reduceInput({ ...input, claims });
  const budget = new NodeBudget(input.nodeBudget);
  const { options, optimality, bound } = lightestCover(problem, budget);
  const chosen = options.flatMap((index) => problem.options[index] ?? []);
  return {
    chosen: chosen.map(({ id }) => id),
    optimality,
    cost: costOf(weightOf(problem, options)),
    bound,
    nodesExplored: budget.spent,
    taken: takenOf(input.claims, claims, chosen),
    dropped: droppedOf(problem, options, dropped),
    uncovered,
  };
}

function lightestCover(problem: CoverProblem, budget: NodeBudget) {
  const { options: first, root } = firstCover(problem);
  const start = { limit: weightOf(problem, first), required: [], forbidden: [], root };
  const found = searchCover(problem, start, budget, false);
  const best = found.options ?? first;
  if (!found.complete) {
    const bound = costOf(Math.max(0, Math.ceil(root.value - 1e-3)));
    return { options: best, optimality: 'bounded', bound } as const;
  }
  const options = firstByHash(problem, best, root, budget);
  return { options, optimality: 'proved', bound: costOf(weightOf(problem, best)) } as const;
}

/** Greed, then greed again by the prices of ever better bounds: what the search starts with. */
function firstCover(problem: CoverProblem): { options: readonly number[]; root: Bound } {
  const free = new PartialCover(problem);
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

/** Claims in the order in which they were asked for. */
function takenOf(
  asked: SelectionInput['claims'],
  ordered: SelectionInput['claims'],
  chosen: readonly Option[],
): EvidenceSet['taken'] {
  return chosen.map((option) => {
    const covered = new Set(option.claims.map((claim) => ordered[claim]?.id));
    return { id: option.id, claims: asked.flatMap(({ id }) => (covered.has(id) ? [id] : [])) };
  });
}

function droppedOf(
  { options }: CoverProblem,
  chosen: readonly number[],
  dropped: ReadonlyMap<string, DropReason>,
): { id: string; reason: DropReason }[] {
  const reasons = new Map(dropped);
  for (const { id } of options) reasons.set(id, 'not_needed');
  for (const index of chosen) reasons.delete(options[index]?.id ?? '');
  return [...reasons].map(([id, reason]) => ({ id, reason })).sort((a, b) => (a.id < b.id ? -1 : 1));
}

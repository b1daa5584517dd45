import { NodeBudget, searchCover } from './branch-and-bound.ts';
import { type CoverProblem, costOf, reduceInput, weightOf } from './cover-problem.ts';
import type { DropReason, EvidenceSet, SelectionInput } from './evidence-set.ts';
import { firstByHash } from './first-by-hash.ts';
import { greedyCover } from './greedy-cover.ts';

/**
 * Chooses the minimal evidence set: every claim supported by as many independent publishers as it asks for and as
 * exist, at the least cost; among equal costs the fewest artefacts, among these the first by sorted hashes.
 * No artefact of the set can be left out. The result depends on the input alone, not on its order.
 * @throws {RangeError} when the input passes the bounds of `cover-problem.ts`
 */
export function chooseEvidenceSet(input: SelectionInput): EvidenceSet {
  const { problem, dropped, uncovered } = reduceInput(input);
  const budget = new NodeBudget(input.nodeBudget);
  const { options, optimality, bound } = lightestCover(problem, budget);
  return {
    chosen: options.flatMap((index) => problem.options[index]?.id ?? []),
    optimality,
    cost: costOf(weightOf(problem, options)),
    bound,
    nodesExplored: budget.spent,
    taken: takenOf(input, problem, options),
    dropped: droppedOf(problem, options, dropped),
    uncovered,
  };
}

function lightestCover(problem: CoverProblem, budget: NodeBudget) {
  const greedy = greedyCover(problem);
  const search = { limit: weightOf(problem, greedy), required: [], forbidden: [] };
  const found = searchCover(problem, search, budget, false);
  const best = found.options ?? greedy;
  if (!found.complete) {
    const bound = costOf(Math.max(0, Math.ceil(found.root.value - 1e-3)));
    return { options: best, optimality: 'bounded', bound } as const;
  }
  const options = firstByHash(problem, best, found.root, budget);
  return { options, optimality: 'proved', bound: costOf(weightOf(problem, best)) } as const;
}

function takenOf({ claims }: SelectionInput, problem: CoverProblem, options: readonly number[]) {
  return options.flatMap((index) => {
    const option = problem.options[index];
    if (option === undefined) return [];
    return [{ id: option.id, claims: option.claims.flatMap((claim) => claims[claim]?.id ?? []) }];
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

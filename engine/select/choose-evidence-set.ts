import { NodeBudget } from './branch-and-bound.ts';
import { type CoverProblem, costOf, type Option, reduceInput, weightOf } from './cover-problem.ts';
import type { SelectedSet, SelectionDropReason, SelectionInput } from './evidence-set.ts';
import { lightestCover } from './lightest-cover.ts';

/**
 * Chooses the minimal evidence set: every claim supported by as many independent publishers as it asks for and as
 * exist, at the least cost; among equal costs the fewest artefacts, among these the first by sorted hashes. (Equal in
 * cost and count means equal in penalties.)
 * No artefact of the set can be left out. The result depends on the input alone, not on its order.
 * @throws {RangeError} when the input passes the bounds of `cover-problem.ts`
 */
export function chooseEvidenceSet(input: SelectionInput): SelectedSet {
  // Where the budget ends a search, its result depends on the order of the options.
  const claims = input.claims.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { problem, dropped, uncovered } = reduceInput({ ...input, claims });
  const budget = new NodeBudget(input.nodeBudget);
  const { options, optimality, bound } = lightestCover(problem, budget);
  const chosen = options.flatMap((index) => problem.options[index] ?? []);
  return {
    chosen: chosen.map(({ id }) => id),
    optimality,
    cost: costOf(weightOf(problem, options)),
    bound: costOf(bound),
    nodesExplored: budget.spent,
    taken: takenOf(input.claims, claims, chosen),
    dropped: droppedOf(problem, options, dropped),
    uncovered,
  };
}

/** Claims in the order in which they were asked for. */
function takenOf(
  asked: SelectionInput['claims'],
  ordered: SelectionInput['claims'],
  chosen: readonly Option[],
): SelectedSet['taken'] {
  return chosen.map((option) => {
    const covered = new Set(option.claims.map((claim) => ordered[claim]?.id));
    return { id: option.id, claims: asked.flatMap(({ id }) => (covered.has(id) ? [id] : [])) };
  });
}

function droppedOf(
  { options }: CoverProblem,
  chosen: readonly number[],
  dropped: ReadonlyMap<string, SelectionDropReason>,
): { id: string; reason: SelectionDropReason }[] {
  const reasons = new Map(dropped);
  for (const { id } of options) reasons.set(id, 'not_needed');
  for (const index of chosen) reasons.delete(options[index]?.id ?? '');
  return [...reasons].map(([id, reason]) => ({ id, reason })).sort((a, b) => (a.id < b.id ? -1 : 1));
}

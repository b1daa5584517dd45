/** The selection as receipts keep it, with wire names, and back again for replay (ADR 3). */
import type { SelectedSet, SelectionInput } from '../select/evidence-set.ts';

export interface SelectionRecord {
  readonly claims: SelectionInput['claims'];
  readonly artefacts: SelectionInput['artefacts'];
  readonly policy: {
    readonly min_publishers: number;
    readonly repeated_publisher: number;
    readonly min_score: number;
  };
  readonly node_budget: number;
  readonly result: {
    readonly chosen: readonly string[];
    readonly optimality: SelectedSet['optimality'];
    readonly cost: number;
    readonly bound: number;
    readonly nodes_explored: number;
    readonly taken: SelectedSet['taken'];
    readonly dropped: SelectedSet['dropped'];
    readonly uncovered: SelectedSet['uncovered'];
  };
}

export function recordSelection(input: SelectionInput, result: SelectedSet): SelectionRecord {
  const { nodesExplored, ...rest } = result;
  return {
    claims: input.claims,
    artefacts: input.artefacts,
    policy: {
      min_publishers: input.policy.minPublishers,
      repeated_publisher: input.policy.repeatedPublisher,
      min_score: input.policy.minScore,
    },
    node_budget: input.nodeBudget,
    result: { ...rest, nodes_explored: nodesExplored },
  };
}

/** What `chooseEvidenceSet` was asked, for asking it again. */
export function selectionInput({ claims, artefacts, policy, node_budget }: SelectionRecord): SelectionInput {
  return {
    claims,
    artefacts,
    policy: {
      minPublishers: policy.min_publishers,
      repeatedPublisher: policy.repeated_publisher,
      minScore: policy.min_score,
    },
    nodeBudget: node_budget,
  };
}

/**
 * Re-executing a receipt: everything that follows from the rest is computed anew: the selection and its consequences.
 * Where nothing was changed the outcome is the same receipt, byte for byte, on any store at any time
 * (docs/spec/decisions.md#1-determinism, a).
 */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import { encodeCanonical } from '../../graph/canonical.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { ClaimCluster, CoverageItem } from '../answer/answer.ts';
import { chooseEvidenceSet } from '../select/choose-evidence-set.ts';
import { DEFAULT_NODE_BUDGET, MAX_SELECTABLE } from '../select/evidence-set.ts';
import { primaryOf } from './primary-artefact.ts';
import type { Receipt } from './receipt.ts';
import { receiptIdOf, seedOf, setIdOf } from './receipt-hashes.ts';
import { recordSelection, selectionInput } from './selection-record.ts';

/** A receipt that a re-execution made: it is in no log, and never counts as a verified one. */
export interface ReplayedReceipt {
  readonly receipt_id: string;
  readonly class: 'replay';
  /** BLAKE3-256 of the canonical CBOR of what came out: that of the receipt, where they are byte-equal. */
  readonly hash: string;
}

/**
 * The receipt with its seed, selection, evidence set, primary artefact, coverage and counts computed anew.
 * @param root of the tree at the snapshot, hex
 * @throws {RangeError} for a selection beyond what one may be
 */
export function replayReceipt(receipt: Receipt, root: string): Receipt {
  const { selection, request, cost, candidates } = receipt;
  // The author of the receipt chose the numbers: they must not decide how long the verifier searches.
  if (!(selection.node_budget <= DEFAULT_NODE_BUDGET))
    throw new RangeError(`a search of ${selection.node_budget} nodes is more than any selection makes`);
  if (!(selection.artefacts.length <= MAX_SELECTABLE))
    throw new RangeError(
      `a choice among ${selection.artefacts.length} artefacts is more than any answer makes`,
    );
  const input = selectionInput(selection);
  const result = chooseEvidenceSet(input);
  // A proved set is the same however it was found: another version of the search may take other steps to it.
  const nodesExplored =
    result.optimality === 'proved' ? selection.result.nodes_explored : result.nodesExplored;
  // Checked against the recorded ids, which were made by `artefactId`.
  const artefact_ids = result.chosen as readonly ArtefactId[];
  const { optimality } = result;
  const evidence_set = { set_id: setIdOf({ artefact_ids, optimality }), artefact_ids, optimality };
  return {
    ...receipt,
    seed: seedOf(request, root),
    selection: recordSelection(input, { ...result, nodesExplored }),
    evidence_set,
    primary_artifact_id: primaryOf(result.taken, input.artefacts) as ArtefactId | null,
    claim_clusters: clustersOf(receipt, artefact_ids),
    cost: { ...cost, candidates_scored: candidates.length, nodes_explored: nodesExplored },
  };
}

/** Names what a re-execution made. */
export function replayedReceipt(replayed: Receipt): ReplayedReceipt {
  const hash = blake3Hex(encodeCanonical(replayed));
  return { receipt_id: receiptIdOf(hash), class: 'replay', hash };
}

/** The clusters in the order of their claims, with their coverage; what disagrees was found in the store and stays. */
function clustersOf(receipt: Receipt, chosen: readonly ArtefactId[]): ClaimCluster[] {
  const { claim_graph, claim_clusters, selection, artefacts } = receipt;
  const shown = new Map(artefacts.map((artefact) => [artefact.artefact_id, artefact]));
  const scores = new Map(
    selection.artefacts.map(({ id, covers }) => [
      id,
      new Map(covers.toReversed().map(({ claim, score }) => [claim, score])),
    ]),
  );
  const coverageOf = (claim: ClaimAddr, id: ArtefactId): CoverageItem[] => {
    const artefact = shown.get(id);
    const score = scores.get(id)?.get(claim);
    if (artefact === undefined || score === undefined) return [];
    const { domain, licence, observed_at } = artefact;
    return [{ claim_id: claim, artefact_id: id, domain, score, licence, observed_at }];
  };
  const byCluster = Map.groupBy(claim_graph.claims, (claim) => claim.claim_cluster_id);
  return [...byCluster].map(([claim_cluster_id, claims], index) => ({
    ...claim_clusters[index],
    claim_cluster_id,
    coverage: claims.flatMap(({ addr }) => chosen.flatMap((id) => coverageOf(addr, id))),
    counterfactuals: claim_clusters[index]?.counterfactuals ?? [],
  }));
}

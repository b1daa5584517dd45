/** Checks a receipt against its re-execution. */

import { sameBytes } from '../../graph/bytes.ts';
import { encodeCanonical } from '../../graph/canonical.ts';
import type { Receipt } from './receipt.ts';
import { type ReplayedReceipt, replayedReceipt } from './replay-receipt.ts';
import { failed, passed, type StepResult, type VerificationStep } from './step-result.ts';

/** What came out of the selection, and the set that is named after it. */
export function checkSelection(receipt: Receipt, again: Receipt): StepResult {
  const { optimality, artefact_ids } = again.evidence_set;
  if (!same(again.selection, receipt.selection))
    return failed('selection', `selecting again gives ${artefact_ids.join(', ') || 'nothing'}`);
  if (!same(again.evidence_set, receipt.evidence_set))
    return failed('selection', `the set that was selected is ${again.evidence_set.set_id}`);
  return passed(
    'selection',
    `selecting again gives the same set ${again.evidence_set.set_id} (${optimality})`,
  );
}

/** The coverage record of each claim, by the selection and the artefacts. */
export function checkCoverage(receipt: Receipt, again: Receipt): StepResult {
  const wrong = receipt.claim_clusters.find(
    (cluster, at) => !same(cluster, again.claim_clusters[at] ?? null),
  );
  if (wrong !== undefined)
    return failed('coverage', `the coverage of ${wrong.claim_cluster_id} is not what the selection gives`);
  if (again.claim_clusters.length !== receipt.claim_clusters.length)
    return failed('coverage', 'a claim of the graph is in no cluster');
  const records = receipt.claim_clusters.flatMap(({ coverage }) => coverage).length;
  return passed('coverage', `${records} coverage records follow from the selection`);
}

export function checkPrimary(receipt: Receipt, again: Receipt): StepResult {
  const { primary_artifact_id: stated } = receipt;
  const { primary_artifact_id: found } = again;
  if (stated !== null && !receipt.evidence_set.artefact_ids.includes(stated))
    return failed('primary', `${stated} is not in the evidence set`);
  if (stated !== found)
    return failed('primary', `${found ?? 'nothing'} covers most, the receipt says ${stated}`);
  return passed('primary', stated === null ? 'an empty answer rests on nothing' : `${stated} covers most`);
}

/** Counts that can be counted again; the others are protected by the receipt's hash alone. */
export function checkCost({ cost }: Receipt, again: Receipt): StepResult {
  const names = ['candidates_scored', 'nodes_explored'] as const;
  const wrong = names.find((name) => cost[name] !== again.cost[name]);
  if (wrong !== undefined)
    return failed('cost', `${wrong} is ${again.cost[wrong]}, the receipt says ${cost[wrong]}`);
  return passed('cost', 'candidates and nodes counted again; sentences, bytes and tokens stand by the hash');
}

/** Byte equality of the receipt and its re-execution. */
export function checkReplay(receipt: Receipt, again: Receipt, hash: string): [StepResult, ReplayedReceipt] {
  const replayed = replayedReceipt(again);
  const step: VerificationStep = 'replay';
  if (replayed.hash !== hash || !same(receipt, again))
    return [failed(step, `re-executing gives another receipt, ${replayed.hash}`), replayed];
  return [passed(step, 're-executing gives the same receipt, byte for byte'), replayed];
}

function same(a: unknown, b: unknown): boolean {
  return sameBytes(encodeCanonical(a), encodeCanonical(b));
}

/**
 * The steps of a verification that do not repeat the selection: hashes, proofs, signatures and spans. They take
 * milliseconds, whatever the receipt says, so that a process that serves others can run them. Pure, and runs in
 * browsers too.
 */
import { encodeCanonical } from '../../graph/canonical.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { LogKey } from '../../graph/log/key-list.ts';
import { checkChoice } from './check-choice.ts';
import { checkClaims, checkCovered, checkRedundancy, checkSpans } from './check-content.ts';
import {
  checkCheckpoint,
  checkEntry,
  checkInclusion,
  checkProvenance,
  checkSnapshot,
} from './check-proofs.ts';
import type { ReceiptView } from './read-receipt.ts';
import { receiptIdOf } from './receipt-hashes.ts';
import { failed, passed, type StepResult, type VerificationStep } from './step-result.ts';

/**
 * Runs each step when it is asked for its result, those that bind the content to the signed log first: a reader that
 * stops at the first fault has not worked on the content of a forged receipt. Ends after a wrong hash.
 * @param keys the log's; null: the checkpoint is checked against the keys that the receipt names, and says so
 */
export function* statedSteps(view: ReceiptView, keys: readonly LogKey[] | null): Generator<StepResult, void> {
  const { receipt } = view;
  const hash = guard('receipt_hash', () => checkHash(view));
  yield hash;
  if (!hash.ok) return;
  yield guard('log_entry', () => checkEntry(view));
  yield guard('inclusion', () => checkInclusion(view));
  yield guard('checkpoint', () => checkCheckpoint(view, keys));
  yield guard('provenance', () => checkProvenance(view));
  yield guard('snapshot', () => checkSnapshot(view));
  yield guard('claims', () => checkClaims(receipt));
  yield guard('spans', () => checkSpans(receipt));
  if (receipt.choice !== undefined) yield guard('choice', () => checkChoice(receipt));
  yield guard('cover', () => checkCovered(receipt));
  yield guard('redundancy', () => checkRedundancy(receipt));
}

/** A receipt is untrusted: content of another shape is a finding, not a crash. */
export function guard(step: VerificationStep, check: () => StepResult): StepResult {
  try {
    return check();
  } catch (fault) {
    return failed(step, malformed(fault));
  }
}

export function malformed(fault: unknown): string {
  return `the content is malformed: ${fault instanceof Error ? fault.message : String(fault)}`;
}

/** Members that no other step computes anew: only the hash shows a change of them. */
const BY_HASH_ALONE =
  'the summary, beliefs, ledger heads, contradictions, scores of candidates and counterfactuals, models, policies and engine';

function checkHash({ receipt, hash, receipt_id, class: kind }: ReceiptView): StepResult {
  const actual = blake3Hex(encodeCanonical(receipt));
  if (actual !== hash)
    return failed('receipt_hash', `the content hashes to ${actual}, the receipt says ${hash}`);
  if (receiptIdOf(hash) !== receipt_id)
    return failed('receipt_hash', `the id ${receipt_id} does not follow from the hash`);
  if (kind !== 'verified') return failed('receipt_hash', `a receipt of class ${kind} is not a verified one`);
  return passed('receipt_hash', `BLAKE3 ${hash}; by it alone stand ${BY_HASH_ALONE}`);
}

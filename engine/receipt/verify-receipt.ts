/**
 * Verifying a receipt: offline from the file alone, and against a store where one is at hand. The top function reads
 * as the procedure; each step says what it found (contract: "Receipts let an auditor replay the selection").
 *
 * Everything but `checkArtefacts` is pure, and runs in browsers too.
 */
import { encodeCanonical } from '../../graph/canonical.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { LogKey } from '../../graph/log/key-list.ts';
import {
  checkClaims,
  checkCost,
  checkCoverage,
  checkCovered,
  checkPrimary,
  checkRedundancy,
  checkReplay,
  checkSelection,
  checkSpans,
} from './check-content.ts';
import {
  checkCheckpoint,
  checkEntry,
  checkInclusion,
  checkProvenance,
  checkSnapshot,
} from './check-proofs.ts';
import type { ReceiptView } from './read-receipt.ts';
import type { Receipt } from './receipt.ts';
import { receiptIdOf } from './receipt-hashes.ts';
import { type ReplayedReceipt, replayReceipt } from './replay-receipt.ts';
import { failed, passed, type StepResult, type VerificationStep } from './step-result.ts';

export interface Verification {
  readonly ok: boolean;
  readonly steps: readonly StepResult[];
  /** What re-executing it made; null where it could not be re-executed. */
  readonly replay: ReplayedReceipt | null;
}

/**
 * Verifies a receipt as it was given out, from itself alone. A step that finds something wrong says what; steps that
 * would read content whose hash is wrong are not run.
 * @param keys the log's; null: the checkpoint is checked against the keys that the receipt names, and says so
 */
export function verifyOffline(view: ReceiptView, keys: readonly LogKey[] | null): Verification {
  const { receipt } = view;
  const hash = guard('receipt_hash', () => checkHash(view));
  if (!hash.ok) return { ok: false, steps: [hash], replay: null };
  const steps = [
    hash,
    guard('log_entry', () => checkEntry(view)),
    guard('inclusion', () => checkInclusion(view)),
    guard('checkpoint', () => checkCheckpoint(view, keys)),
    guard('provenance', () => checkProvenance(view)),
    guard('snapshot', () => checkSnapshot(view)),
    guard('claims', () => checkClaims(receipt)),
    guard('spans', () => checkSpans(receipt)),
    guard('cover', () => checkCovered(receipt)),
    guard('redundancy', () => checkRedundancy(receipt)),
  ];
  const { steps: more, replay } = reexecute(view);
  return verificationOf([...steps, ...more], replay);
}

/** What was found, taken together. */
export function verificationOf(steps: readonly StepResult[], replay: ReplayedReceipt | null): Verification {
  return { ok: steps.every((step) => step.ok), steps, replay };
}

/** The steps that compare the receipt with what comes out of it anew. */
function reexecute({ receipt, hash, log }: ReceiptView): Omit<Verification, 'ok'> {
  let again: Receipt | null = null;
  const selection = guard('selection', () => {
    again = replayReceipt(receipt, log.snapshot.root);
    return checkSelection(receipt, again);
  });
  if (again === null) return { steps: [selection], replay: null };
  const replayed: Receipt = again;
  let replay: ReplayedReceipt | null = null;
  const steps = [
    selection,
    guard('coverage', () => checkCoverage(receipt, replayed)),
    guard('primary', () => checkPrimary(receipt, replayed)),
    guard('cost', () => checkCost(receipt, replayed)),
    guard('replay', () => {
      const [step, made] = checkReplay(receipt, replayed, hash);
      replay = made;
      return step;
    }),
  ];
  return { steps, replay };
}

/** A receipt comes from a stranger: content of another shape is a finding, not a crash. */
function guard(step: VerificationStep, check: () => StepResult): StepResult {
  try {
    return check();
  } catch (fault) {
    return failed(step, malformed(fault));
  }
}

export function malformed(fault: unknown): string {
  return `the content is malformed: ${fault instanceof Error ? fault.message : String(fault)}`;
}

/** What no other step computes anew: a change of it shows in the hash, and nowhere else. */
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

/**
 * Verifying a receipt: offline from the file alone, and against a store where one is at hand. The top function reads
 * as the procedure; each step says what it found (docs/spec/contract.md#ae-replay).
 *
 * Everything but `checkArtefacts` is pure, and runs in browsers too.
 */
import type { LogKey } from '../../graph/log/key-list.ts';
import { checkCost, checkCoverage, checkPrimary, checkReplay, checkSelection } from './check-replay.ts';
import type { ReceiptView } from './read-receipt.ts';
import type { Receipt } from './receipt.ts';
import { type ReplayedReceipt, replayReceipt } from './replay-receipt.ts';
import { guard, statedSteps } from './stated-steps.ts';
import type { StepResult } from './step-result.ts';

export interface Verification {
  readonly ok: boolean;
  readonly steps: readonly StepResult[];
  /** What re-executing it made; null where it could not be re-executed. */
  readonly replay: ReplayedReceipt | null;
}

/**
 * Verifies a receipt as it was downloaded, from itself alone. A step that finds something wrong says what; steps that
 * would read content whose hash is wrong are not run.
 * @param keys the log's; null: the checkpoint is checked against the keys that the receipt names, and says so
 */
export function verifyOffline(view: ReceiptView, keys: readonly LogKey[] | null): Verification {
  const steps = [...statedSteps(view, keys)];
  if (steps[0]?.ok !== true) return { ok: false, steps, replay: null };
  const { steps: more, replay } = reexecute(view);
  return verificationOf([...steps, ...more], replay);
}

/** The result of all steps together. */
export function verificationOf(steps: readonly StepResult[], replay: ReplayedReceipt | null): Verification {
  return { ok: steps.every((step) => step.ok), steps, replay };
}

/** The steps that compare the receipt with its re-execution. */
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

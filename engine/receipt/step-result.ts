/** What one step of a verification found. */

export type VerificationStep =
  | 'form'
  | 'receipt_hash'
  | 'log_entry'
  | 'inclusion'
  | 'checkpoint'
  | 'provenance'
  | 'snapshot'
  | 'claims'
  | 'spans'
  | 'choice'
  | 'cover'
  | 'redundancy'
  | 'selection'
  | 'coverage'
  | 'primary'
  | 'cost'
  | 'replay'
  | 'store_tree'
  | 'artefacts';

export interface StepResult {
  readonly step: VerificationStep;
  /** Whether nothing is wrong. */
  readonly ok: boolean;
  /** The step could not be checked, since what it needs is missing. Absent: it was checked. */
  readonly not_checked?: true;
  /** What was checked, or what is wrong, in one line. */
  readonly detail: string;
}

export function passed(step: VerificationStep, detail: string): StepResult {
  return { step, ok: true, detail };
}

export function failed(step: VerificationStep, detail: string): StepResult {
  return { step, ok: false, detail };
}

/** @param detail what was not checked, and what the check needs */
export function notChecked(step: VerificationStep, detail: string): StepResult {
  return { step, ok: true, not_checked: true, detail };
}

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
  | 'cover'
  | 'redundancy'
  | 'selection'
  | 'coverage'
  | 'primary'
  | 'cost'
  | 'replay'
  | 'artefacts';

export interface StepResult {
  readonly step: VerificationStep;
  readonly ok: boolean;
  /** What was checked, or what is wrong, in one line. */
  readonly detail: string;
}

export function passed(step: VerificationStep, detail: string): StepResult {
  return { step, ok: true, detail };
}

export function failed(step: VerificationStep, detail: string): StepResult {
  return { step, ok: false, detail };
}

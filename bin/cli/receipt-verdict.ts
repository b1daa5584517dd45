/** The result of a verification's steps, in words and as an exit status. */
import type { StepResult, VerificationStep } from '../../engine/receipt/step-result.ts';
import { EXIT, type ExitCode } from './exit-code.ts';

export interface ReceiptVerdict {
  readonly exit: ExitCode;
  readonly words: string;
}

/** What the verdict says of a step that was not checked. */
const OPEN: Partial<Record<VerificationStep, string>> = {
  form: 'its page was NOT checked as a whole',
  // A receipt can name any key: only a key from another source shows whose log it is.
  checkpoint: 'its signer was NOT checked: give --key to check it',
};

export function receiptVerdict(steps: readonly StepResult[]): ReceiptVerdict {
  if (steps.some(({ ok }) => !ok)) return { exit: EXIT.fail, words: 'NOT verified' };
  const open = steps.filter(({ not_checked }) => not_checked === true);
  const words = open.flatMap(({ step }) => OPEN[step] ?? []);
  return {
    exit: open.length === 0 ? EXIT.ok : EXIT.warn,
    words: words.length === 0 ? 'verified' : `whole, but ${words.join(', and ')}`,
  };
}

export function stepWord({ ok, not_checked }: StepResult): 'FAILED' | 'not checked' | 'ok' {
  if (!ok) return 'FAILED';
  return not_checked ? 'not checked' : 'ok';
}

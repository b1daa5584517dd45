/** What each step of a verification found. */
import type { ReactNode } from 'react';
import type { FoundInText } from './verifier.ts';

type Step = FoundInText['steps'][number];

const OUTCOMES = {
  failed: { sign: '✕', word: 'Failed' },
  open: { sign: '○', word: 'Not checked' },
  ok: { sign: '✓', word: 'Verified' },
} as const;

const NAMES: Readonly<Record<string, string>> = {
  form: 'Form',
  receipt_hash: 'Hash of the receipt',
  log_entry: 'Entry in the log',
  inclusion: 'Proof of inclusion',
  checkpoint: 'Signed checkpoint',
  provenance: 'Entries of its documents',
  snapshot: 'Snapshot of the corpus',
  claims: 'Claims',
  spans: 'Quoted words',
  choice: 'Choice of sentences',
  cover: 'Cover',
  redundancy: 'Nothing superfluous',
  selection: 'Selection, done again',
  coverage: 'Coverage, done again',
  primary: 'Primary document',
  cost: 'Cost',
  replay: 'The whole answer, done again',
};

function outcomeOf({ ok, not_checked }: Step): keyof typeof OUTCOMES {
  if (!ok) return 'failed';
  return not_checked ? 'open' : 'ok';
}

export function VerifiedSteps({ steps }: { readonly steps: readonly Step[] }): ReactNode {
  const count = (outcome: string) => steps.filter((step) => outcomeOf(step) === outcome).length;
  const wrong = count('failed');
  const words =
    wrong > 0
      ? `Not verified: ${wrong} of ${steps.length} steps failed.`
      : `${count('ok')} of ${steps.length} steps verified in this browser, none failed.`;
  return (
    <>
      <p role="status" className="proof-verdict" data-tone={wrong > 0 ? 'FAIL' : 'PASS'}>
        {words}
      </p>
      <ol className="steps">
        {steps.map((step) => {
          const outcome = outcomeOf(step);
          const { sign, word } = OUTCOMES[outcome];
          return (
            <li key={step.step} data-outcome={outcome}>
              <strong>
                <span aria-hidden="true">{sign}</span> {NAMES[step.step] ?? step.step}
                <span className="unseen">: {word}</span>
              </strong>
              <span className="facts">{step.detail}</span>
            </li>
          );
        })}
      </ol>
    </>
  );
}

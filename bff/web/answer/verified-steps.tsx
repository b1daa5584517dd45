/** What each step of a verification found. */
import type { ReactNode } from 'react';
import { sayReceipt } from '../catalogues/receipt.ts';
import type { FoundInText } from './verifier.ts';

type Step = FoundInText['steps'][number];

const SIGNS = { failed: '✕', open: '○', ok: '✓' } as const;

function outcomeOf({ ok, not_checked }: Step): keyof typeof SIGNS {
  if (!ok) return 'failed';
  return not_checked ? 'open' : 'ok';
}

export function VerifiedSteps({ steps }: { readonly steps: readonly Step[] }): ReactNode {
  const count = (outcome: string) => steps.filter((step) => outcomeOf(step) === outcome).length;
  const wrong = count('failed');
  const words =
    wrong > 0
      ? sayReceipt('failed', { count: wrong, all: steps.length })
      : sayReceipt('passed', { count: count('ok'), all: steps.length });
  return (
    <>
      <p role="status" className="proof-verdict" data-tone={wrong > 0 ? 'FAIL' : 'PASS'}>
        {words}
      </p>
      <ol className="steps">
        {steps.map((step) => {
          const outcome = outcomeOf(step);
          return (
            <li key={step.step} data-outcome={outcome}>
              <strong>
                <span aria-hidden="true">{SIGNS[outcome]}</span>{' '}
                {sayReceipt.known(`step.${step.step}`) ?? step.step}
                <span className="unseen">: {sayReceipt(`outcome.${outcome}`)}</span>
              </strong>
              {/* The engine's own words: they name members of the receipt. */}
              <span className="facts" lang="en" dir="ltr">
                {step.detail}
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}

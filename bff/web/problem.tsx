/** What went wrong, what can be done about it, and by what a failed call is found again. */
import type { ReactNode } from 'react';
import { problemOf } from './trpc.ts';

export function ProblemNote({ error }: { readonly error: unknown }): ReactNode {
  const { message, nextStep, receiptId } = problemOf(error);
  return (
    <div className="problem" role="alert">
      <p>
        {message} {nextStep}
      </p>
      {receiptId !== null && (
        <p className="facts">
          Receipt of the failed call: <code>{receiptId}</code>
        </p>
      )}
    </div>
  );
}

/** What went wrong, what the reader can do about it, and the id by which an operator finds the failed call. */
import type { ReactNode } from 'react';
import { sayShell } from './catalogues/shell.ts';
import { problemOf } from './trpc.ts';

export function ProblemNote({ error }: { readonly error: unknown }): ReactNode {
  const { message, nextStep, receiptId } = problemOf(error);
  return (
    <div className="problem" role="alert">
      <p>
        {message} {nextStep}
      </p>
      {receiptId !== null && (
        <p className="facts">{sayShell.show('failedReceipt', { receipt: <code>{receiptId}</code> })}</p>
      )}
    </div>
  );
}

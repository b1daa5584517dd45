/** What was appended: where it stands, and its receipt. */
import { type ReactNode, useEffect, useRef } from 'react';
import type { AppendedContribution } from '../trpc.ts';

/** Hex digits of a hash that are shown. */
const HASH_SHOWN = 12;

export function AppendedNote({ appended }: { readonly appended: AppendedContribution }): ReactNode {
  const { id, seq, ledger_seq: place, receipt } = appended;
  const note = useRef<HTMLDivElement>(null);
  // The form, with the button that was pressed, is gone.
  useEffect(() => note.current?.focus(), []);
  return (
    <div className="appended" ref={note} tabIndex={-1} role="status">
      <p>
        <strong>Appended.</strong>{' '}
        {seq === null || place === null
          ? 'The note is beside the statement.'
          : `It is entry ${seq} of the log, and number ${place + 1} in the ledger of this statement.`}
      </p>
      <dl className="facts">
        <dt>{seq === null ? 'Annotation' : 'Event'}</dt>
        <dd>
          <code>{id}</code>
        </dd>
        <dt>Receipt</dt>
        <dd>
          <code>{receipt.receipt_id}</code>, BLAKE3{' '}
          <code title={receipt.hash}>{receipt.hash.slice(0, HASH_SHOWN)}…</code>
        </dd>
      </dl>
    </div>
  );
}

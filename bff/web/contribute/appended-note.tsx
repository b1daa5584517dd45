/** What was appended: where it stands, and its receipt. */
import { type ReactNode, useEffect, useRef } from 'react';
import { sayContribute } from '../catalogues/contribute.ts';
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
        <strong>{sayContribute('appended')}</strong>{' '}
        {seq === null || place === null
          ? sayContribute('noteStands')
          : sayContribute('entryStands', { entry: String(seq), number: place + 1 })}
      </p>
      <dl className="facts">
        <dt>{sayContribute(seq === null ? 'annotation' : 'event')}</dt>
        <dd>
          <code>{id}</code>
        </dd>
        <dt>{sayContribute('receipt')}</dt>
        <dd>
          <code>{receipt.receipt_id}</code>, BLAKE3{' '}
          <code title={receipt.hash}>{receipt.hash.slice(0, HASH_SHOWN)}…</code>
        </dd>
      </dl>
    </div>
  );
}

/** Events of a test's ledgers, short to write. */
import type { Said } from './ledger-world.ts';

/** A vetted corroboration of claim 0 on day 1 with artefact 0, unless it says otherwise. */
export function said(actor: string, more: Partial<Said> = {}): Said {
  return {
    claim: 0,
    kind: 'corroborate',
    actor,
    on: 1,
    standing: 700,
    artefacts: [0],
    successor: null,
    authority: null,
    ...more,
  };
}

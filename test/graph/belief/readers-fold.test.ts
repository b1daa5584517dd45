import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../../graph/belief/fold.ts';
import type { Belief, LedgerEntryBody } from '../../../graph/evidence.ts';
import { anyAsOf, anyContext, anyLedger } from './ledgers.ts';

interface Response {
  readonly ledger: readonly LedgerEntryBody[];
  readonly as_of: string;
  readonly observed: object;
  readonly successors: object;
}

/** A plain script without types, as a reader would take it. */
const SCRIPT: string = '../../../docs/readers-fold.mjs';
const { readersFold } = (await import(SCRIPT)) as { readersFold(response: Response): Belief | null };

describe('the stand-alone fold of a reader', () => {
  it('recomputes the belief of any ledger', () => {
    fc.assert(
      fc.property(anyLedger, anyAsOf, anyContext, (ledger, as_of, context) => {
        const belief = fold(ledger, as_of, context)?.belief ?? null;
        expect(readersFold({ ledger, as_of, ...context })).toEqual(belief);
      }),
      { numRuns: 1000 },
    );
  });
});

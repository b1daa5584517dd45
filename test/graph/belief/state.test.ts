import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../../graph/belief/fold.ts';
import { advance, emptyState, namedSuccessors, read } from '../../../graph/belief/state.ts';
import {
  anyAsOf,
  anyContext,
  anyLedger,
  BARE,
  CLAIM,
  corroborate,
  day,
  dispute,
  hash,
  ledgerOf,
  NEWER,
  newerSince,
  OTHER,
  propose,
} from './ledgers.ts';

describe('the incremental state', () => {
  it('equals the fold at every prefix, read at the same or another time', () => {
    fc.assert(
      fc.property(anyLedger, fc.array(anyAsOf, { minLength: 1 }), anyContext, (ledger, times, context) => {
        const state = emptyState();
        for (const [index, entry] of ledger.entries()) {
          advance(state, entry);
          const asOf = times[index % times.length] ?? day(0);
          expect(read(state, asOf, context)).toEqual(fold(ledger.slice(0, index + 1), asOf, context));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('equals the fold when entries arrive by time of effect and are read on one day', () => {
    fc.assert(
      fc.property(anyLedger, anyContext, (ledger, context) => {
        const inOrder = ledger.toSorted((a, b) => (a.effective_at < b.effective_at ? -1 : 1));
        const state = emptyState();
        for (const [index, entry] of inOrder.entries()) {
          advance(state, entry);
          const asOf = day(4000);
          expect(read(state, asOf, context)).toEqual(fold(inOrder.slice(0, index + 1), asOf, context));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('equals the fold while observations and successors change between readings', () => {
    fc.assert(
      fc.property(anyLedger, anyAsOf, fc.array(anyContext, { minLength: 1 }), (ledger, asOf, contexts) => {
        const state = emptyState();
        for (const entry of ledger) advance(state, entry);
        for (const context of [...contexts, ...contexts]) {
          expect(read(state, asOf, context)).toEqual(fold(ledger, asOf, context));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('has no belief before its first entry and before that entry takes effect', () => {
    const state = emptyState();
    expect(read(state, day(0), BARE)).toBeNull();
    for (const entry of ledgerOf(corroborate('nasa', { on: 5 }))) advance(state, entry);
    expect(read(state, day(4), BARE)).toBeNull();
    expect(read(state, day(5), BARE)?.state).toBe('settled');
    expect(read(state, day(4), BARE)).toBeNull();
  });

  it('takes a hash that is added to the observations it already reads', () => {
    const first = hash(1);
    const second = hash(2);
    const observed: Record<string, string> = { [first]: day(900) };
    const ledger = ledgerOf(
      corroborate('nasa', { evidence: [{ hash: first }] }),
      corroborate('esa', { on: 1, evidence: [{ hash: second }] }),
    );
    const state = emptyState();
    for (const entry of ledger) {
      advance(state, entry);
      observed[entry.evidence[0]?.hash ?? ''] = day(900);
      expect(read(state, day(900), { observed, successors: {} })?.vetted.support).toBe(
        700_000 * state.entries.length,
      );
    }
  });

  it('names each proposed successor once and sorted', () => {
    const state = emptyState();
    const ledger = ledgerOf(
      propose('esa', { successor: OTHER }),
      propose('nasa'),
      propose('jaxa'),
      propose('isro', { successor: null }),
      corroborate('cnsa', { successor: CLAIM }),
      dispute('csa'),
    );
    for (const entry of ledger) advance(state, entry);
    expect(namedSuccessors(state)).toEqual([NEWER, OTHER]);
  });

  it('does not change a belief it gave before', () => {
    const state = emptyState();
    const [first, ...rest] = ledgerOf(corroborate('nasa'), propose('nasa', { on: 1 }));
    if (first !== undefined) advance(state, first);
    const before = read(state, day(1), newerSince(1));
    const copy = structuredClone(before);
    for (const entry of rest) advance(state, entry);
    expect(read(state, day(1), newerSince(1))?.state).toBe('superseded');
    expect(before).toEqual(copy);
  });

  it.each(['yesterday', '2020-01-01', '2020-13-01T00:00:00.000Z', ''])('refuses %j as a time', (text) => {
    const state = emptyState();
    expect(() => read(state, text, BARE)).toThrow(RangeError);
    const [entry] = ledgerOf(corroborate('nasa', { effective_at: text }));
    expect(() => entry && advance(state, entry)).toThrow(RangeError);
    expect(state.entries).toEqual([]);
  });
});

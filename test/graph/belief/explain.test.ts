import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explain } from '../../../graph/belief/explain.ts';
import { MAX_FLIP_ENTRIES } from '../../../graph/belief/flip.ts';
import { fold } from '../../../graph/belief/fold.ts';
import {
  anyAsOf,
  anyContext,
  anyLedger,
  BARE,
  corroborate,
  day,
  dispute,
  hash,
  ledgerOf,
  NEWER,
  newerSince,
  propose,
} from './ledgers.ts';

describe('an explanation', () => {
  it('has contributions that add up to the masses of the fold, for any ledger', () => {
    fc.assert(
      fc.property(anyLedger, anyAsOf, anyContext, (ledger, asOf, context) => {
        const why = explain(ledger, asOf, context);
        expect(why?.result ?? null).toEqual(fold(ledger, asOf, context));
        if (why === null) return;
        const sumOf = (kind: string, vetted: boolean) =>
          why.entries
            .filter((entry) => entry.kind === kind && entry.vetted === vetted)
            .flatMap(({ items }) => items)
            .reduce((sum, item) => sum + item.contribution, 0);
        const { vetted, total } = why.result;
        expect(sumOf('corroborate', true)).toBe(vetted.support);
        expect(sumOf('dispute', true)).toBe(vetted.opposition);
        expect(Math.min(sumOf('corroborate', false), 500_000)).toBe(total.support - vetted.support);
        expect(Math.min(sumOf('dispute', false), 500_000)).toBe(total.opposition - vetted.opposition);
      }),
      { numRuns: 300 },
    );
  });

  it('gives a reason for every item that contributes less than the weight of its kind', () => {
    fc.assert(
      fc.property(anyLedger, anyAsOf, anyContext, (ledger, asOf, context) => {
        for (const entry of explain(ledger, asOf, context)?.entries ?? []) {
          for (const { item, contribution, discounts } of entry.items) {
            const full = { source: 1_000_000, receipt: 1_250_000, reproduction: 2_000_000 }[item.kind];
            if (contribution < full) expect(discounts).not.toEqual([]);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('names the discount of each item', () => {
    const shared = { hash: hash(1) };
    const ledger = ledgerOf(
      corroborate('nasa', { standing: 1000, evidence: [shared] }),
      corroborate('mirror', { evidence: [shared] }),
      corroborate('esa', { standing: 1000, evidence: [{ check: 'unknown' }] }),
      dispute('isro'),
      corroborate('isro', { on: 1 }),
      corroborate('jaxa'),
      propose('jaxa', { on: 1 }),
      dispute('csa', { on: 3 }),
    );
    const discounts = explain(ledger, day(2), BARE)?.entries.map(({ items }) =>
      items.map((item) => item.discounts),
    );
    expect(discounts).toEqual([
      [['age']],
      [['standing', 'age', 'same_artefact']],
      [['unchecked', 'age']],
      [['standing', 'age', 'change_of_side']],
      [['standing', 'age', 'proposal']],
      [['standing', 'age']],
      [['standing', 'age']],
      [['after_as_of']],
    ]);
  });

  it('names an actor that repeats itself and unvetted evidence above its cap', () => {
    const ledger = ledgerOf(
      corroborate('nasa', { standing: 1000, evidence: [{ domain: 'a' }, { domain: 'b' }] }),
      ...[1, 2, 3].map((n) => dispute(`sybil${n}`, { standing: 250 })),
    );
    const entries = explain(ledger, day(0), BARE)?.entries ?? [];
    expect(entries[0]?.items.map((item) => [item.contribution, item.discounts])).toEqual([
      [1_000_000, []],
      [250_000, ['same_actor']],
    ]);
    expect(entries[1]?.items.map((item) => item.discounts)).toEqual([['standing', 'unvetted_cap']]);
  });

  it('finds the smallest event that disputes a settled claim', () => {
    const ledger = ledgerOf(corroborate('nasa'), dispute('esa', { evidence: [{ kind: 'receipt' }] }));
    const flip = explain(ledger, day(0), BARE)?.flip;
    expect(flip).toEqual({
      event: {
        kind: 'dispute',
        by: 'newcomer',
        standing: 500,
        evidence: 'source',
        weight: 500_000,
        successor: null,
      },
      from: 'settled',
      to: 'contested',
    });
  });

  it('finds the proposal that would complete a quorum', () => {
    const ledger = ledgerOf(corroborate('nasa'), corroborate('esa'), propose('jaxa', { on: 1 }));
    const flip = explain(ledger, day(1), newerSince(1))?.flip;
    expect(flip).toMatchObject({
      event: { kind: 'supersede-propose', by: 'newcomer', successor: NEWER, weight: 500_000 },
      to: 'superseded',
    });
  });

  it('finds the author', () => {
    const flip = explain(ledgerOf(corroborate('nasa')), day(0), BARE)?.flip;
    expect(flip).toMatchObject({ event: { kind: 'dispute', by: 'author', weight: 500_000 }, to: 'disputed' });
  });

  it('finds none where no single event is enough', () => {
    const ledger = ledgerOf(...['a', 'b', 'c', 'd'].map((actor) => corroborate(actor)));
    expect(explain(ledger, day(0), BARE)?.flip).toBeNull();
  });

  it('finds what it reports: the event flips the state when it is appended', () => {
    fc.assert(
      fc.property(anyLedger, anyContext, (ledger, context) => {
        const flip = explain(ledger, day(4000), context)?.flip;
        if (!flip) return;
        expect(flip.from).toBe(fold(ledger, day(4000), context)?.state);
        expect(flip.to).not.toBe(flip.from);
        expect(flip.event.weight).toBeGreaterThanOrEqual(500_000);
        expect(flip.event.weight).toBeLessThanOrEqual(2_000_000);
      }),
      { numRuns: 100 },
    );
  });

  it('searches a ledger of the greatest length, and none beyond', () => {
    const supporters = Array.from({ length: MAX_FLIP_ENTRIES - 1 }, () => corroborate('nasa', { on: -4000 }));
    const longest = ledgerOf(...supporters, corroborate('nasa', { on: -4000 }));
    expect(explain(longest, day(0), BARE)?.flip).not.toBeNull();
    expect(explain([...longest, ...ledgerOf(dispute('esa'))], day(0), BARE)?.flip).toBeNull();
  });

  it('explains nothing where nothing took effect', () => {
    expect(explain([], day(0), BARE)).toBeNull();
    expect(explain(ledgerOf(corroborate('nasa', { on: 1 })), day(0), BARE)).toBeNull();
  });
});

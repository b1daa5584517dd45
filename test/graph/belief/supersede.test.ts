import { describe, expect, it } from 'vitest';
import { fold } from '../../../graph/belief/fold.ts';
import { type FoldContext, successorStanding } from '../../../graph/belief/result.ts';
import type { LedgerEntryBody } from '../../../graph/evidence.ts';
import {
  BARE,
  CLAIM,
  corroborate,
  day,
  dispute,
  ledgerOf,
  NEWER,
  newerSince,
  OTHER,
  propose,
} from './ledgers.ts';

const beliefOn = (on: number, ledger: readonly LedgerEntryBody[], context: FoldContext) =>
  fold(ledger, day(on), context)?.belief;
const stateOn = (on: number, ledger: readonly LedgerEntryBody[], context: FoldContext) =>
  beliefOn(on, ledger, context)?.state;

const TWO_PUBLISHERS = [corroborate('nasa'), corroborate('esa')];

describe('a proposed successor', () => {
  it('needs a second newer publisher where two support the claim', () => {
    const one = [...TWO_PUBLISHERS, propose('jaxa', { on: 10 })];
    expect(stateOn(10, ledgerOf(...one), newerSince(10))).toBe('settled');
    const two = ledgerOf(...one, propose('isro', { on: 10 }));
    expect(beliefOn(10, two, newerSince(10))).toMatchObject({ state: 'superseded', superseded_by: NEWER });
  });

  it('is accepted at once from the sole publisher', () => {
    const ledger = ledgerOf(corroborate('nasa'), propose('nasa', { on: 10 }));
    expect(beliefOn(10, ledger, newerSince(10))).toEqual({
      state: 'superseded',
      effective_confidence: 0.5,
      superseded_by: NEWER,
    });
  });

  it('is not accepted from one of two publishers, in whatever order their documents came in', () => {
    const nasa = [corroborate('nasa'), propose('nasa', { on: 10 })] as const;
    const esa = corroborate('esa', { on: 5 });
    expect(stateOn(10, ledgerOf(...nasa, esa), newerSince(10))).toBe('settled');
    expect(stateOn(10, ledgerOf(esa, ...nasa), newerSince(10))).toBe('settled');
  });

  it('is not accepted from somebody else where the sole publisher is silent', () => {
    const ledger = ledgerOf(corroborate('nasa'), propose('esa', { on: 10 }));
    expect(stateOn(10, ledger, newerSince(10))).toBe('settled');
  });

  it.each(['capability', 'policy'] as const)(
    'is accepted from one writer with authority by %s',
    (authority) => {
      const ledger = ledgerOf(...TWO_PUBLISHERS, propose('curator', { on: 10, authority }));
      expect(stateOn(10, ledger, newerSince(10))).toBe('superseded');
    },
  );

  it('is not accepted from any number of unvetted writers', () => {
    const crowd = Array.from({ length: 60 }, (_, n) => propose(`sybil${n}`, { on: 10, standing: 499 }));
    expect(stateOn(10, ledgerOf(...TWO_PUBLISHERS, ...crowd), newerSince(10))).toBe('settled');
  });

  it.each([
    [500, 700, 'superseded'],
    [500, 699, 'settled'],
  ] as const)('needs a mass of 1.2: %i and %i thousandths leave it %s', (first, second, state) => {
    const ledger = ledgerOf(
      ...TWO_PUBLISHERS,
      propose('jaxa', { on: 10, standing: first }),
      propose('isro', { on: 10, standing: second }),
    );
    expect(stateOn(10, ledger, newerSince(10))).toBe(state);
  });

  it.each([
    // The proposals weigh 1.4.
    [[1000, 1000, 800], 'superseded'],
    [[1000, 1000, 801], 'settled'],
  ] as const)('needs half of the support: %j leaves it %s', (standings, state) => {
    const supports = standings.map((standing, n) => corroborate(`s${n}`, { on: 10, standing }));
    const proposals = [propose('a', { on: 10 }), propose('b', { on: 10 })];
    expect(stateOn(10, ledgerOf(...supports, ...proposals), newerSince(11))).toBe(state);
  });

  it('needs two actors, whatever one of them weighs', () => {
    const heavy = { on: 10, standing: 1000, evidence: [{ kind: 'reproduction' as const }] };
    expect(stateOn(10, ledgerOf(...TWO_PUBLISHERS, propose('jaxa', heavy)), newerSince(10))).toBe('settled');
  });

  it('needs two actors for the same successor', () => {
    const split = ledgerOf(
      ...TWO_PUBLISHERS,
      propose('jaxa', { on: 10 }),
      propose('isro', { on: 10, successor: OTHER }),
    );
    const newest = { newest_support: day(10), disputed: false };
    const context = { observed: {}, successors: { [NEWER]: newest, [OTHER]: newest } };
    expect(stateOn(10, split, context)).toBe('settled');
  });

  it('counts only the latest proposal of an actor, and none after it supports the claim again', () => {
    const proposals = [propose('jaxa', { on: 10 }), propose('jaxa', { on: 11, successor: OTHER })];
    const ledger = [...TWO_PUBLISHERS, ...proposals, propose('isro', { on: 12 })];
    expect(stateOn(12, ledgerOf(...ledger), newerSince(12))).toBe('settled');
    const changed = [
      propose('jaxa', { on: 10 }),
      corroborate('jaxa', { on: 11 }),
      propose('isro', { on: 12 }),
    ];
    expect(stateOn(12, ledgerOf(...TWO_PUBLISHERS, ...changed), newerSince(12))).toBe('settled');
  });

  it.each([
    ['is unknown', {}],
    ['has no support', { [NEWER]: { newest_support: null, disputed: false } }],
    ['is disputed', { [NEWER]: { newest_support: day(10), disputed: true } }],
    ['is as old as the claim', { [NEWER]: { newest_support: day(0), disputed: false } }],
    ['hides in the prototype', Object.create({ [NEWER]: { newest_support: day(10), disputed: false } })],
  ])('is not accepted when it %s', (_name, successors) => {
    const ledger = ledgerOf(corroborate('nasa'), propose('nasa', { on: 10 }));
    expect(stateOn(10, ledger, { observed: {}, successors })).toBe('stale');
  });

  it('is accepted when it is newer by a millisecond', () => {
    const ledger = ledgerOf(
      corroborate('nasa', { effective_at: '2020-01-01T00:00:00.000Z' }),
      propose('nasa', { on: 10 }),
    );
    const since = (newest_support: string) => ({
      observed: {},
      successors: { [NEWER]: { newest_support, disputed: false } },
    });
    expect(stateOn(10, ledger, since('2020-01-01T00:00:00.001Z'))).toBe('superseded');
    expect(stateOn(10, ledger, since('2020-01-01T00:00:00.000Z'))).toBe('stale');
  });

  it('cannot be the claim itself', () => {
    const ledger = ledgerOf(corroborate('nasa'), propose('nasa', { on: 10, successor: CLAIM }));
    const context = { observed: {}, successors: { [CLAIM]: { newest_support: day(10), disputed: false } } };
    expect(stateOn(10, ledger, context)).toBe('stale');
  });

  it('gives way to the one that was accepted last', () => {
    const ledger = ledgerOf(
      corroborate('nasa'),
      propose('curator', { on: 10, authority: 'policy' }),
      propose('other', { on: 11, successor: OTHER, authority: 'policy' }),
    );
    const newest = { newest_support: day(12), disputed: false };
    const context = { observed: {}, successors: { [NEWER]: newest, [OTHER]: newest } };
    expect(beliefOn(12, ledger, context)?.superseded_by).toBe(OTHER);
    expect(beliefOn(10, ledger, context)?.superseded_by).toBe(NEWER);
  });
});

describe('an accepted successor', () => {
  const accepted = [...TWO_PUBLISHERS, propose('jaxa', { on: 10 }), propose('isro', { on: 10 })];

  it('stands against one later voice for the claim', () => {
    const ledger = ledgerOf(...accepted, corroborate('cnsa', { on: 20 }));
    expect(stateOn(20, ledger, newerSince(10))).toBe('superseded');
  });

  it('stands against any number of voices that are not later', () => {
    const late = ['a', 'b', 'c'].map((actor) => corroborate(actor, { on: 10 }));
    expect(stateOn(20, ledgerOf(...accepted, ...late), newerSince(10))).toBe('superseded');
  });

  it('stands when a proposer is no longer heard', () => {
    const ledger = ledgerOf(...accepted, corroborate('jaxa', { on: 20 }));
    expect(stateOn(20, ledger, newerSince(10))).toBe('superseded');
  });

  it('falls when two later voices pass the same bar, and its old proposals are spent', () => {
    const returned = [...accepted, corroborate('cnsa', { on: 20 }), corroborate('csa', { on: 20 })];
    expect(stateOn(20, ledgerOf(...returned), newerSince(10))).toBe('settled');
    const again = [...returned, propose('kari', { on: 30 })];
    expect(stateOn(30, ledgerOf(...again), newerSince(30))).toBe('settled');
    expect(stateOn(31, ledgerOf(...again, propose('isa', { on: 31 })), newerSince(31))).toBe('superseded');
  });

  it('falls when one later voice has authority', () => {
    const ledger = ledgerOf(...accepted, corroborate('curator', { on: 20, authority: 'capability' }));
    expect(stateOn(20, ledger, newerSince(10))).toBe('settled');
  });

  it('falls when the sole publisher takes it back', () => {
    const ledger = [corroborate('nasa'), propose('nasa', { on: 10 })];
    expect(stateOn(20, ledgerOf(...ledger, corroborate('nasa', { on: 20 })), newerSince(10))).toBe('settled');
    // A stale copy elsewhere does not bring the value back.
    expect(stateOn(20, ledgerOf(...ledger, corroborate('esa', { on: 20 })), newerSince(10))).toBe(
      'superseded',
    );
  });

  it('falls while it is disputed itself', () => {
    const context = { observed: {}, successors: { [NEWER]: { newest_support: day(10), disputed: true } } };
    expect(stateOn(20, ledgerOf(...accepted), context)).toBe('settled');
  });

  it('does not change what was believed before it', () => {
    expect(stateOn(9, ledgerOf(...accepted), newerSince(10))).toBe('settled');
  });

  it('hides a dispute, but not from who asks for the claim as a successor', () => {
    const ledger = ledgerOf(corroborate('nasa'), propose('nasa', { on: 1 }), dispute('nasa', { on: 2 }));
    const result = fold(ledger, day(2), newerSince(1));
    expect(result).toMatchObject({ state: 'superseded', disputed: true });
    expect(successorStanding(result)).toEqual({ newest_support: null, disputed: true });
    expect(successorStanding(fold([], day(2), BARE))).toEqual({ newest_support: null, disputed: false });
  });
});

describe('a value that returns', () => {
  it('is believed again, and the one in between is superseded by it', () => {
    // Astana, Nur-Sultan from 2019 (day 10), Astana again from 2022 (day 1000).
    const astana = ledgerOf(
      ...TWO_PUBLISHERS,
      propose('nasa', { on: 10 }),
      propose('esa', { on: 11 }),
      corroborate('nasa', { on: 1000 }),
      corroborate('esa', { on: 1001 }),
    );
    const between = ledgerOf(
      corroborate('nasa', { on: 10 }),
      corroborate('esa', { on: 11 }),
      propose('nasa', { on: 1000, successor: OTHER }),
      propose('esa', { on: 1001, successor: OTHER }),
    );
    const standingOf = (ledger: readonly LedgerEntryBody[], on: number) =>
      successorStanding(fold(ledger, day(on), BARE));
    const states = [9, 500, 2000].map((on) => [
      stateOn(on, astana, { observed: {}, successors: { [NEWER]: standingOf(between, on) } }),
      stateOn(on, between, { observed: {}, successors: { [OTHER]: standingOf(astana, on) } }),
    ]);
    expect(states).toEqual([
      ['settled', undefined],
      ['superseded', 'settled'],
      ['settled', 'superseded'],
    ]);
  });
});

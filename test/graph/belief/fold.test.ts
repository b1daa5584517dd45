import { describe, expect, it } from 'vitest';
import { fold } from '../../../graph/belief/fold.ts';
import type { LedgerEntryBody } from '../../../graph/evidence.ts';
import { BARE, corroborate, day, dispute, eventAt, hash, ledgerOf, newerSince, propose } from './ledgers.ts';

const stateOf = (ledger: readonly LedgerEntryBody[], on: number, context = BARE) =>
  fold(ledger, day(on), context)?.state;

/** One item whose weight is exactly this many thousandths: a source by somebody with this standing. */
const weighing = (standing: number) => ({ standing });

describe('belief', () => {
  it('is absent for an empty ledger', () => {
    expect(fold([], day(0), BARE)).toBeNull();
  });

  it('starts at 0.7059, settled, on two publishers', () => {
    const result = fold(ledgerOf(corroborate('nasa'), corroborate('esa')), day(0), BARE);
    expect(result).toEqual({
      belief: { state: 'settled', effective_confidence: 0.7059 },
      state: 'settled',
      vetted: { support: 1_400_000, opposition: 0 },
      total: { support: 1_400_000, opposition: 0 },
      confidence: 705_882,
      vettedConfidence: 705_882,
      opinion: { belief: 411_764, disbelief: 0, uncertainty: 588_236 },
      newestSupport: day(0),
      disputed: false,
      supportDomains: 2,
      openDisputers: 0,
      voices: { contestedBy: 0, contestedByUnweighted: 0, helpfulBy: 2 },
      acceptedSuccessor: null,
      contestRef: null,
      author: null,
    });
  });

  it.each([
    ['a source', { kind: 'source' }, 700_000],
    ['a receipt', { kind: 'receipt' }, 875_000],
    ['a reproduction', { kind: 'reproduction' }, 1_400_000],
    ['an unchecked source', { check: 'unknown' }, 280_000],
  ] as const)('weighs %s', (_name, item, mass) => {
    const ledger = ledgerOf(corroborate('nasa', { evidence: [item] }));
    expect(fold(ledger, day(0), BARE)?.vetted.support).toBe(mass);
  });

  it('counts evidence as vetted from a standing of 500', () => {
    expect(fold(ledgerOf(corroborate('a', weighing(499))), day(0), BARE)).toMatchObject({
      vetted: { support: 0 },
      total: { support: 499_000 },
      state: 'stale',
      newestSupport: null,
    });
    expect(fold(ledgerOf(corroborate('a', weighing(500))), day(0), BARE)).toMatchObject({
      vetted: { support: 500_000 },
      state: 'settled',
      newestSupport: day(0),
    });
  });

  it('takes two spellings of one BLAKE3 hash for one artefact', () => {
    const ledger = ledgerOf(
      corroborate('nasa', { evidence: [{ hash: hash(0xab) }] }),
      corroborate('mirror', { evidence: [{ hash: `blake3:${hash(0xab).toUpperCase()}` }] }),
    );
    expect(fold(ledger, day(0), BARE)?.vetted.support).toBe(700_000);
  });

  it('tells two refs apart whose hash is no digest, and counts one ref once', () => {
    const cite = (ref: string) => ({ evidence: [{ ref, hash: '' }] });
    const shelf = ledgerOf(corroborate('nasa', cite('shelf 1')), corroborate('esa', cite('shelf 2')));
    expect(fold(shelf, day(0), BARE)?.vetted.support).toBe(1_400_000);
    const once = ledgerOf(corroborate('nasa', cite('shelf 1')), corroborate('esa', cite('shelf 1')));
    expect(fold(once, day(0), BARE)?.vetted.support).toBe(700_000);
  });

  it('takes hashes that are no digests as they are, also those that name parts of every object', () => {
    const ledger = ledgerOf(
      corroborate('nasa', { evidence: [{ hash: '__proto__' }] }),
      corroborate('esa', { evidence: [{ hash: 'constructor' }] }),
      corroborate('jaxa', { evidence: [{ hash: 'Constructor' }] }),
    );
    expect(fold(ledger, day(0), BARE)?.vetted.support).toBe(2_100_000);
  });
});

describe('age', () => {
  const artefact = { hash: hash(1) };
  const ledger = ledgerOf(corroborate('nasa', { evidence: [artefact] }));
  const supportOn = (on: number, observed: Record<string, string> = {}, entries = ledger) =>
    fold(entries, day(on), { ...BARE, observed })?.vetted.support;

  it('runs from the time of effect by whole days', () => {
    expect([supportOn(0), supportOn(1), supportOn(1460)]).toEqual([700_000, 699_667, 350_000]);
  });

  it('runs from the latest observation of the same bytes', () => {
    expect(supportOn(1460, { [hash(1)]: day(1459) })).toBe(699_667);
    expect(supportOn(1460, { [hash(2)]: day(1459) })).toBe(350_000);
  });

  it('runs from the observation frozen on the item when the entry is younger than what it cites', () => {
    const cited = ledgerOf(
      corroborate('nasa', { on: 1460, evidence: [{ ...artefact, observed_at: day(0) }] }),
    );
    expect(supportOn(1460, {}, cited)).toBe(350_000);
  });

  it('never runs from an observation that claims to be younger than its entry', () => {
    const cited = ledgerOf(corroborate('nasa', { evidence: [{ ...artefact, observed_at: day(1460) }] }));
    expect(supportOn(1460, {}, cited)).toBe(350_000);
  });

  it('halves a reproduction in twice the time', () => {
    const reproduction = ledgerOf(
      corroborate('nasa', { standing: 1000, evidence: [{ kind: 'reproduction' }] }),
    );
    expect(supportOn(2920, {}, reproduction)).toBe(1_000_000);
  });
});

describe('an actor', () => {
  it('voids its support when it disputes, and its dispute when it supports again', () => {
    const changed = [
      corroborate('nasa'),
      dispute('nasa', { on: 1 }),
      corroborate('nasa', { on: 2 }),
    ] as const;
    expect(fold(ledgerOf(...changed.slice(0, 2)), day(2), BARE)?.vetted.support).toBe(0);
    expect(fold(ledgerOf(...changed), day(2), BARE)).toMatchObject({
      vetted: { support: 700_000, opposition: 0 },
      openDisputers: 0,
    });
  });

  it('is judged by the latest effect, not by what was learned last', () => {
    const ledger = ledgerOf(dispute('nasa', { on: 5 }), corroborate('nasa', { on: 1 }));
    expect(fold(ledger, day(5), BARE)?.vetted).toEqual({ support: 0, opposition: expect.any(Number) });
    expect(fold(ledger, day(5), BARE)?.openDisputers).toBe(1);
  });

  it('adds on its own side, each further item for less', () => {
    const ledger = ledgerOf(corroborate('nasa'), corroborate('nasa'), corroborate('nasa'));
    expect(fold(ledger, day(0), BARE)?.vetted.support).toBe(700_000 + 175_000 + 77_777);
  });

  it('voids its support when it proposes a successor, and its proposal when it supports again', () => {
    const ledger = ledgerOf(corroborate('esa'), corroborate('nasa'), propose('nasa', { on: 1 }));
    expect(fold(ledger, day(1), newerSince(1))?.vetted.support).toBe(699_667);
  });
});

describe('the disputed state', () => {
  /** Support of exactly 0.5 from one actor; the other's is void, and with two backers nobody is the author. */
  const backed = [
    corroborate('nasa', weighing(500)),
    corroborate('esa', weighing(500)),
    propose('esa', { ...weighing(500), successor: null }),
  ];
  const criticised = (first: number, second: number) => [
    ...backed,
    dispute('critic0', weighing(first)),
    dispute('critic1', weighing(second)),
  ];

  it.each([
    // (r+1)/(r+s+2) with r = 0.5 is exactly 0.40 at s = 1.25.
    [750, 'contested'],
    [751, 'disputed'],
  ] as const)('is entered below 0.40: %i thousandths more make it %s', (standing, state) => {
    expect(stateOf(ledgerOf(...criticised(500, standing)), 0)).toBe(state);
  });

  it.each([
    // With s = 1.251 it is 0.45 between r = 0.841 and r = 0.842.
    ['still below 0.45', 841, 'disputed'],
    ['at 0.45 and above', 842, 'contested'],
  ] as const)('is left at 0.45: %s', (_name, standing, state) => {
    const entered = criticised(500, 751);
    expect(stateOf(ledgerOf(...entered), 0)).toBe('disputed');
    // The same artefact on more standing: the support becomes exactly that.
    const evidence = [{ hash: hash(1_000_000) }];
    expect(stateOf(ledgerOf(...entered, corroborate('jaxa', { standing, evidence })), 0)).toBe(state);
  });

  it('needs two vetted actors', () => {
    const supported = [corroborate('nasa', weighing(500)), corroborate('esa', weighing(500))];
    const heavy = {
      standing: 1000,
      evidence: [{ kind: 'reproduction' as const }, { kind: 'reproduction' as const, domain: 'b' }],
    };
    expect(stateOf(ledgerOf(...supported, dispute('x', heavy)), 0)).toBe('settled');
    expect(stateOf(ledgerOf(...supported, dispute('x', heavy), dispute('y', weighing(499))), 0)).toBe(
      'settled',
    );
    expect(stateOf(ledgerOf(...supported, dispute('x', heavy), dispute('y', weighing(500))), 0)).toBe(
      'disputed',
    );
  });

  it('needs only the author where it disputes its own claim', () => {
    const ledger = [corroborate('nasa'), dispute('nasa', { on: 1 })];
    expect(fold(ledgerOf(...ledger), day(1), BARE)).toMatchObject({
      belief: { state: 'disputed', contest_ref: eventAt(1) },
      author: 'nasa',
      disputed: true,
    });
    expect(fold(ledgerOf(...ledger, corroborate('esa')), day(1), BARE)).toMatchObject({
      state: 'settled',
      author: null,
    });
  });

  it('names the newest open vetted dispute, and none once it is settled', () => {
    const ledger = [
      corroborate('nasa', weighing(500)),
      dispute('a', { on: 2 }),
      dispute('b', { on: 3 }),
      dispute('sybil', { on: 4, standing: 100 }),
    ];
    expect(fold(ledgerOf(...ledger), day(4), BARE)?.belief).toMatchObject({ contest_ref: eventAt(2) });
    const calmed = ledgerOf(...ledger, corroborate('b', { on: 5 }), corroborate('c', { on: 5 }));
    expect(fold(calmed, day(5), BARE)?.belief).toEqual({
      state: 'settled',
      effective_confidence: expect.any(Number),
    });
    expect(fold(calmed, day(5), BARE)?.contestRef).toBe(eventAt(1));
  });
});

describe('the contested state', () => {
  const supported = ['nasa', 'esa', 'jaxa'].map((actor) => corroborate(actor, { standing: 1000 }));

  it.each([
    [599, 'settled'],
    [600, 'contested'],
  ] as const)('is entered at 1.0: 0.4 and %i thousandths make it %s', (standing, state) => {
    const unchecked = { standing: 1000, evidence: [{ check: 'unknown' as const }] };
    expect(stateOf(ledgerOf(...supported, dispute('a', unchecked), dispute('b', { standing })), 0)).toBe(
      state,
    );
  });

  it('is left below 0.8 only', () => {
    const ledger = ledgerOf(...supported, dispute('a', { standing: 500 }), dispute('b', { standing: 500 }));
    // 2 · floor(500,000 · decay): 0.8 until 1460 · log2(1/0.8) = 470.0 days.
    expect([stateOf(ledger, 1), stateOf(ledger, 469), stateOf(ledger, 471)]).toEqual([
      'contested',
      'contested',
      'settled',
    ]);
  });

  it('is released as soon as the quorum is gone', () => {
    const ledger = [...supported, dispute('a'), dispute('b')];
    expect(stateOf(ledgerOf(...ledger), 1)).toBe('contested');
    expect(stateOf(ledgerOf(...ledger, corroborate('b', { on: 1 })), 1)).toBe('settled');
    const weak = [
      corroborate('b', { on: 1 }),
      dispute('b', { on: 1, evidence: [{ check: 'unknown' as const }] }),
    ];
    expect(stateOf(ledgerOf(...ledger, ...weak), 1)).toBe('settled');
  });
});

describe('the stale state', () => {
  it.each([
    // An unchecked source weighs 0.4 of its standing.
    [625, 'settled'],
    [624, 'stale'],
  ] as const)('begins below a live support of 0.25: standing %i makes it %s', (standing, state) => {
    const ledger = ledgerOf(corroborate('nasa', { standing, evidence: [{ check: 'unknown' }] }));
    expect(stateOf(ledger, 0)).toBe(state);
  });

  it('begins when support older than a year has lost more than half its mass', () => {
    const ledger = ledgerOf(corroborate('nasa', { standing: 1000 }), corroborate('esa', { standing: 1000 }));
    expect([stateOf(ledger, 1460), stateOf(ledger, 1461)]).toEqual(['settled', 'stale']);
  });

  it('waits until the newest support is older than 365 days', () => {
    const old = ['a', 'b', 'c', 'd'].map((actor) => corroborate(actor));
    const ledger = ledgerOf(...old, corroborate('e', { on: 4000, evidence: [{ check: 'unknown' }] }));
    expect([stateOf(ledger, 4365), stateOf(ledger, 4366)]).toEqual(['settled', 'stale']);
  });

  it('does not begin while the same bytes are observed', () => {
    const artefact = { hash: hash(1) };
    const ledger = ledgerOf(corroborate('nasa', { evidence: [artefact] }));
    expect(stateOf(ledger, 4000, { ...BARE, observed: { [hash(1)]: day(3999) } })).toBe('settled');
    expect(stateOf(ledger, 4000)).toBe('stale');
  });
});

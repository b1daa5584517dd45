import { describe, expect, it } from 'vitest';
import { KeptFold } from '../../../engine/belief/kept-fold.ts';
import { KeptFolds } from '../../../engine/belief/kept-folds.ts';
import { claimAddr, ledgerEntry } from '../../conformance/graph-store/records.ts';

const UNTIL = '2030-01-01T00:00:00.000Z';
const VIEW = { seq: 1_000_000, until: UNTIL };

/** A fold of `length` entries, each with one piece of evidence: it weighs 1 + 2 · length. */
function foldOf(claim: number, length: number, until = UNTIL): KeptFold {
  const fold = new KeptFold(claimAddr(claim), until);
  for (let seq = 0; seq < length; seq++) fold.take(ledgerEntry(claim, seq));
  return fold;
}

describe('kept folds', () => {
  it('stay while their number is at its bound, and the one read longest ago goes at one past it', () => {
    const folds = new KeptFolds({ claims: 2, weight: 1_000 });
    for (const claim of [1, 2]) folds.keep(foldOf(claim, 1));
    expect([1, 2].map((claim) => folds.find(claimAddr(claim), VIEW)?.claim)).toEqual([
      claimAddr(1),
      claimAddr(2),
    ]);
    folds.keep(foldOf(1, 1));
    folds.keep(foldOf(3, 1));
    expect(folds.find(claimAddr(2), VIEW)).toBeNull();
    expect(folds.find(claimAddr(1), VIEW)).not.toBeNull();
  });

  it('stay while their weight is at its bound, and the one read longest ago goes at one past it', () => {
    const [first, second] = [foldOf(1, 2), foldOf(2, 2)];
    const weight = first.weight + second.weight;
    for (const [bound, kept] of [
      [weight, true],
      [weight - 1, false],
    ] as const) {
      const folds = new KeptFolds({ claims: 10, weight: bound });
      folds.keep(first);
      folds.keep(second);
      expect(folds.find(first.claim, VIEW) !== null).toBe(kept);
      expect(folds.find(second.claim, VIEW)).toBe(second);
    }
  });

  it('count what a fold has become, not what it was', () => {
    const folds = new KeptFolds({ claims: 10, weight: 10 });
    const [grown, other] = [foldOf(1, 1), foldOf(2, 1)];
    folds.keep(grown);
    folds.keep(other);
    for (let seq = 1; seq < 3; seq++) grown.take(ledgerEntry(1, seq));
    folds.keep(grown);
    expect(folds.find(other.claim, VIEW)).not.toBeNull();
    grown.take(ledgerEntry(1, 3));
    folds.keep(grown);
    expect(folds.find(other.claim, VIEW)).toBeNull();
  });

  it('keep the claim read last, however long its ledger is', () => {
    const folds = new KeptFolds({ claims: 1, weight: 1 });
    const long = foldOf(1, 50);
    folds.keep(long);
    expect(folds.find(long.claim, VIEW)).toBe(long);
  });

  it('weigh each piece of evidence', () => {
    const fold = new KeptFold(claimAddr(1), UNTIL);
    const entry = ledgerEntry(1, 0);
    const before = fold.weight;
    fold.take({ ...entry, evidence: [...entry.evidence, ...entry.evidence, ...entry.evidence] });
    expect(fold.weight - before).toBe(1 + 3 * entry.evidence.length);
  });

  it('are never beyond the view that looks for them', () => {
    const folds = new KeptFolds({ claims: 10, weight: 1_000 });
    const fold = foldOf(1, 3);
    folds.keep(fold);
    expect(folds.find(fold.claim, { seq: fold.seq, until: UNTIL })).toBe(fold);
    expect(folds.find(fold.claim, { seq: fold.seq - 1, until: UNTIL })).toBeNull();
    expect(folds.find(fold.claim, { seq: fold.seq, until: '2030-01-01T00:00:00.001Z' })).toBeNull();
  });

  it('are two of one claim and time at most: the new one, and the one that has gone furthest', () => {
    const folds = new KeptFolds({ claims: 10, weight: 1_000 });
    const [third, second, first] = [foldOf(1, 3), foldOf(1, 2), foldOf(1, 1)];
    for (const fold of [third, second, first]) folds.keep(fold);
    const at = ({ seq }: KeptFold) => folds.find(claimAddr(1), { seq, until: UNTIL });
    expect([at(third), at(second), at(first)]).toEqual([third, first, first]);
  });

  it('forget one that was dropped, and its weight', () => {
    const folds = new KeptFolds({ claims: 10, weight: 10 });
    const [first, second] = [foldOf(1, 3), foldOf(2, 1)];
    folds.keep(first);
    folds.drop(first);
    folds.drop(first);
    folds.keep(second);
    folds.keep(foldOf(3, 1));
    expect(folds.find(first.claim, VIEW)).toBeNull();
    expect(folds.find(second.claim, VIEW)).toBe(second);
  });
});

describe('a kept fold', () => {
  it.each([0, 2, 7])('refuses ledger entry %j where it needs the second', (seq) => {
    const fold = foldOf(1, 1);
    expect(() => fold.take(ledgerEntry(1, seq))).toThrow(RangeError);
    expect(fold.next).toBe(1);
  });

  it('stays as it was where a time of an entry is no instant', () => {
    const fold = foldOf(1, 1);
    const weight = fold.weight;
    expect(() => fold.take({ ...ledgerEntry(1, 1), effective_at: '2020' })).toThrow(RangeError);
    expect([fold.next, fold.weight, fold.count]).toEqual([1, weight, 1]);
    fold.take(ledgerEntry(1, 1));
    expect(fold.count).toBe(2);
  });
});

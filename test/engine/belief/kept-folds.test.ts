import { describe, expect, it } from 'vitest';
import { KeptFold } from '../../../engine/belief/kept-fold.ts';
import { KeptFolds } from '../../../engine/belief/kept-folds.ts';
import { claimAddr, ledgerEntry } from '../../conformance/graph-store/records.ts';

const UNTIL = '2030-01-01T00:00:00.000Z';
const VIEW = { seq: 1_000_000, until: UNTIL };
const MUCH = 1_000_000_000;

/** A fold of `length` entries, each with one piece of evidence. */
function foldOf(claim: number, length: number, until = UNTIL): KeptFold {
  const fold = new KeptFold(claimAddr(claim), until);
  for (let seq = 0; seq < length; seq++) fold.take(ledgerEntry(claim, seq));
  return fold;
}

describe('kept folds', () => {
  it('stay while their number is at its bound, and the one read longest ago goes at one past it', () => {
    const folds = new KeptFolds({ claims: 2, bytes: MUCH });
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

  it('stay while their bytes are at its bound, and the one read longest ago goes at one past it', () => {
    const [first, second] = [foldOf(1, 2), foldOf(2, 2)];
    const bytes = first.bytes + second.bytes;
    for (const [bound, kept] of [
      [bytes, true],
      [bytes - 1, false],
    ] as const) {
      const folds = new KeptFolds({ claims: 10, bytes: bound });
      folds.keep(first);
      folds.keep(second);
      expect(folds.find(first.claim, VIEW) !== null).toBe(kept);
      expect(folds.find(second.claim, VIEW)).toBe(second);
    }
  });

  it('count what a fold has become, not what it was', () => {
    const [grown, other] = [foldOf(1, 1), foldOf(2, 1)];
    const folds = new KeptFolds({ claims: 10, bytes: foldOf(1, 3).bytes + other.bytes });
    folds.keep(grown);
    folds.keep(other);
    for (let seq = 1; seq < 3; seq++) grown.take(ledgerEntry(1, seq));
    folds.keep(grown);
    expect(folds.find(other.claim, VIEW)).not.toBeNull();
    expect(folds.bytes).toBe(grown.bytes + other.bytes);
    grown.take(ledgerEntry(1, 3));
    folds.keep(grown);
    expect(folds.find(other.claim, VIEW)).toBeNull();
  });

  it('keep the one read last, however long its ledger is, and nothing beside it', () => {
    const folds = new KeptFolds({ claims: 1, bytes: 1 });
    const [long, longer] = [foldOf(1, 50), foldOf(1, 51)];
    folds.keep(longer);
    expect(folds.find(longer.claim, VIEW)).toBe(longer);
    folds.keep(long);
    expect(folds.find(long.claim, VIEW)).toBe(long);
    expect(folds.bytes).toBe(long.bytes);
  });

  it('are never beyond the view that looks for them', () => {
    const folds = new KeptFolds({ claims: 10, bytes: MUCH });
    const fold = foldOf(1, 3);
    folds.keep(fold);
    expect(folds.find(fold.claim, { seq: fold.seq, until: UNTIL })).toBe(fold);
    expect(folds.find(fold.claim, { seq: fold.seq - 1, until: UNTIL })).toBeNull();
    expect(folds.find(fold.claim, { seq: fold.seq, until: '2030-01-01T00:00:00.001Z' })).toBeNull();
  });

  it('are two of one claim and time at most: the new one, and the one that has gone furthest', () => {
    const folds = new KeptFolds({ claims: 10, bytes: MUCH });
    const [third, second, first] = [foldOf(1, 3), foldOf(1, 2), foldOf(1, 1)];
    for (const fold of [third, second, first]) folds.keep(fold);
    const at = ({ seq }: KeptFold) => folds.find(claimAddr(1), { seq, until: UNTIL });
    expect([at(third), at(second), at(first)]).toEqual([third, first, first]);
  });

  it('forget one that was dropped, and its weight', () => {
    const [first, second] = [foldOf(1, 3), foldOf(2, 1)];
    const folds = new KeptFolds({ claims: 10, bytes: 2 * second.bytes });
    folds.keep(first);
    folds.drop(first);
    folds.drop(first);
    folds.keep(second);
    folds.keep(foldOf(3, 1));
    expect(folds.find(first.claim, VIEW)).toBeNull();
    expect(folds.find(second.claim, VIEW)).toBe(second);
    expect(folds.bytes).toBe(2 * second.bytes);
  });
});

describe('the bytes of a fold', () => {
  const entry = ledgerEntry(1, 0);
  const item = { ref: 'r', hash: 'a'.repeat(64), kind: 'source', check: 'unknown', domain: 'd' } as const;
  const bytesWith = (parts: Partial<typeof entry>, until = UNTIL) => {
    const fold = new KeptFold(claimAddr(1), until);
    fold.take({ ...entry, ...parts });
    fold.read({});
    return fold.bytes;
  };

  it('count what T leaves out', () => {
    const fold = new KeptFold(claimAddr(1), '2000-01-01T00:00:00.000Z');
    const before = fold.bytes;
    for (let seq = 0; seq < 1_000; seq++) fold.take(ledgerEntry(1, seq));
    expect(fold.count).toBe(0);
    expect(fold.bytes - before).toBeGreaterThanOrEqual(8 * 1_000);
  });

  it.each([
    ['the artefact it names by no digest', { ...item, hash: 'h'.repeat(256) }],
    ['its domain', { ...item, domain: 'd'.repeat(257) }],
    ['characters beyond Latin-1', { ...item, domain: '水'.repeat(129) }],
  ])('count for each piece of evidence %s', (_, longer) => {
    const more = bytesWith({ evidence: [longer] }) - bytesWith({ evidence: [item] });
    expect(more).toBeGreaterThanOrEqual(256);
  });

  it.each([item.hash, 'no digest'])(
    'do not grow with a ref of 2,048 characters beside the hash %s',
    (hash) => {
      const [short, long] = ['r', 'r'.repeat(2_048)].map((ref) =>
        bytesWith({ evidence: [{ ...item, hash, ref }] }),
      );
      expect(long).toBe(short);
    },
  );

  it('count a dispute for as long as it is stored', () => {
    const artefacts = Array.from({ length: 64 }, (_, n) => ({ ...item, artefact: `a1${n}` as const }));
    const fold = new KeptFold(claimAddr(1), UNTIL);
    const grown: number[] = [];
    for (let seq = 0; seq <= 101; seq++) {
      const before = fold.bytes;
      fold.take({ ...ledgerEntry(1, seq), kind: 'dispute', evidence: seq < 2 ? artefacts : [item] });
      grown.push(fold.bytes - before);
    }
    const [, first = 0] = grown;
    expect(first).toBeGreaterThan(64 * 400);
    // The hundred and first and second push the first two out, with their artefacts.
    expect([grown[100], grown[101]].every((more = 0) => more < (grown[99] ?? 0) - 64 * 24)).toBe(true);
  });

  it('count what a reading sums up', () => {
    const fold = new KeptFold(claimAddr(1), UNTIL);
    fold.take(entry);
    const before = fold.bytes;
    while (!fold.readSome(1));
    expect(fold.bytes).toBeGreaterThan(before);
  });
});

describe('a kept fold', () => {
  it('tells evidence without a digest apart by its ref', () => {
    const items = ['one', 'two'].map((ref) => ({
      ...({ ref, hash: 'unnamed', kind: 'source', check: 'match', domain: ref } as const),
    }));
    const massOf = (evidence: typeof items) => {
      const fold = new KeptFold(claimAddr(1), UNTIL);
      for (const [seq, one] of evidence.entries()) {
        fold.take({ ...ledgerEntry(1, seq), actor_root: `a${seq}`, standing: 700, evidence: [one] });
      }
      return fold.read({})?.vetted.support ?? 0;
    };
    const [one, two] = items;
    if (one === undefined || two === undefined) throw new Error('two were made');
    expect(massOf([one, two])).toBeGreaterThan(massOf([one, { ...two, ref: one.ref }]));
  });

  it.each([0, 2, 7])('refuses ledger entry %j where it needs the second', (seq) => {
    const fold = foldOf(1, 1);
    expect(() => fold.take(ledgerEntry(1, seq))).toThrow(RangeError);
    expect(fold.next).toBe(1);
  });

  it('stays as it was where a time of an entry is no instant', () => {
    const fold = foldOf(1, 1);
    const { bytes } = fold;
    expect(() => fold.take({ ...ledgerEntry(1, 1), effective_at: '2020' })).toThrow(RangeError);
    expect([fold.next, fold.bytes, fold.count]).toEqual([1, bytes, 1]);
    fold.take(ledgerEntry(1, 1));
    expect(fold.count).toBe(2);
  });
});

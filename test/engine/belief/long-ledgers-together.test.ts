import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Beliefs } from '../../../engine/belief/read-beliefs.ts';
import { viewOf } from '../../../engine/view.ts';
import type { LedgerEntry } from '../../../graph/evidence.ts';
import { substituted } from '../../../graph/store/by-kind.ts';
import type { RangeReads } from '../../../graph/store/ranges.ts';
import type { View } from '../../../graph/store/rows.ts';
import { type GraphReader, type GraphStore, StoreUnavailable } from '../../../graph/store/store.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import {
  at,
  CORPUS,
  changes,
  claimAddr,
  corpus,
  hash,
  ledgerEntry,
} from '../../conformance/graph-store/records.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { type Expected, shown, wholeBelief } from './ledger-world.ts';

/** Entries of the ledgers, about the sizes at which they are read in another way. */
const LENGTHS = [1, 16, 17, 63, 64, 65, 128, 400];
/** As many as are read together, each longer than what is read of one at once. */
const MANY = 256;
const LENGTH_OF_MANY = 22;
const SOME = LENGTHS.map((_, index) => claimAddr(index));
const OTHERS = Array.from({ length: MANY }, (_, index) => claimAddr(100 + index));

let opened: OpenedStore;
let store: GraphStore;
let present: View;

beforeAll(async () => {
  opened = await openEmptyEmbedded();
  store = opened.store;
  const ledger = logged([
    ...LENGTHS.map((length, index) => ledgerOf(index, length)),
    ...OTHERS.map((_, index) => ledgerOf(100 + index, LENGTH_OF_MANY)),
  ]);
  const record = corpus(CORPUS, { size: ledger.length, newestEffectiveAt: at(1_000) });
  const head = { ...(await store.head()), size: ledger.length };
  await store.transact((tx) => tx.save(changes({ head, ledger, corpora: [record] })));
  present = viewOf(record, null).view;
});
afterAll(() => opened.dispose());

function ledgerOf(claim: number, length: number): LedgerEntry[] {
  return Array.from({ length }, (_, seq) => ({
    ...ledgerEntry(claim, seq),
    actor_root: `actor-${seq % 70}`,
    kind: seq % 3 === 0 ? 'dispute' : 'corroborate',
    prev: seq === 0 ? null : hash(`entry ${claim} ${seq - 1}`),
    entry_hash: hash(`entry ${claim} ${seq}`),
  }));
}

/** In a log that takes an entry of each ledger in turn. */
function logged(ledgers: readonly (readonly LedgerEntry[])[]): LedgerEntry[] {
  const inTurn = ledgers.flat().toSorted((a, b) => a.seq - b.seq);
  return inTurn.map((entry, seq) => ({ ...entry, log: { ...entry.log, seq } }));
}

/** The store, with what each read of pages gave; each takes some turns, and some fail. */
function watched(turns: readonly number[] = [0], faults: ReadonlySet<number> = new Set()) {
  const reads: number[] = [];
  const ledger: RangeReads['ledger'] = async (query) => {
    const read = reads.push(0) - 1;
    for (let left = turns[read % turns.length] ?? 0; left > 0; left -= 1) await new Promise(setImmediate);
    if (faults.has(read)) throw new StoreUnavailable('gone for a moment');
    const found = await store.ranges('ledger', query);
    reads[read] = found.flat().length;
    return found;
  };
  const reader: GraphReader = substituted(store, { ranges: { ledger } });
  return { reader, reads };
}

const seen = new Map<string, Promise<Expected>>();
function wholeOf(index: number, view: View): Promise<Expected> {
  const key = `${index} ${view.seq}`;
  const known = seen.get(key) ?? wholeBelief(store, claimAddr(index), view);
  seen.set(key, known);
  return known;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

describe('long ledgers that are read together', () => {
  it('cost as many reads as the longest of them has pages', async () => {
    const longest = watched();
    await new Beliefs(longest.reader).read(SOME.slice(-1), present);
    const all = watched();
    // One read more is of those that are not long.
    await new Beliefs(all.reader).read(SOME, present);
    expect(all.reads).toHaveLength(longest.reads.length + 1);
    expect(sum(all.reads)).toBe(sum(LENGTHS));
  });

  it('give at most 4,096 entries at once, whatever their number', async () => {
    const { reader, reads } = watched();
    const found = await new Beliefs(reader).read(OTHERS, present);
    expect(sum(reads)).toBe(MANY * LENGTH_OF_MANY);
    expect(Math.max(...reads)).toBe(4_096);
    expect(reads.length).toBe(2);
    for (const { ledger } of found.values()) expect(ledger.count).toBe(LENGTH_OF_MANY);
  });

  it('are each read once for readings that share some of them', async () => {
    const { reader, reads } = watched([3]);
    const beliefs = new Beliefs(reader);
    const long = SOME.slice(2);
    const readings = [long.slice(0, 4), long.slice(2), long.slice(1, 5)];
    await Promise.all(readings.map((claims) => beliefs.read(claims, present)));
    expect(sum(reads)).toBe(sum(LENGTHS.slice(2)));
  });

  it('stay when they are whole, though the reading of a longer one fails', async () => {
    const faulty = watched([0], new Set([1]));
    const beliefs = new Beliefs(faulty.reader);
    const [short, long] = [SOME.slice(3, 4), SOME.slice(-1)];
    const both = beliefs.read([...short, ...long], present);
    const shared = beliefs.read(short, present);
    await expect(both).rejects.toThrow('gone for a moment');
    expect((await shared).get(claimAddr(3))?.ledger.count).toBe(63);
    faulty.reads.length = 0;
    await beliefs.read(short, present);
    expect(faulty.reads).toEqual([]);
  });

  it('equal the fold of each alone, whatever views and readings overlap, and whichever reads fail', async () => {
    const looks = fc.array(
      fc.record({
        claims: fc.uniqueArray(fc.nat({ max: LENGTHS.length - 1 }), { minLength: 1 }),
        // Many share a view.
        seq: fc.constantFrom(-1, 200, 3_000, 5_700, 6_000, present.seq, present.seq),
        after: fc.nat({ max: 8 }),
      }),
      { minLength: 1, maxLength: 6 },
    );
    const waits = fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 9 });
    const faults = fc.uniqueArray(fc.nat({ max: 12 }), { maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(looks, waits, faults, async (all, turns, failing) => {
        const beliefs = new Beliefs(watched(turns, new Set(failing)).reader);
        const ended = await Promise.allSettled(
          all.map(async ({ claims, seq, after }) => {
            for (let left = after; left > 0; left -= 1) await new Promise(setImmediate);
            const view = { ...present, seq };
            const found = await beliefs.read(claims.map(claimAddr), view);
            for (const index of claims) {
              const belief = found.get(claimAddr(index));
              expect(belief && (await shown(belief))).toEqual(await wholeOf(index, view));
            }
          }),
        );
        for (const one of ended)
          if (one.status === 'rejected' && !(one.reason instanceof StoreUnavailable)) throw one.reason;
        if (failing.length === 0) expect(ended.map(({ status }) => status)).not.toContain('rejected');
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Beliefs } from '../../../engine/belief/read-beliefs.ts';
import { viewOf } from '../../../engine/view.ts';
import type { LedgerEntry } from '../../../graph/evidence.ts';
import { substituted } from '../../../graph/store/by-kind.ts';
import type { View } from '../../../graph/store/rows.ts';
import { type GraphReader, type GraphStore, StoreUnavailable } from '../../../graph/store/store.ts';
import { addMilliseconds } from '../../../graph/time.ts';
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
import { shown, wholeBelief } from './ledger-world.ts';

/** Several pages. */
const LENGTH = 2_000;
const CLAIMS = [1, 2, 3].map(claimAddr);

let opened: OpenedStore;
let store: GraphStore;
let present: View;

beforeAll(async () => {
  opened = await openEmptyEmbedded();
  store = opened.store;
  const ledger = [1, 2, 3].flatMap(ledgerOf);
  const record = corpus(CORPUS, { size: 3 * LENGTH, newestEffectiveAt: at(LENGTH) });
  const head = { ...(await store.head()), size: 3 * LENGTH };
  await store.transact((tx) => tx.save(changes({ head, ledger, corpora: [record] })));
  present = viewOf(record, null).view;
});
afterAll(() => opened.dispose());

/** A ledger whose entries follow each other; the last ones hold from before the others. */
function ledgerOf(claim: number): LedgerEntry[] {
  return Array.from({ length: LENGTH }, (_, seq) => {
    const entry = ledgerEntry(claim, seq);
    const logSeq = (claim - 1) * LENGTH + seq;
    return {
      ...entry,
      actor_root: `actor-${seq % 700}`,
      kind: seq % 3 === 0 ? 'dispute' : 'corroborate',
      effective_at: seq >= LENGTH - 10 ? at(5) : entry.effective_at,
      prev: seq === 0 ? null : hash(`entry ${claim} ${seq - 1}`),
      entry_hash: hash(`entry ${claim} ${seq}`),
      log: { ...entry.log, seq: logSeq },
    };
  });
}

/** The store, counting the entries it gives; it fails as often as `faults` says. */
let reads = { entries: 0, largest: 0, faults: 0 };
let reader: GraphReader;
beforeEach(() => {
  reads = { entries: 0, largest: 0, faults: 0 };
  const count = <T extends readonly unknown[]>(found: T): T => {
    reads.entries += found.length;
    reads.largest = Math.max(reads.largest, found.length);
    return found;
  };
  reader = substituted(store, {
    ranges: {
      ledger: async (query) => {
        if (reads.faults-- > 0) throw new StoreUnavailable('gone for a moment');
        return (await store.ranges('ledger', query)).map(count);
      },
    },
  });
});

async function expectWhole(beliefs: Beliefs, view: View): Promise<void> {
  for (const claim of CLAIMS) {
    const belief = (await beliefs.read([claim], view)).get(claim);
    expect(belief && (await shown(belief))).toEqual(await wholeBelief(store, claim, view));
  }
}

describe('the first reading of a long ledger', () => {
  it('is right at each view, read alone and with others', async () => {
    const half = { ...present, seq: LENGTH + 500 };
    for (const view of [present, half, { ...present, until: at(700) }]) {
      await expectWhole(new Beliefs(store), view);
      const together = await new Beliefs(store).read(CLAIMS, view);
      for (const [claim, belief] of together) {
        expect(await shown(belief)).toEqual(await wholeBelief(store, claim, view));
      }
    }
  });

  it('is shared by all who want it meanwhile, of the present and of the past', async () => {
    for (const view of [present, { ...present, until: at(700) }]) {
      const beliefs = new Beliefs(reader);
      reads.entries = 0;
      const all = await Promise.all(Array.from({ length: 4 }, () => beliefs.read(CLAIMS, view)));
      expect(reads.entries).toBe(3 * LENGTH);
      for (const one of all)
        for (const claim of CLAIMS) expect(one.get(claim)?.fold).toEqual(all[0]?.get(claim)?.fold);
    }
  });

  it('is shared no further than a view goes', async () => {
    const beliefs = new Beliefs(reader);
    const older = { ...present, seq: 700 };
    const [claim = claimAddr(1)] = CLAIMS;
    const [all, some, more] = await Promise.all(
      [present, older, { ...present, seq: 900 }].map((view) => beliefs.read([claim], view)),
    );
    expect([all, some, more].map((one) => one?.get(claim)?.ledger.count)).toEqual([LENGTH, 701, 901]);
    expect(some?.get(claim)?.fold).toEqual((await wholeBelief(store, claim, older)).fold);
  });

  it('that fails is reported to all that share it, and tried again by the next', async () => {
    const beliefs = new Beliefs(reader);
    reads.faults = 1;
    const both = await Promise.allSettled([1, 2].map(() => beliefs.read(CLAIMS.slice(0, 1), present)));
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expectWhole(beliefs, present);
  });

  it('leaves others their turn between pages', async () => {
    let turns = 0;
    let reading = true;
    const other = (async () => {
      while (reading) {
        await new Promise(setImmediate);
        turns += 1;
      }
    })();
    await new Beliefs(reader).read(CLAIMS, present);
    reading = false;
    await other;
    expect(reads.largest).toBeLessThanOrEqual(250);
    expect(turns).toBeGreaterThan((3 * LENGTH) / 250);
  });
});

describe('a bound that one of three long ledgers fits in', () => {
  const oneFits = async () => {
    const whole = new Beliefs(store);
    await whole.read(CLAIMS.slice(0, 1), present);
    return Math.floor(1.5 * whole.keptBytes);
  };

  it('holds, whichever is read, and every reading is right', async () => {
    const bytes = await oneFits();
    const beliefs = new Beliefs(reader, { claims: 100, bytes });
    for (let round = 0; round < 2; round += 1) {
      await expectWhole(beliefs, present);
      expect(beliefs.keptBytes).toBeLessThanOrEqual(bytes);
    }
    // Each pushes another out: every reading folds its whole ledger.
    expect(reads.entries).toBeGreaterThanOrEqual(6 * LENGTH);
  });

  it('is not spent on the past, of which anybody may name any millisecond', async () => {
    const beliefs = new Beliefs(reader, { claims: 3, bytes: await oneFits() });
    const [claim = claimAddr(1)] = CLAIMS;
    await beliefs.read([claim], present);
    const before = beliefs.keptBytes;
    for (let ms = 0; ms < 5; ms += 1) {
      for (const until of [addMilliseconds(at(700), ms), addMilliseconds(present.until, 1 + ms)]) {
        await beliefs.read(CLAIMS, { ...present, until });
      }
    }
    expect(beliefs.keptBytes).toBe(before);
    reads.entries = 0;
    await beliefs.read([claim], present);
    expect(reads.entries).toBe(0);
  });
});

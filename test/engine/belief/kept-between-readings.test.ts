import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Beliefs } from '../../../engine/belief/read-beliefs.ts';
import { forCaller } from '../../../graph/caller.ts';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import { rebuildInPlace } from '../../../graph/log/rebuild.ts';
import { substituted } from '../../../graph/store/by-kind.ts';
import type { RangeReads } from '../../../graph/store/ranges.ts';
import type { View } from '../../../graph/store/rows.ts';
import type { GraphReader, GraphStore } from '../../../graph/store/store.ts';
import { endOfDay } from '../../../graph/time.ts';
import { changes, ledgerEntry } from '../../conformance/graph-store/records.ts';
import { said } from './ledger-events.ts';
import { day, LedgerWorld, shown, wholeBelief } from './ledger-world.ts';

const LENGTH = 40;
/** T of the present, until somebody observes something later. */
const UNTIL = endOfDay(day(100));

let undo: AsyncDisposableStack;
let path: string;
let store: GraphStore;
let world: LedgerWorld;
let beliefs: Beliefs;

beforeEach(async () => {
  undo = new AsyncDisposableStack();
  path = await newFolder();
  store = undo.use(await openEmbedded({ path }));
  world = new LedgerWorld(store, 0);
  await world.observe(99, 100);
  beliefs = new Beliefs(store);
  for (let n = 0; n < LENGTH; n++) await world.say(said(`a${n}`, { on: n, artefacts: [n % 5] }));
});
afterEach(() => undo.disposeAsync());

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'adduce-beliefs-'));
  undo.defer(() => rm(folder, { recursive: true }));
  return folder;
}

async function now(until = UNTIL): Promise<View> {
  return { seq: (await store.head()).size - 1, until };
}

async function expectWhole(reader: Beliefs, of: GraphReader = store): Promise<void> {
  const view = { seq: (await of.head()).size - 1, until: UNTIL };
  const belief = (await reader.read([world.claim(0)], view)).get(world.claim(0));
  expect(belief && (await shown(belief))).toEqual(await wholeBelief(of, world.claim(0), view));
}

/** Counts what is read of ledgers and of observations, through to the real store. */
function counted(of: GraphReader) {
  const counts = { entries: 0, hashes: 0 };
  const reader = substituted(of, {
    ranges: {
      ledger: async (query) => {
        const found = await of.ranges('ledger', query);
        counts.entries += found.flat().length;
        return found;
      },
      observations: async (query) => {
        counts.hashes += query.by.length;
        return of.ranges('observations', query);
      },
    },
  });
  const take = () => {
    const taken = { ...counts };
    Object.assign(counts, { entries: 0, hashes: 0 });
    return taken;
  };
  return { reader, take };
}

describe('a second reading', () => {
  it('reads nothing again where the caller that waited for the first has left', async () => {
    // The successor's ledger is read behind that of the claim.
    await world.say(said('a1', { kind: 'supersede-propose', successor: 1, on: 60 }));
    const { reader, take } = counted(store);
    const leaving = new AbortController();
    const ledger: RangeReads['ledger'] = (query) => {
      leaving.abort('left');
      return reader.ranges('ledger', query);
    };
    const kept = new Beliefs(substituted(reader, { ranges: { ledger } }));
    const read = async () => kept.read([world.claim(0)], await now());
    await expect(forCaller(leaving.signal, read)).rejects.toBe('left');
    take();
    await read();
    expect(take()).toEqual({ entries: 0, hashes: 0 });
    await expectWhole(kept);
  });

  it('reads nothing again, then only what was appended, then only what was observed', async () => {
    const { reader, take } = counted(store);
    const kept = new Beliefs(reader);
    await kept.read([world.claim(0)], await now());
    expect(take()).toEqual({ entries: LENGTH, hashes: 5 });
    await kept.read([world.claim(0)], await now());
    expect(take()).toEqual({ entries: 0, hashes: 0 });
    for (const [index, artefact] of [4, 5, 6].entries()) {
      await world.say(said(`late${index}`, { on: 50, artefacts: [artefact] }));
    }
    await kept.read([world.claim(0)], await now());
    expect(take()).toEqual({ entries: 3, hashes: 3 });
    await world.observe(2, 60);
    await world.observe(30, 60);
    await kept.read([world.claim(0)], await now());
    expect(take()).toEqual({ entries: 0, hashes: 1 });
    await world.observeAll([1, 2], 70);
    await kept.read([world.claim(0)], await now());
    expect(take()).toEqual({ entries: 0, hashes: 7 });
    await kept.read([world.claim(0)], await now());
    expect(take()).toEqual({ entries: 0, hashes: 0 });
    await expectWhole(kept);
  });

  it('of a snapshot that is one entry older costs the ledger once, and from then on nothing', async () => {
    const { reader, take } = counted(store);
    const kept = new Beliefs(reader);
    const older = await now();
    await world.say(said('late', { on: 50 }));
    const newer = await now();
    for (const view of [newer, older]) await kept.read([world.claim(0)], view);
    take();
    for (const view of [newer, older, newer, older]) await kept.read([world.claim(0)], view);
    expect(take().entries).toBe(0);
  });

  it.each([
    [15, 1],
    [16, 5],
    [1_000, 5],
  ])('looks through %i entries for artefacts observed again, and asks for %i', async (observed, asked) => {
    const { reader, take } = counted(store);
    const kept = new Beliefs(reader);
    await kept.read([world.claim(0)], await now());
    take();
    const others = Array.from({ length: observed - 1 }, (_, n) => world.observe(10 + n, 60));
    await Promise.all([...others, world.observe(3, 60)]);
    await kept.read([world.claim(0)], await now());
    expect(take()).toEqual({ entries: 0, hashes: asked });
    await expectWhole(kept);
  });

  it('looks up no successor that only an unvetted writer names', async () => {
    const { reader, take } = counted(store);
    const kept = new Beliefs(reader);
    await world.say(said('b', { claim: 1 }));
    await world.say(said('sybil', { kind: 'supersede-propose', successor: 1, standing: 499 }));
    await kept.read([world.claim(0)], await now());
    await world.say(said('c', { claim: 1 }));
    take();
    await kept.read([world.claim(0)], await now());
    expect(take().entries).toBe(0);
    await expectWhole(kept);
  });
});

describe('a kept fold', () => {
  it('takes nothing of a transaction that rolls back, also where it is read within', async () => {
    await expectWhole(beliefs);
    const rolledBack = store.transact(async (tx) => {
      const [head] = await tx.records('ledgerHeads', [world.claim(0)]);
      const seq = (head?.seq ?? -1) + 1;
      const entry = { ...ledgerEntry(0, seq), claim: world.claim(0), prev: head?.entry_hash ?? null };
      await tx.save(changes({ head: await tx.head(), ledger: [entry] }));
      expect((await tx.records('ledgerHeads', [world.claim(0)]))[0]?.seq).toBe(seq);
      await beliefs.read([world.claim(0)], { seq: 1_000_000, until: UNTIL });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await expectWhole(beliefs);
    await world.say(said('late', { on: 50 }));
    await expectWhole(beliefs);
  });

  it('follows what another process appends', async () => {
    await using other = await openEmbedded({ path });
    await expectWhole(beliefs);
    await new LedgerWorld(other, 0).say(said('elsewhere', { kind: 'dispute', on: 50 }));
    await expectWhole(beliefs);
    await world.say(said('here', { on: 51 }));
    await expectWhole(new Beliefs(other), other);
    await expectWhole(beliefs);
  });

  it('stands through a rebuild', async () => {
    await expectWhole(beliefs);
    await rebuildInPlace(store, () => undefined);
    await expectWhole(beliefs);
    await world.say(said('late', { on: 50 }));
    await expectWhole(beliefs);
  });

  it.each([0, 1, LENGTH - 1, LENGTH, LENGTH + 1, LENGTH + 5])(
    'is given up where its store was filled again, now with %i entries',
    async (length) => {
      await using other = await openEmbedded({ path: await newFolder() });
      const elsewhere = new LedgerWorld(other, 0);
      for (let n = 0; n < length; n++) {
        await elsewhere.say(said(`b${n}`, { kind: 'dispute', on: n, artefacts: [n % 3] }));
      }
      const now: { reader: GraphReader } = { reader: store };
      const switched = new Proxy(store, {
        get: (_, name) => Reflect.get(now.reader, name),
      });
      const kept = new Beliefs(switched);
      await expectWhole(kept);
      now.reader = other;
      await expectWhole(kept, other);
      await elsewhere.say(said('late', { on: 50 }));
      await expectWhole(kept, other);
    },
  );
});

describe("a view's ledger", () => {
  it('gives every page without loss or double, also where T leaves entries out', async () => {
    for (const on of [200, 3, 201, 202, 4]) await world.say(said(`more${on}`, { on }));
    const view = await now();
    const { entries } = await wholeBelief(store, world.claim(0), view);
    const ledger = (await beliefs.read([world.claim(0)], view)).get(world.claim(0))?.ledger;
    if (ledger === undefined) throw new Error('no ledger');
    expect(ledger.count).toBe(LENGTH + 2);
    for (const size of [1, 7, LENGTH + 1, LENGTH + 2, LENGTH + 3]) {
      const pages: unknown[] = [];
      for (let start = 0; start < ledger.count; start += size)
        pages.push(...(await ledger.page(start, size)));
      expect(pages).toEqual(entries);
    }
    for (const [index, { seq }] of entries.entries()) expect(ledger.countTo(seq)).toBe(index + 1);
    expect(await ledger.page(ledger.count, 5)).toEqual([]);
    expect(await ledger.page(0, 0)).toEqual([]);
  });

  it('does not change when the ledger goes on', async () => {
    const belief = (await beliefs.read([world.claim(0)], await now())).get(world.claim(0));
    await world.say(said('late', { kind: 'dispute', on: 50 }));
    await beliefs.read([world.claim(0)], await now());
    expect(belief?.ledger.count).toBe(LENGTH);
    expect(belief?.ledger.kindsFrom(0)).toEqual(['corroborate']);
    expect(belief?.ledger.countOf(['dispute'])).toBe(0);
    expect(belief?.ledger.positionsOf(['dispute'], 0, 5)).toEqual([]);
    expect(belief?.ledger.countTo(LENGTH)).toBe(LENGTH);
    expect(await belief?.ledger.page(LENGTH - 1, 5)).toHaveLength(1);
    expect(belief?.disputes).toEqual([]);
  });

  it('is empty for a claim that nobody spoke of', async () => {
    const read = await beliefs.read([world.claim(50)], await now());
    const { fold, ledger } = read.get(world.claim(50)) ?? {};
    expect([fold, ledger?.count, ledger?.head]).toEqual([null, 0, null]);
    expect(await beliefs.read([], await now())).toEqual(new Map());
  });
});

/** Entries of one transaction share pages, and are read before these are written. */
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Connection } from '../../../graph/embedded/connection.ts';
import { SavedLeaves } from '../../../graph/embedded/saved-leaves.ts';
import type { EntryBody } from '../../../graph/log/entry.ts';
import type { GraphTransaction } from '../../../graph/store/store.ts';
import { changes, entry } from '../../conformance/graph-store/records.ts';
import { openForTest, testFolder } from './folder.ts';

const ALL = { after: -1, limit: 1_000, types: null };
const FAULT = new Error('this transaction is undone');
const large: EntryBody = { type: 'key.revoked', key_id: 'k'.repeat(70_000) };
const huge: EntryBody = { type: 'key.revoked', key_id: 'k'.repeat(1_000_000) };
const larger: EntryBody = { type: 'key.revoked', key_id: 'k'.repeat(5_000_000) };

async function saveRun(tx: GraphTransaction, first: number, count: number, body?: EntryBody): Promise<void> {
  const entries = Array.from({ length: count }, (_, index) => entry(first + index, body));
  await tx.save(changes({ head: { size: first + count, frontier: [], at: null }, entries }));
}

async function opened() {
  const path = await testFolder();
  const store = await openForTest({ path });
  const pages = () => {
    const connection = new Connection(join(path, 'graph.sqlite'), 1_000);
    try {
      return connection.rows<{ first: number }>('SELECT first FROM entry_pages ORDER BY first');
    } finally {
      connection.close();
    }
  };
  return { path, store, pages: () => pages().map(({ first }) => first) };
}

describe('the entries of one transaction', () => {
  it('that was undone are not found, and those of the next at their positions are', async () => {
    const { store } = await opened();
    const undone = store.transact(async (tx) => {
      await saveRun(tx, 0, 5, { type: 'key.revoked', key_id: 'undone' });
      throw FAULT;
    });
    await expect(undone).rejects.toBe(FAULT);
    await store.transact(async (tx) => {
      expect(await tx.records('entries', [0])).toEqual([null]);
      await saveRun(tx, 0, 5);
    });
    expect(await store.entries(ALL)).toEqual([0, 1, 2, 3, 4].map((seq) => entry(seq)));
  });

  it('leave nothing to a later transaction where one was undone behind a page that was open', async () => {
    const { store, pages } = await opened();
    const undone = store.transact(async (tx) => {
      await saveRun(tx, 0, 20);
      throw FAULT;
    });
    await expect(undone).rejects.toBe(FAULT);
    await store.transact(async () => undefined);
    expect(pages()).toEqual([]);
    expect(await store.entries(ALL)).toEqual([]);
  });

  it('are read by it before their page is written', async () => {
    const { store } = await opened();
    await store.transact(async (tx) => {
      await saveRun(tx, 0, 5);
      await saveRun(tx, 5, 5);
      expect(await tx.entries(ALL)).toEqual(Array.from({ length: 10 }, (_, seq) => entry(seq)));
      expect(await tx.records('entries', [7])).toEqual([entry(7)]);
    });
  });

  it('are read by it behind entries that leave no room to those that were saved first', async () => {
    const { store } = await opened();
    await store.transact(async (tx) => {
      await saveRun(tx, 0, 5);
      await saveRun(tx, 5, 9, huge);
      expect(await tx.records('entries', [2])).toEqual([entry(2)]);
      await tx.save(
        changes({
          head: { size: 20, frontier: [], at: null },
          entries: [
            ...[14, 15, 16, 17].map((seq) => entry(seq)),
            ...[18, 19].map((seq) => entry(seq, larger)),
          ],
        }),
      );
      expect(await tx.records('entries', [14])).toEqual([entry(14)]);
    });
  });

  it.each<[string, readonly (readonly [number, number, EntryBody?])[], readonly number[]]>([
    [
      'lie in one page, saved in three parts',
      [
        [0, 5],
        [5, 5],
        [10, 5],
      ],
      [0],
    ],
    [
      'fill pages of 32, and the last one takes the rest',
      [
        [0, 15],
        [15, 15],
        [30, 15],
      ],
      [0, 32],
    ],
    [
      'fill a page to its last place',
      [
        [0, 16],
        [16, 16],
      ],
      [0],
    ],
    ['have no page where three are saved by themselves', [[0, 3]], []],
    [
      'begin a page behind such that have none',
      [
        [0, 5],
        [5, 1],
        [6, 5],
      ],
      [0, 6],
    ],
    [
      'begin a page behind one that is too large for any',
      [
        [0, 5],
        [5, 1, large],
        [6, 5],
      ],
      [0, 6],
    ],
  ])('%s', async (_, parts, expected) => {
    const { path, store, pages } = await opened();
    await store.transact(async (tx) => {
      for (const [first, count, body] of parts) await saveRun(tx, first, count, body);
    });
    expect(pages()).toEqual(expected);
    const saved = parts.flatMap(([first, count, body]) =>
      Array.from({ length: count }, (_, index) => entry(first + index, body)),
    );
    const again = await openForTest({ path });
    expect(await again.entries(ALL)).toEqual(saved);
  });

  it('share no page with those of another', async () => {
    const { store, pages } = await opened();
    for (const first of [0, 5, 10]) await store.transact((tx) => saveRun(tx, first, 5));
    expect(pages()).toEqual([0, 5, 10]);
  });

  it('are compressed once for each page', async () => {
    const { store } = await opened();
    const run = vi.spyOn(Connection.prototype, 'run');
    onTestFinished(() => run.mockRestore());
    await store.transact(async (tx) => {
      for (let first = 0; first < 16 * 15; first += 15) await saveRun(tx, first, 15);
    });
    expect(run.mock.calls.filter(([sql]) => sql.includes('INTO entry_pages'))).toHaveLength(8);
  });
});

describe('leaves that were saved', () => {
  const leaf = (length: number) => ({ bytes: new Uint8Array(length), root: 'a' });

  it('are at most as many bytes as the bound, and the first to be saved goes first', () => {
    const leaves = new SavedLeaves(100);
    for (const seq of [1, 2, 3]) leaves.add(seq, leaf(50));
    expect([1, 2, 3].map((seq) => leaves.get(seq) !== undefined)).toEqual([false, true, true]);
  });

  it('are none where one alone is larger than the bound', () => {
    const leaves = new SavedLeaves(100);
    leaves.add(1, leaf(100));
    leaves.add(2, leaf(101));
    expect([leaves.get(1), leaves.get(2)]).toEqual([undefined, undefined]);
  });

  it('count once where one replaces another', () => {
    const leaves = new SavedLeaves(100);
    for (const length of [60, 40, 60]) leaves.add(1, leaf(length));
    leaves.add(2, leaf(40));
    expect(leaves.get(1)?.bytes).toHaveLength(60);
    leaves.clear();
    expect(leaves.get(1)).toBeUndefined();
    leaves.add(3, leaf(100));
    expect(leaves.get(3)).toBeDefined();
  });
});

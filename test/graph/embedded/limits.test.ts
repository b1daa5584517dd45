/** Bounds of the embedded store, at the limit and one past it; what a writer does that must wait. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MAX_LISTENERS } from '../../../graph/embedded/commit-watch.ts';
import { Connection } from '../../../graph/embedded/connection.ts';
import { MAX_HITS, MAX_RANKED, MAX_TERMS } from '../../../graph/embedded/text-index.ts';
import { MAX_WAITING, WriteQueue } from '../../../graph/embedded/write-queue.ts';
import { StoreUnavailable } from '../../../graph/store/store.ts';
import { CORPUS, changes, claim, claimAddr, section } from '../../conformance/graph-store/records.ts';
import { append, range } from './append.ts';
import { openForTest, testFolder } from './folder.ts';

const NEWEST = { seq: 1_000_000, until: '2999-01-01T00:00:00.000Z' };
const VIEW = { seq: 0, until: '2026-01-01T00:00:00.000Z' };

describe('a text query', () => {
  it('has at most so many distinct terms and hits', async () => {
    const store = await openForTest({ path: await testFolder() });
    const search = (terms: number, limit: number) =>
      store.searchText({ corpus: CORPUS, terms: range(terms).map(String), match: 'any', limit, view: VIEW });
    expect(await search(MAX_TERMS, MAX_HITS)).toEqual([]);
    await expect(search(MAX_TERMS + 1, MAX_HITS)).rejects.toBeInstanceOf(RangeError);
    await expect(search(MAX_TERMS, MAX_HITS + 1)).rejects.toBeInstanceOf(RangeError);
  });

  it('ranks at most so many sections: common terms count for nothing beside rare ones', async () => {
    const store = await openForTest({ path: await testFolder() });
    const textTerms = [
      'rare common filler0',
      'rare common filler1',
      ...Array(MAX_RANKED - 3).fill('common'),
      'other',
    ];
    const sections = textTerms.map((terms, n) => section(`s${n}`, { textTerms: terms }));
    await store.transact(async (tx) => tx.save(changes({ head: await tx.head(), sections })));
    const search = (match: 'all' | 'any', ...terms: string[]) =>
      store.searchText({ corpus: CORPUS, terms, match, limit: MAX_HITS, view: NEWEST });
    const names = async (...asked: Parameters<typeof search>) =>
      (await search(...asked)).map(({ addr }) => addr.slice(addr.lastIndexOf('/') + 1)).toSorted();
    // 2 + (MAX_RANKED - 1) matches are one more than are ranked.
    expect(await names('any', 'rare', 'common')).toEqual(['s0', 's1']);
    expect(await search('any', 'common', 'rare')).toEqual(await search('any', 'rare'));
    // 1 + (MAX_RANKED - 1) matches are as many as are ranked.
    expect(await search('any', 'filler0', 'common')).toHaveLength(MAX_HITS);
    expect(await names('any', 'filler0', 'common')).toContain('s0');
    expect(await names('all', 'rare', 'common')).toEqual(['s0', 's1']);
  });

  it('ranks the newest sections where one term alone matches more', async () => {
    const store = await openForTest({ path: await testFolder() });
    const sections = range(MAX_RANKED + 1).map((n) =>
      section(`s${n}`, { titleTerms: n === 0 || n === 1 ? 'common' : '', textTerms: 'common' }),
    );
    await store.transact(async (tx) => tx.save(changes({ head: await tx.head(), sections })));
    const query = { corpus: CORPUS, terms: ['common'], match: 'any', limit: 1, view: NEWEST } as const;
    // The oldest section, whose title has the term too, is not among them.
    expect((await store.searchText(query)).map(({ addr }) => addr)).toEqual([section('s1').addr]);
  });
});

describe('listeners', () => {
  it('are at most so many, and one that stops makes room', async () => {
    const store = await openForTest({ path: await testFolder() });
    const [stop] = range(MAX_LISTENERS).map(() => store.onCommit(() => undefined));
    expect(() => store.onCommit(() => undefined)).toThrow(RangeError);
    stop?.();
    store.onCommit(() => undefined);
  });
});

describe('the queue of writers', () => {
  it('refuses one more than may wait and takes it once there is room', async () => {
    const queue = new WriteQueue();
    const waiting = range(MAX_WAITING).map((n) => queue.run(async () => n));
    await expect(queue.run(async () => 0)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await Promise.all(waiting)).toEqual(range(MAX_WAITING));
    expect(await queue.run(async () => 'room')).toBe('room');
  });

  it('goes on after a task that failed', async () => {
    const queue = new WriteQueue();
    const failing = queue.run(() => Promise.reject(new Error('no')));
    const next = queue.run(async () => 'next');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('next');
  });
});

describe('a store that another process holds', () => {
  it('refuses writes after the wait, and reads and breathes meanwhile', async () => {
    const path = await testFolder();
    const store = await openForTest({ path, busyTimeoutMs: 100 });
    await append(store);
    const other = new Connection(join(path, 'graph.sqlite'), 0);
    other.exec('BEGIN IMMEDIATE');
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 10);
    await expect(append(store)).rejects.toBeInstanceOf(StoreUnavailable);
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(1);
    expect((await store.head()).size).toBe(1);
    other.exec('ROLLBACK');
    other.close();
    expect(await append(store)).toBe(1);
  });

  it('is written to as soon as the other lets go', async () => {
    const path = await testFolder();
    const store = await openForTest({ path });
    const other = new Connection(join(path, 'graph.sqlite'), 0);
    other.exec('BEGIN IMMEDIATE');
    const appended = append(store);
    await sleep(50);
    other.exec('COMMIT');
    other.close();
    expect(await appended).toBe(0);
  });

  it('can be opened', async () => {
    const path = await testFolder();
    await openForTest({ path });
    const other = new Connection(join(path, 'graph.sqlite'), 0);
    other.exec('BEGIN IMMEDIATE');
    const store = await openForTest({ path, busyTimeoutMs: 0 });
    expect((await store.head()).size).toBe(0);
    other.close();
  });
});

describe('a transaction whose save fails', () => {
  it('is not committed in part, even when the work goes on', async () => {
    const store = await openForTest({ path: await testFolder() });
    const seqTwice = { claim: claimAddr(1), rival: claimAddr(2), seq: Number.NaN };
    const work = store.transact(async (tx) => {
      await tx.save(changes({ claims: [claim(1)], rivals: [seqTwice] })).catch(() => undefined);
    });
    await expect(work).rejects.toThrow();
    expect(await store.records('claims', [claimAddr(1)])).toEqual([null]);
    expect(await append(store)).toBe(0);
  });
});

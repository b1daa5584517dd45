/** Reader threads: what they read, when they end, and what their faults do to others. */

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { forCaller } from '../../../graph/caller.ts';
import { MAX_READS, ReaderThreads } from '../../../graph/embedded/threads/reader-threads.ts';
import { ON_THREADS } from '../../../graph/embedded/threads/threaded-reads.ts';
import { ANY_CLAIM } from '../../../graph/store/filters.ts';
import { StoreUnavailable } from '../../../graph/store/store.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import { at, CORPUS, changes, claim, claimAddr, occurrence } from '../../conformance/graph-store/records.ts';
import { range } from './append.ts';
import { openForTest, testFolder } from './folder.ts';

const LEFT = new Error('nobody waits any longer');
/** What ends at its next row has ended by then, however busy the machine is. */
const SOON_MS = 5_000;
const EVERYTHING = {
  corpus: CORPUS,
  view: { seq: Number.MAX_SAFE_INTEGER, until: at(1_000_000) },
  filter: ANY_CLAIM,
  prefixes: null,
  closedLicences: [],
  among: null,
};
const FIRST = { by: 'seq', descending: true, after: null, before: null, limit: 5 } as const;

/** Threads of `endless-thread.ts` over an empty store. */
async function endlessThreads(options: { count?: number; graceMs?: number } = {}): Promise<ReaderThreads> {
  const path = await testFolder();
  await openForTest({ path });
  const threads = new ReaderThreads({
    file: join(path, 'graph.sqlite'),
    cacheKib: 1_024,
    count: 1,
    module: new URL('./endless-thread.ts', import.meta.url),
    ...options,
  });
  onTestFinished(() => threads[Symbol.asyncDispose]());
  return threads;
}

async function resting(threads: ReaderThreads): Promise<void> {
  for (const start = performance.now(); threads.size > 0; await sleep(5)) {
    if (performance.now() - start > SOON_MS) throw new Error(`${threads.size} reads have not ended`);
  }
}

describe('a store with reader threads', () => {
  it('sees on every thread what was committed before the read', async () => {
    const store = await openForTest({ path: await testFolder(), readerThreads: 2 });
    for (const n of range(40)) {
      await save(store, { claims: [claim(n)], occurrences: [occurrence(n, n, 0)] });
      const lists = await Promise.all(range(4).map(() => store.list('claims', EVERYTHING, FIRST)));
      for (const found of lists) expect(found.rows[0]?.addr).toBe(claimAddr(n));
      expect(await store.count('claims', EVERYTHING)).toMatchObject({ count: n + 1 });
    }
  });

  it('does not see on a thread what a transaction has not committed', async () => {
    const store = await openForTest({ path: await testFolder(), readerThreads: 1 });
    await store.transact(async (tx) => {
      await tx.save(changes({ claims: [claim(1)], occurrences: [occurrence(1, 1, 0)] }));
      expect(await tx.records('claims', [claimAddr(1)])).toMatchObject([{ addr: claimAddr(1) }]);
      expect(await store.count('claims', EVERYTHING)).toMatchObject({ count: 0 });
    });
    expect(await store.count('claims', EVERYTHING)).toMatchObject({ count: 1 });
  });

  it('rejects what a thread finds wrong as the read itself would', async () => {
    const store = await openForTest({ path: await testFolder(), readerThreads: 1 });
    const tooLong = store.list('claims', EVERYTHING, { ...FIRST, limit: 1_001 });
    await expect(tooLong).rejects.toThrow(new RangeError('at most 1000 rows, not 1001'));
  });

  it('refuses reads once it is closed', async () => {
    const store = await openForTest({ path: await testFolder(), readerThreads: 1 });
    expect(await store.count('claims', EVERYTHING)).toMatchObject({ count: 0 });
    await store[Symbol.asyncDispose]();
    for (const name of ON_THREADS) expect(store[name], name).toBeTypeOf('function');
    await expect(store.count('claims', EVERYTHING)).rejects.toThrow(
      new StoreUnavailable('the store is closed'),
    );
  });
});

describe('a read on a thread', () => {
  it('ends within its statement where its caller leaves, and the thread reads on', async () => {
    const threads = await endlessThreads({ graceMs: 60_000 });
    const leaving = new AbortController();
    const endless = forCaller(leaving.signal, () => threads.read('head', []));
    await sleep(50);
    leaving.abort(LEFT);
    await expect(endless).rejects.toBe(LEFT);
    await resting(threads);
    expect(await threads.read('note', ['still here'])).toBe('still here');
  });

  it('is not begun for a caller who has left', async () => {
    const threads = await endlessThreads();
    const left = AbortSignal.abort(LEFT);
    await expect(forCaller(left, () => threads.read('head', []))).rejects.toBe(LEFT);
    expect(threads.size).toBe(0);
  });

  it('that does not end is given up with its thread, and those behind it are read by another', async () => {
    const threads = await endlessThreads({ graceMs: 50 });
    const leaving = new AbortController();
    const stuck = forCaller(leaving.signal, () => threads.read('blobs', []));
    const behind = threads.read('note', ['behind']);
    leaving.abort(LEFT);
    await expect(stuck).rejects.toBe(LEFT);
    expect(await behind).toBe('behind');
    expect(threads.size).toBe(0);
  });

  it('keeps the position of what is damaged', async () => {
    const threads = await endlessThreads();
    const damaged = threads.read('corpora', []);
    await expect(damaged).rejects.toMatchObject({
      code: 'store_corrupted',
      seq: 7,
      message: 'entry 7 is damaged',
    });
  });

  it('is unavailable where its thread ends, and the next read has another', async () => {
    const threads = await endlessThreads();
    const fault = { code: 'store_unavailable', message: 'a reader thread of the store has ended' };
    await expect(threads.read('entries', [])).rejects.toMatchObject(fault);
    expect(await threads.read('note', ['another'])).toBe('another');
  });

  it('is unavailable once closed, also where it is within a statement', async () => {
    const threads = await endlessThreads();
    const endless = threads.read('head', []);
    await sleep(20);
    const closing = threads[Symbol.asyncDispose]();
    await expect(endless).rejects.toThrow(new StoreUnavailable('the store is closed'));
    await closing;
    await expect(threads.read('note', ['x'])).rejects.toThrow(new StoreUnavailable('the store is closed'));
  });

  it('is one of a bounded number', async () => {
    const threads = await endlessThreads();
    const leaving = new AbortController();
    const reads = range(MAX_READS).map(() => forCaller(leaving.signal, () => threads.read('head', [])));
    await expect(threads.read('note', ['x'])).rejects.toThrow(`more than ${MAX_READS} reads wait`);
    leaving.abort(LEFT);
    expect((await Promise.allSettled(reads)).every(({ status }) => status === 'rejected')).toBe(true);
    await resting(threads);
    expect(await threads.read('note', ['x'])).toBe('x');
  });
});

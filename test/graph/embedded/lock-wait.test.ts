/** A store whose lock another process holds: writes are refused in time, and nothing else waits. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Connection } from '../../../graph/embedded/connection.ts';
import { LogWriter } from '../../../graph/log/writer.ts';
import { StoreUnavailable } from '../../../graph/store/store.ts';
import { at } from '../../conformance/graph-store/records.ts';
import { holdLock } from '../../setup/hold-lock.ts';
import { append, range } from './append.ts';
import { openForTest, testFolder } from './folder.ts';

const FILE = 'graph.sqlite';
/** A client gives up after 5 s; what else a request does takes its part of that. */
const IN_TIME_MS = 4_000;
/** A statement that waited by itself would block for longer than this; a busy machine takes a part of it. */
const BLOCKED_MS = 500;
/** How long another keeps the file for itself: longer than that, and shorter than an opening waits. */
const HELD_MS = 1_200;

/** Longest time that the event loop was not free, while `work` ran. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 10);
    last = performance.now();
  }, 10);
  await work();
  clearInterval(timer);
  return longest;
}

describe('a store whose lock another process holds', () => {
  it('refuses appends in time, also those that came while others waited, and takes the same ones afterwards', async () => {
    const path = await testFolder();
    const store = await openForTest({ path });
    const writer = new LogWriter(store, () => at(0));
    const note = (n: number) =>
      writer.append(async () => ({ entries: [], notes: [[`n${n}`, 'x']], result: () => n }));
    const tookMs: number[] = [];
    {
      await using _ = await holdLock(join(path, FILE));
      const refused = async (n: number) => {
        await sleep(n * 100);
        const began = performance.now();
        await expect(note(n)).rejects.toBeInstanceOf(StoreUnavailable);
        tookMs.push(performance.now() - began);
      };
      const blocked = await longestBlock(() => Promise.all(range(40).map(refused)));
      expect(blocked).toBeLessThan(BLOCKED_MS);
    }
    expect(tookMs).toHaveLength(40);
    expect(Math.max(...tookMs)).toBeLessThan(IN_TIME_MS);
    expect(await Promise.all(range(40).map(note))).toEqual(range(40));
  });

  it('counts the wait of a transaction from when it was asked for, behind others too', async () => {
    const path = await testFolder();
    const store = await openForTest({ path });
    await using _ = await holdLock(join(path, FILE));
    const began = performance.now();
    const all = await Promise.allSettled(range(5).map(() => append(store)));
    expect(all.every(({ status }) => status === 'rejected')).toBe(true);
    expect(performance.now() - began).toBeLessThan(IN_TIME_MS);
  });

  it('says that it refuses writes from the first refusal until the lock is free, without waiting', async () => {
    const path = await testFolder();
    const store = await openForTest({ path, busyTimeoutMs: 100 });
    {
      await using _ = await holdLock(join(path, FILE));
      await expect(append(store)).rejects.toBeInstanceOf(StoreUnavailable);
      for (const _ of range(3)) {
        const began = performance.now();
        expect(await store.writeRefusal()).toMatch(/another process/);
        expect(performance.now() - began).toBeLessThan(BLOCKED_MS);
        await sleep(300);
      }
      expect((await store.head()).size).toBe(0);
    }
    await expect.poll(() => store.writeRefusal()).toBeNull();
  });

  it('is opened after a wait that blocks nobody where the other has the file for itself', async () => {
    const path = await testFolder();
    await (await openForTest({ path }))[Symbol.asyncDispose]();
    const other = new Connection(join(path, FILE), 0);
    other.exec('PRAGMA locking_mode = EXCLUSIVE');
    other.exec('BEGIN IMMEDIATE; COMMIT');
    setTimeout(() => other.close(), HELD_MS);
    const blocked = await longestBlock(async () => {
      expect((await (await openForTest({ path })).head()).size).toBe(0);
    });
    expect(blocked).toBeLessThan(BLOCKED_MS);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Fence, fenced, LeaseLost, readLease } from '../../../graph/lease/lease.ts';
import { LeaseKeeper } from '../../../graph/lease/lease-keeper.ts';
import { LogWriter } from '../../../graph/log/writer.ts';
import { MAX_BEAT } from '../../../graph/store/beats.ts';
import { type GraphStore, StoreUnavailable } from '../../../graph/store/store.ts';
import { until } from '../../eventually.ts';
import type { StoreTest } from './harness.ts';

const NAME = 'work';
/** What the port promises between the loss of a holder and the next. */
const TAKEOVER_MS = 5_000;
/** Longer than it takes until a holder counts as stopped. */
const SILENCE_MS = 4_000;

/** A process as its lease sees it. */
interface Process {
  readonly keeper: LeaseKeeper;
  readonly faults: unknown[];
  /** The fence of each time that it held the lease. */
  readonly held: Fence[];
  isWorking: boolean;
}

function startProcess(store: GraphStore, holder: string): Process {
  const faults: unknown[] = [];
  const held: Fence[] = [];
  const work = {
    name: NAME,
    run: async (fence: Fence, signal: AbortSignal) => {
      held.push(fence);
      process.isWorking = true;
      if (!signal.aborted)
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      process.isWorking = false;
    },
  };
  const keeper = new LeaseKeeper({ store, holder, work, onFault: (fault) => faults.push(fault) });
  const process: Process = { keeper, faults, held, isWorking: false };
  return process;
}

/** A store whose answers no longer reach one process once it is cut off; what it asked for goes on waiting. */
function cuttable(store: GraphStore) {
  let isCut = false;
  const { promise: never } = Promise.withResolvers<never>();
  const through = <T>(answer: Promise<T>): Promise<T> => (isCut ? never : answer);
  const cut: GraphStore = {
    ...store,
    note: (name) => through(store.note(name)),
    beat: (name, value) => (isCut ? never : store.beat(name, value)),
  };
  return {
    store: cut,
    cut: () => {
      isCut = true;
    },
  };
}

const appendNote = (store: GraphStore, fence: Fence, value: string) =>
  fenced(new LogWriter(store, () => '2026-01-01T00:00:00.000Z'), fence).append(async () => ({
    entries: [],
    notes: [['done by', value]],
    result: () => undefined,
  }));

export function describeLeases(test: StoreTest): void {
  test('gives the last value of a beat, null before the first, and nothing of a longer one', async ({
    store,
  }) => {
    expect(await store.beat('a')).toBeNull();
    expect(await store.beat('a', 'x'.repeat(MAX_BEAT))).toBe('x'.repeat(MAX_BEAT));
    expect(await store.beat('a', '2')).toBe('2');
    expect([await store.beat('a'), await store.beat('b')]).toEqual(['2', null]);
  });

  test('refuses a beat without a proper name, and one that is too long', async ({ store }) => {
    for (const name of ['', '../a', 'A', 'a.b', 'a'.repeat(42)])
      await expect(store.beat(name, '1'), name).rejects.toThrow(RangeError);
    await expect(store.beat('a', 'x'.repeat(MAX_BEAT + 1))).rejects.toThrow(RangeError);
  });

  test('writes a beat beside a transaction that is at work, and notifies nobody', async ({ store }) => {
    const sizes: number[] = [];
    store.onCommit((size) => sizes.push(size));
    await store.transact(async () => {
      expect(await store.beat('a', '1')).toBe('1');
      await sleep(400);
    });
    expect(sizes).toEqual([]);
  });

  test('lets exactly one of several processes work, and the next at once when that one leaves', async ({
    store,
  }) => {
    const processes = ['a', 'b', 'c'].map((holder) => startProcess(store, holder));
    const got = await Promise.all(processes.map(({ keeper }) => keeper.start()));
    expect(got.filter(Boolean)).toHaveLength(1);
    const working = () => processes.filter((one) => one.isWorking);
    for (let round = 1; round <= processes.length; round += 1) {
      await until(() => working().length === 1);
      expect((await readLease(store, NAME)).epoch).toBe(round);
      await working()[0]?.keeper.stop();
    }
    expect(await readLease(store, NAME)).toEqual({ holder: null, epoch: processes.length });
    expect(processes.flatMap(({ faults }) => faults)).toEqual([]);
  });

  test('leaves the lease to a holder that works, however long', async ({ store }) => {
    const [first, second] = [startProcess(store, 'a'), startProcess(store, 'b')];
    await first.keeper.start();
    await second.keeper.start();
    await sleep(SILENCE_MS);
    expect([first.isWorking, second.isWorking]).toEqual([true, false]);
    await Promise.all([first.keeper.stop(), second.keeper.stop()]);
  });

  test('passes from a holder that has stopped to another in time, and refuses what the first still appends', async ({
    store,
  }) => {
    const paused = cuttable(store);
    const first = startProcess(paused.store, 'a');
    const second = startProcess(store, 'b');
    await first.keeper.start();
    await second.keeper.start();
    const [fence] = first.held;
    if (fence === undefined) throw new Error('the first has the lease');
    await appendNote(store, fence, 'first');
    paused.cut();
    const began = performance.now();
    await until(() => second.isWorking);
    expect(performance.now() - began).toBeLessThan(TAKEOVER_MS);
    // It does not know yet.
    expect(first.isWorking).toBe(true);
    await expect(appendNote(store, fence, 'late')).rejects.toBeInstanceOf(LeaseLost);
    expect(await store.note('done by')).toBe('first');
    const [next] = second.held;
    if (next !== undefined) await appendNote(store, next, 'second');
    expect(await store.note('done by')).toBe('second');
    await second.keeper.stop();
  });

  test('takes nothing over while the store says nothing, and reports one fault of many', async ({
    store,
  }) => {
    const first = startProcess(store, 'a');
    await first.keeper.start();
    let isDown = false;
    const second = startProcess(
      {
        ...store,
        beat: (name, value) =>
          isDown ? Promise.reject(new StoreUnavailable('away')) : store.beat(name, value),
      },
      'b',
    );
    await second.keeper.start();
    isDown = true;
    await sleep(SILENCE_MS);
    expect([first.isWorking, second.isWorking]).toEqual([true, false]);
    expect(second.faults).toHaveLength(1);
    isDown = false;
    await first.keeper.stop();
    await until(() => second.isWorking);
    await second.keeper.stop();
  });
}

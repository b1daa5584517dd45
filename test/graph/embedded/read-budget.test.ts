/** In which event-loop iteration reads of the embedded store begin, counted: others of the process run between two of them. */
import { createHook } from 'node:async_hooks';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { callerSignal, forCaller } from '../../../graph/caller.ts';
import { MAX_MADE, ReadBudget } from '../../../graph/embedded/read-budget.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import { entry } from '../../conformance/graph-store/records.ts';
import { openEmptyEmbedded } from '../../engine/open-stores.ts';

/** Counts iterations until the test ends. */
function counting(): () => number {
  let iteration = 0;
  let ticking = true;
  const tick = () => {
    iteration += 1;
    if (ticking) setImmediate(tick);
  };
  setImmediate(tick);
  onTestFinished(() => {
    ticking = false;
  });
  return () => iteration;
}

it.each([
  [MAX_MADE - 1, 0],
  [MAX_MADE, 1],
  [2 * MAX_MADE, 1],
])('begins a read behind %i entries made %i iterations later', async (made, expected) => {
  const budget = new ReadBudget();
  await nextIteration();
  const iteration = counting();
  for (let n = 0; n < made; n += 1) budget.spend();
  expect(await budget.within(async () => iteration())).toBe(expected);
});

it('lets those that wait begin in their order, as many in an iteration as it can make', async () => {
  const budget = new ReadBudget();
  const begun: [number, number][] = [];
  for (let n = 0; n < MAX_MADE; n += 1) budget.spend();
  const iteration = counting();
  await Promise.all(
    [0, 1, 2, 3, 4].map((reader) =>
      budget.within(async () => {
        begun.push([reader, iteration()]);
        for (let n = 0; n < MAX_MADE / 2; n += 1) budget.spend();
      }),
    ),
  );
  const [[, first] = []] = begun;
  expect(begun.map(([reader, at]) => [reader, at - (first ?? 0)])).toEqual([
    [0, 0],
    [1, 0],
    [2, 1],
    [3, 1],
    [4, 2],
  ]);
});

it('holds reads of entries that the store has to unpack and decode', async () => {
  const opened = await openEmptyEmbedded();
  onTestFinished(() => opened.dispose());
  const count = MAX_MADE * 2;
  await save(opened.store, { entries: Array.from({ length: count }, (_, seq) => entry(seq)) });
  const store = await opened.reopen();
  await nextIteration();
  const iteration = counting();
  const began = iteration();
  const readIn: number[] = [];
  for (let start = 0; start < count; start += MAX_MADE / 2) {
    const seqs = Array.from({ length: MAX_MADE / 2 }, (_, n) => start + n);
    expect(await store.records('entries', seqs)).toHaveLength(MAX_MADE / 2);
    readIn.push(iteration() - began);
  }
  expect(readIn).toEqual([0, 0, 1, 1]);
});

it.each([100, 800])(
  'wakes the event loop as often as %i waiting reads need, and no oftener',
  async (readers) => {
    const budget = new ReadBudget();
    let immediates = 0;
    const hook = createHook({
      init: (_, type) => {
        if (type === 'Immediate') immediates += 1;
      },
    }).enable();
    onTestFinished(() => void hook.disable());
    const spendAll = async () => {
      for (let n = 0; n < MAX_MADE; n += 1) budget.spend();
    };
    await Promise.all(Array.from({ length: readers }, () => budget.within(spendAll)));
    // One renews what may be made, one begins the next read.
    expect(immediates).toBeGreaterThanOrEqual(readers);
    expect(immediates).toBeLessThanOrEqual(2 * readers);
  },
);

it('lets no read that comes later begin before those that wait', async () => {
  const budget = new ReadBudget();
  const begun: string[] = [];
  const read = (name: string) => budget.within(async () => void begun.push(name));
  for (let n = 0; n < MAX_MADE; n += 1) budget.spend();
  // Comes in the iteration that begins the other two, and before it does.
  const late = nextIteration().then(() => read('late'));
  await Promise.all([read('first'), read('second'), late]);
  expect(begun).toEqual(['first', 'second', 'late']);
});

it('begins a read that waited for its own caller, and rejects as it does', async () => {
  const budget = new ReadBudget();
  for (let n = 0; n < MAX_MADE; n += 1) budget.spend();
  const callers = [1, 2].map(() => new AbortController());
  const seen = callers.map(({ signal }) =>
    forCaller(signal, () => budget.within(async () => callerSignal() === signal)),
  );
  const failing = budget.within(() => {
    throw new RangeError('no such page');
  });
  await expect(failing).rejects.toThrow('no such page');
  expect(await Promise.all(seen)).toEqual([true, true]);
});

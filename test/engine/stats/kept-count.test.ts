import { describe, expect, it } from 'vitest';
import { KeptCount } from '../../../engine/stats/kept-count.ts';

const START_MS = Date.parse('2026-11-21T09:00:00.000Z');

/** A kept count whose counting takes as long as the test says, on a clock that the test sets. */
function keptCount() {
  let nowMs = START_MS;
  let counted = 0;
  const kept = new KeptCount<number>({ now: () => new Date(nowMs).toISOString() });
  const taking = (ms: number) => async () => {
    nowMs += ms;
    counted += 1;
    return counted;
  };
  return {
    kept,
    taking,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('a kept count', () => {
  it('is made once per state', async () => {
    const { kept, taking } = keptCount();
    expect(await kept.read('a', taking(0))).toBe(1);
    expect(await kept.read('a', taking(0))).toBe(1);
    expect(await kept.read('b', taking(0))).toBe(2);
  });

  it('is made for each state where it takes 10 ms', async () => {
    const { kept, taking } = keptCount();
    await kept.read('a', taking(10));
    expect(await kept.read('b', taking(10))).toBe(2);
  });

  it('that takes 11 ms is made again after 220 ms, and not 1 ms sooner', async () => {
    const { kept, taking, pass } = keptCount();
    await kept.read('a', taking(11));
    pass(219);
    expect(await kept.read('b', taking(11))).toBe(1);
    pass(1);
    expect(await kept.read('b', taking(11))).toBe(2);
  });

  it('is made again where the clock was set back', async () => {
    const { kept, taking, pass } = keptCount();
    await kept.read('a', taking(1_000));
    pass(-3_600_000);
    expect(await kept.read('b', taking(0))).toBe(2);
  });

  it('is made once at a time, however many ask', async () => {
    const { kept, taking } = keptCount();
    const asked = Array.from({ length: 50 }, (_, state) => kept.read(String(state), taking(5)));
    expect(new Set(await Promise.all(asked))).toEqual(new Set([1]));
  });

  it('that fails says so to whoever waits, keeps the one before, and is tried again', async () => {
    const { kept, taking } = keptCount();
    await kept.read('a', taking(0));
    const fails = () => Promise.reject(new Error('no store'));
    await expect(kept.read('b', fails)).rejects.toThrow('no store');
    expect(kept.peek('a', fails)).toBe(1);
    expect(await kept.read('b', taking(0))).toBe(2);
  });

  it('is nothing to a peek before the first is done, and an older one before the next is', async () => {
    const { kept, taking } = keptCount();
    expect(kept.peek('a', taking(0))).toBeNull();
    await Promise.resolve();
    expect(await kept.read('a', taking(0))).toBe(1);
    expect(kept.peek('b', taking(0))).toBe(1);
    expect(await kept.read('b', taking(0))).toBe(2);
  });

  it('that fails behind a peek ends nothing, and is tried again', async () => {
    const { kept, taking } = keptCount();
    expect(kept.peek('a', () => Promise.reject(new Error('no store')))).toBeNull();
    await new Promise(setImmediate);
    expect(kept.peek('a', taking(0))).toBeNull();
    expect(await kept.read('a', taking(0))).toBe(1);
  });
});

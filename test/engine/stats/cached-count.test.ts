import { describe, expect, it } from 'vitest';
import { CachedCount } from '../../../engine/stats/cached-count.ts';

const START_MS = Date.parse('2026-11-21T09:00:00.000Z');

/** A cached count that takes as long as the test sets, on a clock that the test sets. */
function cachedCount() {
  let nowMs = START_MS;
  let counted = 0;
  const cached = new CachedCount<number>({ now: () => new Date(nowMs).toISOString() });
  const taking = (ms: number) => async () => {
    nowMs += ms;
    counted += 1;
    return counted;
  };
  return {
    cached,
    taking,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('CachedCount', () => {
  it('counts once per state', async () => {
    const { cached, taking } = cachedCount();
    expect(await cached.read('a', taking(0))).toBe(1);
    expect(await cached.read('a', taking(0))).toBe(1);
    expect(await cached.read('b', taking(0))).toBe(2);
  });

  it('counts for each state where a count takes 10 ms', async () => {
    const { cached, taking } = cachedCount();
    await cached.read('a', taking(10));
    expect(await cached.read('b', taking(10))).toBe(2);
  });

  it('counts again after 220 ms where a count takes 11 ms, and not 1 ms sooner', async () => {
    const { cached, taking, pass } = cachedCount();
    await cached.read('a', taking(11));
    pass(219);
    expect(await cached.read('b', taking(11))).toBe(1);
    pass(1);
    expect(await cached.read('b', taking(11))).toBe(2);
  });

  it('counts again where the clock was set back', async () => {
    const { cached, taking, pass } = cachedCount();
    await cached.read('a', taking(1_000));
    pass(-3_600_000);
    expect(await cached.read('b', taking(0))).toBe(2);
  });

  it('counts once at a time for 50 callers', async () => {
    const { cached, taking } = cachedCount();
    const asked = Array.from({ length: 50 }, (_, state) => cached.read(String(state), taking(5)));
    expect(new Set(await Promise.all(asked))).toEqual(new Set([1]));
  });

  it('rejects where the count fails, keeps the count before it, and tries again', async () => {
    const { cached, taking } = cachedCount();
    await cached.read('a', taking(0));
    const fails = () => Promise.reject(new Error('no store'));
    await expect(cached.read('b', fails)).rejects.toThrow('no store');
    expect(cached.peek('a', fails)).toBe(1);
    expect(await cached.read('b', taking(0))).toBe(2);
  });

  it('peeks null before the first count ends, and the older count before the next ends', async () => {
    const { cached, taking } = cachedCount();
    expect(cached.peek('a', taking(0))).toBeNull();
    await Promise.resolve();
    expect(await cached.read('a', taking(0))).toBe(1);
    expect(cached.peek('b', taking(0))).toBe(1);
    expect(await cached.read('b', taking(0))).toBe(2);
  });

  it('survives a count that fails behind a peek, and tries again', async () => {
    const { cached, taking } = cachedCount();
    expect(cached.peek('a', () => Promise.reject(new Error('no store')))).toBeNull();
    await new Promise(setImmediate);
    expect(cached.peek('a', taking(0))).toBeNull();
    expect(await cached.read('a', taking(0))).toBe(1);
  });
});

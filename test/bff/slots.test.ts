import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Slots } from '../../bff/slots.ts';

const running = { visitor: 2, address: 3, all: 4 };
const waiting = { visitor: 2, address: 3, all: 4 };
const MAX_WAIT_MS = 1_000;

const of = (counted: string, network: string | null = null) => ({ counted, network });

/** Takes a slot, and says in `order` when it was given. */
function taker(slots: Slots) {
  const order: string[] = [];
  const take = async (user: string, network: string | null = null) => {
    const slot = await slots.take(of(user, network));
    order.push(user);
    return slot;
  };
  return { order, take };
}

const isRefused = (taken: Promise<Disposable>) =>
  expect(taken).rejects.toMatchObject({ view: { status: 429, reason: 'limited:concurrency' } });

describe('slots', () => {
  let slots: Slots;
  beforeEach(() => {
    vi.useFakeTimers();
    slots = new Slots({ running, waiting, maxWaitMs: MAX_WAIT_MS });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are given at once up to the bound of a visitor, and in line past it', async () => {
    const { order, take } = taker(slots);
    const first = await take('a');
    await take('a');
    const third = take('a');
    expect(order).toEqual(['a', 'a']);
    first[Symbol.dispose]();
    await third;
    expect(order).toHaveLength(3);
  });

  it('are refused past the line of a visitor, and another visitor still gets one', async () => {
    const { take } = taker(slots);
    for (let taken = 0; taken < running.visitor; taken += 1) await take('a');
    const line = [take('a'), take('a')];
    await isRefused(take('a'));
    await expect(take('b')).resolves.toBeDefined();
    for (const one of line) one.catch(() => undefined);
  });

  it('count all visitors of an address together', async () => {
    const { order, take } = taker(slots);
    for (const user of ['a', 'b', 'c']) await take(user, '192.0.2.1');
    const line = ['d', 'e', 'f'].map((user) => take(user, '192.0.2.1'));
    await isRefused(take('g', '192.0.2.1'));
    await take('h', '192.0.2.2');
    expect(order).toEqual(['a', 'b', 'c', 'h']);
    for (const one of line) one.catch(() => undefined);
  });

  it('that become free go to one visitor after another, however long the line of one is', async () => {
    const { order, take } = taker(slots);
    const held = [await take('a'), await take('a'), await take('b'), await take('b')];
    order.length = 0;
    const line = [take('a'), take('a'), take('b'), take('c')];
    for (const slot of held) {
      slot[Symbol.dispose]();
      await vi.advanceTimersByTimeAsync(0);
    }
    await Promise.all(line);
    // Of the first two that were freed b may have none: it has two already.
    expect(order).toEqual(['a', 'c', 'b', 'a']);
  });

  it('skip a visitor without free slots, so that the others go on', async () => {
    const { order, take } = taker(slots);
    await take('a');
    await take('a');
    const c = [await take('c'), await take('c')];
    order.length = 0;
    const blocked = take('a');
    const next = take('b');
    c[0]?.[Symbol.dispose]();
    await next;
    expect(order).toEqual(['b']);
    blocked.catch(() => undefined);
  });

  it('are not waited for longer than the bound', async () => {
    const { take } = taker(slots);
    await take('a');
    await take('a');
    const late = take('a');
    const refused = isRefused(late);
    await vi.advanceTimersByTimeAsync(MAX_WAIT_MS);
    await refused;
  });

  it('free one place, however often they are disposed', async () => {
    const { order, take } = taker(slots);
    const slot = await take('a');
    await take('a');
    slot[Symbol.dispose]();
    slot[Symbol.dispose]();
    await take('a');
    const fourth = take('a');
    expect(order).toHaveLength(3);
    fourth.catch(() => undefined);
  });
});

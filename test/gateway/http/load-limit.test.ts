import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  IN_TIME_MS,
  LoadLimit,
  MOST_LATE,
  MOST_LATE_BUSY,
  MOST_LATE_OF_OTHERS,
  MOST_UNDER_WAY,
} from '../../../gateway/http/load-limit.ts';
import { startServer } from './http-server.ts';

/** One clock, and requests that are begun and ended by hand. */
class World {
  now = 0;
  isBusy = false;
  readonly limit = new LoadLimit({ now: () => this.now, isBusy: () => this.isBusy });
  readonly underWay: (() => void)[] = [];

  /** Begins so many; gives how many were taken. */
  begin(count: number, caller = 'one'): number {
    const before = this.underWay.length;
    for (let n = 0; n < count; n += 1) {
      const leave = this.limit.enter(caller);
      if (leave !== null) this.underWay.push(leave);
    }
    return this.underWay.length - before;
  }

  /** Ends the oldest ones. */
  end(count: number): void {
    for (const leave of this.underWay.splice(0, count)) leave();
  }
}

describe('the limit of requests under way', () => {
  it('takes as many as there may be at most, and one more once one has ended', () => {
    const world = new World();
    expect(world.begin(MOST_UNDER_WAY + 1)).toBe(MOST_UNDER_WAY);
    world.end(1);
    expect(world.begin(2)).toBe(1);
  });

  it('takes nothing more while as many as may be are late, and one for each that ends', () => {
    const world = new World();
    world.begin(MOST_LATE);
    world.now = IN_TIME_MS;
    expect(world.begin(1)).toBe(1);
    world.now += 1;
    expect(world.begin(1)).toBe(0);
    world.end(1);
    expect(world.begin(5)).toBe(5);
  });

  it.each([
    [false, MOST_LATE],
    [true, MOST_LATE_BUSY],
  ])('lets fewer be late for as long as they take: thread without time %s', (isBusy, most) => {
    const world = new World();
    world.isBusy = isBusy;
    world.begin(most - 1);
    world.now = 60_000;
    expect(world.begin(500)).toBe(500);
  });

  it('takes nothing more where fewer are late while the thread has no time left, and again once it has', () => {
    const world = new World();
    world.begin(MOST_LATE_BUSY);
    world.now = IN_TIME_MS + 1;
    world.isBusy = true;
    expect(world.begin(1)).toBe(0);
    world.isBusy = false;
    expect(world.begin(1)).toBe(1);
    world.isBusy = true;
    world.end(1);
    expect(world.begin(5)).toBe(5);
  });

  it('takes those of a caller without late requests for longer, also while the thread has no time left', () => {
    const world = new World();
    world.isBusy = true;
    world.begin(MOST_LATE_OF_OTHERS - 1);
    world.now = IN_TIME_MS + 1;
    expect(world.begin(1)).toBe(0);
    expect(world.begin(3, 'another')).toBe(3);
    world.now += IN_TIME_MS + 1;
    // Now there are as many late as may be of others, and three of its own.
    expect([world.begin(1, 'another'), world.begin(1, 'a third')]).toEqual([0, 0]);
    world.end(MOST_LATE_OF_OTHERS - 1);
    expect([world.begin(1, 'another'), world.begin(1, 'a third')]).toEqual([1, 1]);
  });

  it('does not count one twice that ends twice', () => {
    const world = new World();
    const leave = world.limit.enter('one');
    leave?.();
    leave?.();
    expect(world.begin(MOST_UNDER_WAY + 1)).toBe(MOST_UNDER_WAY);
  });

  it('keeps the time to a reply within bounds at any load, and serves all that can be served', () => {
    const load = fc.record({
      rate: fc.integer({ min: 10, max: 200 }),
      times: fc.double({ min: 1.5, max: 4, noNaN: true }),
      isBusy: fc.boolean(),
    });
    fc.assert(
      fc.property(load, ({ rate, times, isBusy }) => {
        const { served, longest } = simulate(rate, rate * times, isBusy);
        const late = isBusy ? MOST_LATE_BUSY : MOST_LATE;
        const bound = IN_TIME_MS * (1 + times) + (1_000 * (late + 2)) / rate;
        expect(longest).toBeLessThanOrEqual(bound + SLACK_MS);
        expect(served).toBeGreaterThan(0.9 * rate * SECONDS - 1);
      }),
      { numRuns: 30 },
    );
  });
});

const SECONDS = 20;
const STEP_MS = 5;
/** Requests come and go in steps. */
const SLACK_MS = 500;

/** A service that answers one after another, so many a second, under arrivals at another rate. */
function simulate(
  rate: number,
  arriving: number,
  isBusy: boolean,
): { readonly served: number; readonly longest: number } {
  let now = 0;
  const limit = new LoadLimit({ now: () => now, isBusy: () => isBusy });
  const queue: { readonly began: number; readonly leave: () => void }[] = [];
  let [arrived, done, served, longest] = [0, 0, 0, 0];
  for (; now < SECONDS * 1_000; now += STEP_MS) {
    for (; arrived < (now * arriving) / 1_000; arrived += 1) {
      const leave = limit.enter('one');
      if (leave !== null) queue.push({ began: now, leave });
    }
    for (; done < (now * rate) / 1_000; done += 1) {
      const next = queue.shift();
      if (next === undefined) continue;
      next.leave();
      served += 1;
      longest = Math.max(longest, now - next.began);
    }
  }
  return { served, longest };
}

describe('a server with a limit', () => {
  it('refuses one more by what the fallback says, answers probes, and takes others once there is room', async () => {
    const { promise: open, resolve } = Promise.withResolvers<void>();
    const seen: (string | undefined)[] = [];
    const { server, records } = await startServer({
      load: new LoadLimit(),
      routes: [
        {
          prefix: '/slow',
          handle: async () => {
            await open;
            return new Response('done');
          },
        },
      ],
      fallback: async (_, connection) => {
        seen.push(connection?.unread);
        return new Response(null, { status: connection?.unread === undefined ? 200 : 503 });
      },
    });
    const slow = Array.from({ length: MOST_LATE }, () => fetch(`${server.url}/slow`));
    await expect.poll(async () => (await fetch(`${server.url}/other`)).status).toBe(503);
    expect(seen.at(-1)).toBe('upstream:unavailable');
    for (const path of ['/livez', '/readyz', '/healthz', '/metrics']) {
      expect((await fetch(`${server.url}${path}`)).status, path).toBe(200);
    }
    expect((await fetch(`${server.url}/other`, { method: 'POST', body: 'x'.repeat(10_000) })).status).toBe(
      503,
    );
    resolve();
    const replies = await Promise.all(slow);
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect((await fetch(`${server.url}/other`)).status).toBe(200);
    expect(records.filter(({ status }) => status === 503).length).toBeGreaterThan(1);
  });

  it('makes room where a handler fails', async () => {
    const { server } = await startServer({
      load: new LoadLimit(),
      routes: [{ prefix: '/fails', handle: () => Promise.reject(new Error('no')) }],
    });
    const failed = await Promise.all(
      Array.from({ length: 2 * MOST_LATE }, () => fetch(`${server.url}/fails`)),
    );
    expect(failed.every(({ status }) => status === 500)).toBe(true);
    await sleep(IN_TIME_MS + 100);
    expect((await fetch(`${server.url}/other`)).status).toBe(200);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEAST_UNDER_WAY, LoadLimit, MOST_UNDER_WAY } from '../../gateway/load-limit.ts';
import { startServer } from './http-server.ts';

/** A service with one clock, in which requests are begun and ended by hand. */
class World {
  now = 0;
  readonly limit = new LoadLimit(() => this.now);
  readonly underWay: (() => void)[] = [];

  /** Begins up to so many; gives how many were taken. */
  begin(count: number): number {
    let taken = 0;
    for (let n = 0; n < count; n += 1) {
      const leave = this.limit.enter();
      if (leave === null) continue;
      this.underWay.push(leave);
      taken += 1;
    }
    return taken;
  }

  /** Ends all that are under way, so much later. */
  end(afterMs: number): void {
    this.now += afterMs;
    for (const leave of this.underWay.splice(0)) leave();
  }

  /** As many as are taken, all of which take so long; gives their number. */
  round(ms: number): number {
    const taken = this.begin(2 * MOST_UNDER_WAY);
    this.end(ms);
    return taken;
  }
}

const FAST_MS = 300;
const SLOW_MS = 2_000;

describe('the limit of requests under way', () => {
  it('takes as many as there may be at most, and one more once one has ended', () => {
    const world = new World();
    expect(world.begin(MOST_UNDER_WAY + 1)).toBe(MOST_UNDER_WAY);
    world.underWay.pop()?.();
    expect(world.begin(2)).toBe(1);
  });

  it('falls while replies take long, and never below the least', () => {
    const world = new World();
    const taken = Array.from({ length: 30 }, () => world.round(SLOW_MS));
    expect(taken).toEqual(taken.toSorted((a, b) => b - a));
    expect([taken[0], taken.at(-1)]).toEqual([MOST_UNDER_WAY, LEAST_UNDER_WAY]);
  });

  it('grows again to the most once replies are in time', () => {
    const world = new World();
    for (let n = 0; n < 30; n += 1) world.round(SLOW_MS);
    const taken = Array.from({ length: 20 }, () => world.round(FAST_MS));
    expect([taken[0], taken.at(-1)]).toEqual([LEAST_UNDER_WAY, MOST_UNDER_WAY]);
  });

  it('does not fall because of slow requests that are few', () => {
    const world = new World();
    for (let n = 0; n < 20; n += 1) {
      world.begin(LEAST_UNDER_WAY);
      world.end(SLOW_MS);
    }
    expect(world.round(0)).toBe(MOST_UNDER_WAY);
  });

  it('falls below what was under way, also where that was fewer than the limit', () => {
    const world = new World();
    world.begin(100);
    world.end(SLOW_MS);
    expect(world.round(0)).toBe(70);
  });

  it('is between the least and the most, whatever comes', () => {
    const step = fc.record({ count: fc.nat(600), ms: fc.nat(5_000) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const world = new World();
        for (const { count, ms } of steps) {
          world.begin(count);
          world.end(ms);
        }
        const taken = world.round(0);
        expect(taken).toBeGreaterThanOrEqual(LEAST_UNDER_WAY);
        expect(taken).toBeLessThanOrEqual(MOST_UNDER_WAY);
      }),
    );
  });
});

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
    const slow = Array.from({ length: MOST_UNDER_WAY }, () => fetch(`${server.url}/slow`));
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

  it('makes room where a handler fails or its caller leaves', async () => {
    const { server } = await startServer({
      load: new LoadLimit(),
      routes: [{ prefix: '/fails', handle: () => Promise.reject(new Error('no')) }],
    });
    for (let n = 0; n < 2 * MOST_UNDER_WAY; n += 1) {
      expect((await fetch(`${server.url}/fails`)).status).toBe(500);
    }
    expect((await fetch(`${server.url}/other`)).status).toBe(200);
  });
});

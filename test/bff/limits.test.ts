import { describe, expect, it } from 'vitest';
import { createLimits, ENGINE_CALLS, MAX_STREAMS, NEWCOMERS_PER_ADDRESS } from '../../bff/limits.ts';

const at = (network: string | null) => (counted: string) => ({ counted, network });
const local = at(null);
const done = async () => 'done';

/** How many of `calls` are refused, one after another. */
async function refusals(calls: number, call: (index: number) => Promise<unknown>): Promise<number> {
  let refused = 0;
  for (let index = 0; index < calls; index += 1) {
    await call(index).catch(({ view }) => {
      expect(view).toMatchObject({ status: 429, reason: 'limited:rate' });
      expect(view.retry_after_ms).toBeGreaterThan(0);
      refused += 1;
    });
  }
  return refused;
}

describe('event streams', () => {
  it('of a visitor are open up to the limit, refused past it, and let in again when one ends', async () => {
    const limits = createLimits(null);
    const streams: Disposable[] = [];
    for (let open = 0; open < MAX_STREAMS.visitor; open += 1) streams.push(await limits.stream(local('u_1')));
    await expect(limits.stream(local('u_1'))).rejects.toMatchObject({ view: { status: 429 } });
    await expect(limits.stream(local('u_2'))).resolves.toBeDefined();
    streams[0]?.[Symbol.dispose]();
    await expect(limits.stream(local('u_1'))).resolves.toBeDefined();
  });

  it('of an address are bounded, however many visitors it has', async () => {
    const limits = createLimits(null);
    const visitor = at('192.0.2.1');
    for (let open = 0; open < MAX_STREAMS.address; open += 1) await limits.stream(visitor(`u_${open}`));
    await expect(limits.stream(visitor('u_new'))).rejects.toMatchObject({ view: { status: 429 } });
    await expect(limits.stream(at('192.0.2.2')('u_new'))).resolves.toBeDefined();
  });
});

describe('calls to the engine', () => {
  const asks =
    (limits: ReturnType<typeof createLimits>, user: (index: number) => string, network: string | null) =>
    (index: number) =>
      limits.engine({ counted: user(index), network }, 'ask', done);

  it('of one visitor are refused past 60 asks a minute', async () => {
    const limits = createLimits(null);
    expect(
      await refusals(
        61,
        asks(limits, () => 'u_1', '192.0.2.1'),
      ),
    ).toBe(1);
  });

  it('of one address are refused past 240 asks a minute, with a new visitor each', async () => {
    const limits = createLimits(null);
    expect(
      await refusals(
        241,
        asks(limits, (index) => `u_${index}`, '192.0.2.1'),
      ),
    ).toBe(1);
    expect(
      await refusals(
        1,
        asks(limits, () => 'u_1', '192.0.2.2'),
      ),
    ).toBe(0);
  });

  it('refused by the visitor’s limit do not count for the address', async () => {
    const limits = createLimits(null);
    await refusals(
      400,
      asks(limits, () => 'u_1', '192.0.2.1'),
    );
    expect(
      await refusals(
        60,
        asks(limits, () => 'u_2', '192.0.2.1'),
      ),
    ).toBe(0);
  });

  it.each([
    [600, 150, 300],
    [100, 25, 50],
    [1, 4, 4],
  ])(
    'of a key with %i requests a minute: at most %i of one visitor, %i of one address',
    async (rate, visitor, address) => {
      const search = (limits: ReturnType<typeof createLimits>, user: string) => () =>
        limits.engine({ counted: user, network: '192.0.2.1' }, 'search', done);
      const limits = createLimits(rate);
      expect(await refusals(visitor + 1, search(limits, 'u_1'))).toBe(1);
      expect(await refusals(address - visitor + 1, search(limits, 'u_2'))).toBe(1);
    },
  );

  it('count what each use case asks of the engine', async () => {
    const limits = createLimits(null);
    const graphql = () => limits.engine(local('u_1'), 'graphql', done);
    expect(await refusals(240 / ENGINE_CALLS.graphql + 1, graphql)).toBe(1);
  });

  it('give their slot back when they fail', async () => {
    const limits = createLimits(null);
    const fail = () => limits.engine(local('u_1'), 'search', () => Promise.reject(new Error('away')));
    for (let times = 0; times < 20; times += 1) await expect(fail()).rejects.toThrow('away');
    await expect(limits.engine(local('u_1'), 'search', done)).resolves.toBe('done');
  });

  it('of one visitor at once are bounded, and a neighbour is served meanwhile', async () => {
    const limits = createLimits(null);
    const { promise, resolve } = Promise.withResolvers<string>();
    const started: Promise<string>[] = [];
    // Two run, eight wait.
    for (let index = 0; index < 10; index += 1)
      started.push(limits.engine(local('u_1'), 'search', () => promise));
    await expect(limits.engine(local('u_1'), 'search', done)).rejects.toMatchObject({
      view: { status: 429, reason: 'limited:concurrency' },
    });
    await expect(limits.engine(local('u_2'), 'search', done)).resolves.toBe('done');
    resolve('late');
    expect(await Promise.all(started)).toHaveLength(10);
  });
});

describe('requests without a session', () => {
  it('of an address are refused past the limit', async () => {
    const limits = createLimits(null);
    expect(await refusals(NEWCOMERS_PER_ADDRESS + 1, () => limits.newcomer('192.0.2.1'))).toBe(1);
    expect(await refusals(1, () => limits.newcomer('192.0.2.2'))).toBe(0);
  });

  it('in this process are not counted', async () => {
    const limits = createLimits(null);
    expect(await refusals(2 * NEWCOMERS_PER_ADDRESS, () => limits.newcomer(null))).toBe(0);
  });
});

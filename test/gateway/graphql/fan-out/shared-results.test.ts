/** What each of several subscribers gets that could share a result. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import { DEADLINE_MS } from '../../../../gateway/refusal/deadline.ts';
import { StoreUnavailable } from '../../../../graph/store/store.ts';
import { eventually } from '../../../eventually.ts';
import type { RunningServer } from '../graphql-server.ts';
import { openAcknowledged } from '../raw-socket.ts';
import { serversOfEachTest } from '../servers.ts';
import { appendTo, ingestLakes } from './evidence.ts';

const servers = serversOfEachTest();
const SHOWN =
  'subscription ($show: Boolean = true) { ledger(corpus: "lakes", after: -1) { logSeq actor @include(if: $show) } }';
const CLAIM = 'subscription { ledger(corpus: "lakes", after: -1) { logSeq claim { addr } } }';
const UNAVAILABLE = new StoreUnavailable('gone');

/** A result with the position that it says beside. */
const behind = (result: object) => ({ ...result, extensions: { after: expect.any(Number) } });

afterEach(() => {
  vi.useRealTimers();
});

/** Gives what it has received so far. */
async function subscribe({ url }: RunningServer, query: string, variables: object = {}) {
  const raw = await openAcknowledged(url);
  raw.send({ id: '1', type: 'subscribe', payload: { query, variables } });
  return () => raw.messages.map(({ payload }) => payload);
}

describe('subscribers of which one gives null for a variable with a default', () => {
  it.each([
    ['first', [{ show: null }, {}]],
    ['last', [{}, { show: null }]],
  ])('are distinguished, where it comes %s', async (_, both) => {
    const server = await servers.start();
    const [vell] = await ingestLakes(server.engine);
    const subscribers = await Promise.all(both.map((variables) => subscribe(server, SHOWN, variables)));
    await appendTo(server.engine, vell, 'ann');
    for (const [index, variables] of both.entries()) {
      await eventually(() => expect(subscribers[index]?.()).toHaveLength(3));
      const last = subscribers[index]?.().at(-1);
      if ('show' in variables) expect(last).toMatchObject({ errors: [expect.anything()] });
      else expect(last).toEqual(behind({ data: { ledger: expect.objectContaining({ actor: 'ann' }) } }));
    }
  });
});

describe('a result that a fault of ours has spoilt', () => {
  /** Claims that cannot be read as long as `work` is there. */
  async function startBroken(work: () => Promise<never>) {
    const broken: { work: typeof work | null } = { work };
    const around = (engine: Engine): Engine => ({
      ...engine,
      claims: (...args) => broken.work?.() ?? engine.claims(...args),
    });
    const server = await servers.start({ around });
    await ingestLakes(server.engine);
    return { server, broken };
  }
  const errorsWith = (extensions: object) => [expect.objectContaining({ extensions })];

  it.each([
    ['a store that cannot answer', UNAVAILABLE, { code: 'upstream:unavailable', retryAfterMs: 1_000 }],
    ['a fault', new RangeError('inside'), { code: 'internal:fault' }],
  ])('by %s is not sent to a later subscriber', async (_, fault, extensions) => {
    const { server, broken } = await startBroken(() => Promise.reject(fault));
    const first = await subscribe(server, CLAIM);
    await eventually(() => expect(first()).toHaveLength(2));
    expect(first()).toEqual(Array(2).fill(expect.objectContaining({ errors: errorsWith(extensions) })));
    broken.work = null;
    const second = await subscribe(server, CLAIM);
    await eventually(() => expect(second()).toHaveLength(2));
    const whole = behind({
      data: { ledger: expect.objectContaining({ claim: { addr: expect.any(String) } }) },
    });
    expect(second()).toEqual([whole, whole]);
    expect(server.faults.splice(0)).toHaveLength(2);
  });

  it('by the deadline is sent to nobody who comes later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = Promise.withResolvers<void>();
    const { server, broken } = await startBroken(() => {
      asked.resolve();
      return new Promise(() => undefined);
    });
    const first = await subscribe(server, CLAIM);
    await asked.promise;
    broken.work = null;
    vi.advanceTimersByTime(DEADLINE_MS);
    vi.useRealTimers();
    await eventually(() => expect(first()).toHaveLength(2));
    expect(first()[0]).toEqual(behind({ errors: errorsWith({ code: 'upstream:timeout' }) }));
    const second = await subscribe(server, CLAIM);
    await eventually(() => expect(second()).toHaveLength(2));
    expect(second()[0]).toEqual(behind({ data: { ledger: expect.objectContaining({ logSeq: 2 }) } }));
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import { createGraphql } from '../../../../gateway/graphql/create-graphql.ts';
import { DEADLINE_MS, DeadlineExceeded, withinDeadline } from '../../../../gateway/refusal/deadline.ts';
import { callerSignal } from '../../../../graph/caller.ts';
import { ingestInto, jsonLines } from '../../../engine/documents.ts';
import { openEmptyEmbedded } from '../../../engine/open-stores.ts';
import { createTestEngine } from '../../../engine/test-engine.ts';
import { eventually } from '../../../eventually.ts';
import { graphqlConfig } from '../graphql-config.ts';
import { startServer, storeFolder } from '../graphql-server.ts';
import { openAcknowledged } from '../raw-socket.ts';

afterEach(() => {
  vi.useRealTimers();
});

const MOON = { id: 'one', text: 'Saturn has 145 moons.', domain: 'one.example', day: '2023-05-12' };
const never = () => new Promise<never>(() => undefined);

it('gives what is there in time', async () => {
  expect(await withinDeadline(() => 'result')).toBe('result');
});

it('tells the work to stop at its deadline, and not a millisecond before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { promise: told, resolve } = Promise.withResolvers<AbortSignal>();
  const outcome = withinDeadline((signal) => {
    resolve(signal);
    return never();
  }).catch((fault: unknown) => fault);
  const signal = await told;
  vi.advanceTimersByTime(DEADLINE_MS - 1);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.aborted).toBe(true);
  expect(await outcome).toBeInstanceOf(DeadlineExceeded);
});

it('answers 504 to a request that the store never answers', async () => {
  const opened = await openEmptyEmbedded();
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const engine = {
    ...createTestEngine(opened.store),
    artefacts: () => {
      resolve();
      return never();
    },
  };
  const { handle } = createGraphql({ engine, config: graphqlConfig() });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const response = handle(
    new Request('http://localhost/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ artefact(id: "a1x") { url } }' }),
    }),
  );
  await asked;
  vi.advanceTimersByTime(DEADLINE_MS);
  const { status } = await response;
  expect(status).toBe(504);
  expect(await (await response).json()).toMatchObject({
    errors: [{ extensions: { code: 'upstream:timeout' } }],
  });
  vi.useRealTimers();
  await opened.dispose();
});

describe('a query on a socket that the store never answers', () => {
  /** A server whose searches hang, the signals that they were given, and those that the store's reads heed. */
  async function hanging() {
    const folder = await storeFolder();
    const asked = Promise.withResolvers<Readonly<Record<'signal' | 'caller', AbortSignal | null>>>();
    const around = (engine: Engine): Engine => ({
      ...engine,
      search: ({ signal = null }) => {
        asked.resolve({ signal, caller: callerSignal() });
        return never();
      },
    });
    const server = await startServer({ path: folder.path, around });
    await ingestInto(server.engine, 'moons', [jsonLines([MOON])]);
    const raw = await openAcknowledged(server.url);
    const payload = { query: '{ search(q: "moons") { addr } }' };
    raw.send({ id: '1', type: 'subscribe', payload });
    const dispose = async () => {
      await server.stop();
      expect(server.faults).toEqual([]);
      await folder[Symbol.asyncDispose]();
    };
    return { raw, ...(await asked.promise), [Symbol.asyncDispose]: dispose };
  }

  it('fails at its deadline, is stopped, and leaves its socket open', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await using query = await hanging();
    const { raw, signal, caller } = query;
    vi.advanceTimersByTime(DEADLINE_MS - 1);
    expect(signal?.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await eventually(() => expect(raw.messages).toHaveLength(2));
    expect(raw.messages[0]).toMatchObject({
      id: '1',
      payload: { errors: [{ extensions: { code: 'upstream:timeout' } }] },
    });
    expect([signal?.aborted, caller?.aborted]).toEqual([true, true]);
    expect(raw.socket.readyState).toBe(raw.socket.OPEN);
  });

  it('is stopped when its socket closes, which is no fault', async () => {
    await using query = await hanging();
    query.raw.socket.terminate();
    await eventually(() => expect(query.signal?.aborted).toBe(true));
    expect(query.caller?.aborted).toBe(true);
  });
});

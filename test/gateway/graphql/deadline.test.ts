import { afterEach, expect, it, vi } from 'vitest';
import { createGraphql } from '../../../gateway/graphql/create-graphql.ts';
import { DEADLINE_MS, DeadlineExceeded, withinDeadline } from '../../../gateway/graphql/deadline.ts';
import { openEmptyEmbedded } from '../../engine/open-stores.ts';
import { createTestEngine } from '../../engine/test-engine.ts';
import { graphqlConfig } from './graphql-config.ts';

afterEach(() => {
  vi.useRealTimers();
});

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

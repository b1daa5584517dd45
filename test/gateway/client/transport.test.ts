import { describe, expect, it } from 'vitest';
import { type AdduceClient, createClient } from '../../../gateway/client/create-client.ts';
import type { Fetch } from '../../../gateway/client/transport.ts';
import type { EvidenceRequestV1 } from '../../../gateway/wire/evidence.ts';
import { HEALTHY, refusal } from './envelopes.ts';
import { breaksOff, hangs, replies, type Step, stalls } from './misbehaving-server.ts';
import { client, failureOf, server, startServerForEachTest, UNAVAILABLE } from './transport-client.ts';

const BAD_GATEWAY = replies(502, refusal(502, 'Upstream', 'upstream:error'));
const EVENT: EvidenceRequestV1 = { kind: 'dispute', evidence: [{ ref: 'x', hash: 'y', kind: 'source' }] };
const NOTE = { target: 'c1x', body: 'x', citation: { ref: 'https://a.example' } };

startServerForEachTest();

describe('retries', () => {
  it.each([502, 503, 504])('repeats a call that ended with %i', async (status) => {
    server.plan(replies(status, 'busy'), replies(200, HEALTHY));
    await expect(client().healthz()).resolves.toMatchObject({ ok: true });
    expect(server.requests).toHaveLength(2);
  });

  it('gives up after the third attempt', async () => {
    server.plan(BAD_GATEWAY);
    const failure = await failureOf(client().healthz());
    expect(failure).toMatchObject({ status: 502, kind: 'Upstream', reason: 'upstream:error' });
    expect(server.requests).toHaveLength(3);
  });

  it('repeats nothing where retries are 0', async () => {
    server.plan(BAD_GATEWAY);
    await failureOf(client({ retries: 0 }).healthz());
    expect(server.requests).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 409, 412, 422, 429, 500, 501])('never repeats a %i', async (status) => {
    server.plan(replies(status, 'no'));
    expect((await failureOf(client().healthz())).status).toBe(status);
    expect(server.requests).toHaveLength(1);
  });

  it('repeats a read that got no reply, as it does a 502', async () => {
    server.plan(breaksOff, breaksOff, replies(200, HEALTHY));
    await client().healthz();
    expect(server.requests).toHaveLength(3);
  });

  it('repeats a read whose connection was refused', async () => {
    const { url } = server;
    await server[Symbol.asyncDispose]();
    let tries = 0;
    const counting: Fetch = (request) => {
      tries += 1;
      return fetch(request);
    };
    const failure = await failureOf(client({ baseUrl: url, fetch: counting }).healthz());
    expect(failure).toMatchObject({ status: 0, kind: 'Unavailable', reason: 'client:unreachable' });
    expect(tries).toBe(3);
  });

  it.each<[string, number, (by: AdduceClient) => Promise<unknown>]>([
    ['a question', 3, (by) => by.answers({ q: 'x' })],
    ['a search of an agent', 3, (by) => by.searchPointers({ q: 'x' })],
    ['a handshake', 3, (by) => by.handshake()],
    ['a GraphQL query', 3, (by) => by.graphql({ query: '{x}' })],
    ['evidence with a key', 3, (by) => by.evidence('c1x', EVENT, { idempotencyKey: 'k' })],
    ['evidence without one', 1, (by) => by.evidence('c1x', EVENT)],
    ['an annotation with a key', 3, (by) => by.annotate(NOTE, { idempotencyKey: 'k' })],
    ['an annotation without one', 1, (by) => by.annotate(NOTE)],
    ['a token', 1, (by) => by.keys.mint()],
    ['the end of a token', 1, (by) => by.keys.revoke('tk_x')],
  ])('sends %s %i times where the connection breaks', async (_, times, call) => {
    server.plan(breaksOff);
    expect((await failureOf(call(client()))).reason).toBe('client:unreachable');
    expect(server.requests).toHaveLength(times);
  });

  it('waits a random part of a growing time', async () => {
    server.plan(UNAVAILABLE, UNAVAILABLE, replies(200, HEALTHY));
    const begin = performance.now();
    await client({ random: () => 0.5 }).healthz();
    // 0.5 × 200 ms, then 0.5 × 400 ms.
    expect(performance.now() - begin).toBeGreaterThan(280);
  });

  it('waits at least as long as Retry-After says', async () => {
    server.plan(replies(503, 'busy', { 'retry-after': '1' }), replies(200, HEALTHY));
    const begin = performance.now();
    await client().healthz();
    expect(performance.now() - begin).toBeGreaterThan(980);
  });

  it.each([503, 429])('tells a Retry-After beyond the deadline at once, of a %i', async (status) => {
    server.plan(replies(status, 'busy', { 'retry-after': '5' }));
    const begin = performance.now();
    expect((await failureOf(client().healthz())).retryAfterMs).toBe(5_000);
    expect(performance.now() - begin).toBeLessThan(1_000);
    expect(server.requests).toHaveLength(1);
  });

  it('waits for a Retry-After once, and not where the second does not fit any more', async () => {
    server.plan(replies(503, 'busy', { 'retry-after': '1' }));
    const begin = performance.now();
    const failure = await failureOf(client({ timeoutMs: 1_900 }).healthz());
    expect(failure).toMatchObject({ status: 503, retryAfterMs: 1_000 });
    expect(server.requests).toHaveLength(2);
    expect(performance.now() - begin).toBeLessThan(1_800);
  });
});

describe('deadlines', () => {
  it.each([
    ['never answers', hangs],
    ['stops in the middle of its reply', stalls],
  ])('gives up on an engine that %s', async (_, step) => {
    server.plan(step);
    const failure = await failureOf(client({ timeoutMs: 300 }).healthz());
    expect(failure).toMatchObject({ status: 0, kind: 'Timeout', reason: 'client:timeout' });
    expect(server.requests).toHaveLength(1);
  });

  it('are for the whole of a call, retries and pauses included', async () => {
    const late: Step = (request, response) => setTimeout(() => BAD_GATEWAY(request, response), 2_000);
    server.plan(late, hangs);
    const begin = performance.now();
    const failure = await failureOf(client({ timeoutMs: 3_000 }).healthz());
    expect(failure.reason).toBe('client:timeout');
    // With a deadline of its own, the second attempt would end after 5 s.
    expect(performance.now() - begin).toBeLessThan(4_900);
    expect(server.requests).toHaveLength(2);
  });

  it('may be those of one call', async () => {
    server.plan(hangs);
    const begin = performance.now();
    expect((await failureOf(client().healthz({ timeoutMs: 100 }))).reason).toBe('client:timeout');
    expect(performance.now() - begin).toBeLessThan(1_000);
  });

  it("ends a pause with the caller's own abort", async () => {
    server.plan(replies(503, 'busy', { 'retry-after': '4' }));
    const reason = new Error('the reader left');
    const aborter = new AbortController();
    const call = client().healthz({ signal: aborter.signal });
    setTimeout(() => aborter.abort(reason), 100);
    const begin = performance.now();
    await expect(call).rejects.toBe(reason);
    expect(performance.now() - begin).toBeLessThan(1_000);
  });

  it('gives up on a handler in the same process that ignores its signal', async () => {
    const deaf = createClient({
      baseUrl: 'http://engine',
      timeoutMs: 30,
      fetch: () => new Promise(() => {}),
    });
    expect((await failureOf(deaf.healthz())).kind).toBe('Timeout');
  });

  it("passes on the caller's own abort as it is", async () => {
    server.plan(hangs);
    const reason = new Error('the reader left');
    const aborter = new AbortController();
    const call = client().healthz({ signal: aborter.signal });
    setTimeout(() => aborter.abort(reason), 20);
    await expect(call).rejects.toBe(reason);
  });
});

describe('errors', () => {
  it("carry the engine's status, kind, reason, message, wait and body", async () => {
    const body = refusal(429, 'RateLimited', 'limited:rate', 1_500);
    server.plan(replies(429, body));
    const failure = await failureOf(client().healthz());
    expect(failure).toMatchObject({
      status: 429,
      kind: 'RateLimited',
      reason: 'limited:rate',
      retryAfterMs: 1_500,
    });
    expect(failure.message).toBe('refused: limited:rate');
    expect(failure.envelope).toEqual(JSON.parse(JSON.stringify(body)));
  });

  it('carry the reason and the wait of a GraphQL error', async () => {
    const extensions = { code: 'upstream:unavailable', retryAfterMs: 1_500 };
    server.plan(replies(503, { errors: [{ message: 'away', extensions }] }));
    const failure = await failureOf(client({ retries: 0 }).graphql({ query: '{ __typename }' }));
    const { code: reason, retryAfterMs } = extensions;
    expect(failure).toMatchObject({ status: 503, reason, message: 'away', retryAfterMs });
  });

  it.each([null, 'x', 7, {}, { retryAfterMs: 'soon' }])(
    'say no wait where a GraphQL error has none: %j',
    async (extensions) => {
      server.plan(replies(503, { errors: [{ message: 'away', extensions }] }));
      const failure = await failureOf(client({ retries: 0 }).graphql({ query: '{ __typename }' }));
      expect(failure).toMatchObject({ reason: 'client:no_reason', retryAfterMs: null });
    },
  );

  it('prefer the Retry-After header to the body', async () => {
    server.plan(replies(429, refusal(429, 'RateLimited', 'limited:rate', 1), { 'retry-after': '7' }));
    expect((await failureOf(client().healthz())).retryAfterMs).toBe(7_000);
  });

  it.each([
    [409, 'Contradiction'],
    [412, 'StaleSnapshot'],
    [429, 'RateLimited'],
    [500, 'Internal'],
    [503, 'Unavailable'],
    [504, 'Timeout'],
    [418, 'BadRequest'],
    [599, 'Upstream'],
  ])('name the kind of a bare %i', async (status, kind) => {
    server.plan(replies(status, '<html>a proxy</html>'));
    expect((await failureOf(client({ retries: 0 }).healthz())).kind).toBe(kind);
  });

  it.each([
    ['no JSON', 'pardon?'],
    ['JSON of another shape', { ok: 'yes' }],
    ['text that is not UTF-8', '"\ud800"'],
    ['nothing', ''],
  ])('say so when a 200 carries %s', async (_, body) => {
    server.plan(replies(200, body));
    expect((await failureOf(client().healthz())).kind).toBe('Upstream');
    expect(server.requests).toHaveLength(1);
  });

  it('refuse a reply without end', async () => {
    server.plan((_, response) => {
      const chunk = Buffer.alloc(1_048_576, 0x20);
      for (let i = 0; i < 18; i++) response.write(chunk);
      response.end('{}');
    });
    expect((await failureOf(client().healthz())).reason).toBe('client:reply_too_long');
  });
});

describe('the queue of a client', () => {
  it('refuses what is more than its places, without a word to the engine', async () => {
    const gate = Promise.withResolvers<void>();
    server.plan(
      (request, response) => void gate.promise.then(() => replies(200, HEALTHY)(request, response)),
    );
    const small = client({ retries: 0, maxConcurrent: 2, maxQueued: 1 });
    const taken = Array.from({ length: 3 }, () => small.healthz());
    const refused = await Promise.all(Array.from({ length: 7 }, () => failureOf(small.healthz())));
    expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(['client:busy']));
    await expect.poll(() => server.requests.length).toBe(2);
    gate.resolve();
    await Promise.all(taken);
    expect(server.requests).toHaveLength(3);
    expect(small.circuit().state).toBe('closed');
  });

  it('is served in its order, and what gave up is left out', async () => {
    const order: string[] = [];
    server.plan((request, response) => {
      order.push(String(request.headers['x-trace']));
      setTimeout(() => replies(200, HEALTHY)(request, response), 20);
    });
    const small = client({ maxConcurrent: 1, maxQueued: 5 });
    const aborter = new AbortController();
    const calls = ['a', 'b', 'c', 'd'].map((trace) =>
      small.healthz({ trace, ...(trace === 'b' && { signal: aborter.signal }) }).catch(() => null),
    );
    aborter.abort(new Error('left'));
    await Promise.all(calls);
    expect(order).toEqual(['a', 'c', 'd']);
    await small.healthz({ trace: 'e' });
  });

  it.each([[{ maxConcurrent: 0 }], [{ maxConcurrent: Number.NaN }], [{ maxConcurrent: 1, maxQueued: -1 }]])(
    'is no queue of %o',
    (bounds) => {
      expect(() => client(bounds)).toThrow(RangeError);
    },
  );
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AdduceError } from '../../../gateway/client/adduce-error.ts';
import { FAILURES_TO_OPEN } from '../../../gateway/client/circuit.ts';
import { type AdduceClient, createClient } from '../../../gateway/client/create-client.ts';
import type { TransportOptions } from '../../../gateway/client/transport.ts';
import { HEALTHY, refusal } from './envelopes.ts';
import {
  breaksOff,
  hangs,
  type MisbehavingServer,
  replies,
  stalls,
  startServer,
} from './misbehaving-server.ts';

let server: MisbehavingServer;

beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server[Symbol.asyncDispose]());

/** A client that waits for nothing but what the engine asks for. */
function client(options: Partial<TransportOptions> = {}): AdduceClient {
  return createClient({ baseUrl: server.url, random: () => 0, ...options });
}

async function failureOf(call: Promise<unknown>): Promise<AdduceError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AdduceError)) throw new Error(`not an AdduceError: ${String(error)}`);
  return error;
}

const BAD_GATEWAY = replies(502, refusal(502, 'Upstream', 'upstream:error'));
const UNAVAILABLE = replies(503, refusal(503, 'Unavailable', 'upstream:unavailable'));

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

  it('never repeats a call that got no reply', async () => {
    server.plan(breaksOff);
    const failure = await failureOf(client().healthz());
    expect(failure).toMatchObject({ status: 0, kind: 'Unavailable', reason: 'client:unreachable' });
    expect(server.requests).toHaveLength(1);
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

  it('does not wait for a Retry-After of more than ten seconds', async () => {
    server.plan(replies(503, 'busy', { 'retry-after': '11' }));
    expect((await failureOf(client().healthz())).retryAfterMs).toBe(11_000);
    expect(server.requests).toHaveLength(1);
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

describe('the circuit', () => {
  async function breakCircuit(broken: AdduceClient): Promise<void> {
    for (let i = 0; i < FAILURES_TO_OPEN; i++) await failureOf(broken.healthz());
  }

  it('opens after five failures in a row and then leaves the engine alone', async () => {
    server.plan(UNAVAILABLE);
    const broken = client({ retries: 0 });
    await breakCircuit(broken);
    const failure = await failureOf(broken.healthz());
    expect(failure).toMatchObject({ status: 0, kind: 'Unavailable', reason: 'client:circuit_open' });
    expect(server.requests).toHaveLength(FAILURES_TO_OPEN);
  });

  it('stays closed after four failures and a success', async () => {
    server.plan(UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, replies(200, HEALTHY), UNAVAILABLE);
    const shaky = client({ retries: 0 });
    for (let i = 0; i < FAILURES_TO_OPEN - 1; i++) await failureOf(shaky.healthz());
    await shaky.healthz();
    await failureOf(shaky.healthz());
    expect(shaky.circuit()).toEqual({ state: 'closed', openForMs: null });
  });

  it('is not opened by refusals', async () => {
    server.plan(replies(404, refusal(404, 'NotFound', 'missing:answer')));
    const refused = client();
    for (let i = 0; i < FAILURES_TO_OPEN + 1; i++) await failureOf(refused.receipt('ans_x'));
    expect(refused.circuit().state).toBe('closed');
  });

  it('lets one call through after its pause and closes when that succeeds', async () => {
    server.plan(UNAVAILABLE);
    const healing = client({ retries: 0, halfOpenAfterMs: 30 });
    await breakCircuit(healing);
    server.plan(replies(200, HEALTHY));
    await new Promise((done) => setTimeout(done, 40));
    await healing.healthz();
    expect(healing.circuit().state).toBe('closed');
  });

  it('counts the outage from its beginning, through probes that fail', async () => {
    let now = 1_000;
    server.plan(UNAVAILABLE);
    const broken = client({ retries: 0, halfOpenAfterMs: 10, now: () => now });
    await breakCircuit(broken);
    await new Promise((done) => setTimeout(done, 20));
    now = 31_001;
    await failureOf(broken.healthz());
    expect(broken.circuit()).toEqual({ state: 'open', openForMs: 30_001 });
  });
});

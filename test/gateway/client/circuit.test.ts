import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { FAILURES_TO_OPEN } from '../../../gateway/client/circuit.ts';
import type { AdduceClient } from '../../../gateway/client/create-client.ts';
import { HEALTHY, refusal } from './envelopes.ts';
import { breaksOff, hangs, replies, type Step } from './misbehaving-server.ts';
import { client, failureOf, server, startServerForEachTest, UNAVAILABLE } from './transport-client.ts';

startServerForEachTest();

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

  it('is closed by the first good probe, and asks for nothing but the health meanwhile', async () => {
    server.plan(UNAVAILABLE);
    const healing = client({ retries: 0, probeAfterMs: 40 });
    await breakCircuit(healing);
    await expect.poll(() => server.requests.length).toBeGreaterThan(FAILURES_TO_OPEN + 1);
    expect((await failureOf(healing.stats())).reason).toBe('client:circuit_open');
    server.plan(replies(200, HEALTHY));
    await expect.poll(() => healing.circuit().state).toBe('closed');
    expect(new Set(server.requests.map(({ url }) => url))).toEqual(new Set(['/healthz']));
    await healing.healthz();
  });

  it('closes within two seconds after the engine has recovered', async () => {
    server.plan(UNAVAILABLE);
    const healing = client({ retries: 0 });
    await breakCircuit(healing);
    server.plan(replies(200, HEALTHY));
    const begin = performance.now();
    await expect.poll(() => healing.circuit().state).toBe('closed');
    expect(performance.now() - begin).toBeLessThan(3_000);
  });

  it('is closed by a good reply to a call that was under way when it opened', async () => {
    const slow: Step = (_, response) => {
      setTimeout(() => replies(200, HEALTHY)(_, response), 200);
    };
    server.plan(slow, UNAVAILABLE);
    const healing = client({ retries: 0, probeAfterMs: 60_000 });
    const underWay = healing.healthz();
    await expect.poll(() => server.requests.length).toBe(1);
    await breakCircuit(healing);
    expect(healing.circuit().state).toBe('open');
    await underWay;
    await expect.poll(() => healing.circuit().state).toBe('closed');
  });

  it('stays open through probes that find the engine unwell, or hanging', async () => {
    server.plan(UNAVAILABLE);
    const broken = client({ retries: 0, probeAfterMs: 20 });
    await breakCircuit(broken);
    server.plan(breaksOff, UNAVAILABLE, hangs);
    await expect.poll(() => server.requests.length).toBe(FAILURES_TO_OPEN + 3);
    expect((await failureOf(broken.healthz())).reason).toBe('client:circuit_open');
  });

  it('restarts its count after a refusal, since the engine has answered', async () => {
    const refused = replies(404, refusal(404, 'NotFound', 'missing:answer'));
    server.plan(UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, refused, UNAVAILABLE);
    const shaky = client({ retries: 0 });
    for (let i = 0; i < FAILURES_TO_OPEN + 1; i++) await failureOf(shaky.healthz());
    expect(shaky.circuit().state).toBe('closed');
  });

  it('is opened by an engine that hangs', async () => {
    server.plan(hangs);
    const hung = client({ retries: 0, timeoutMs: 60 });
    await breakCircuit(hung);
    expect(hung.circuit().state).toBe('open');
  });

  it("is not opened by 429, by the caller's own aborts, nor by a deadline that was used up before", async () => {
    const calm = client({ retries: 0, maxConcurrent: 1, maxQueued: 50, timeoutMs: 600 });
    server.plan(replies(429, refusal(429, 'RateLimited', 'limited:rate')));
    for (let i = 0; i < FAILURES_TO_OPEN + 1; i++) await failureOf(calm.healthz());
    server.plan(hangs);
    for (let i = 0; i < FAILURES_TO_OPEN + 1; i++) await failureOf(calm.healthz({ timeoutMs: 50 }));
    for (let i = 0; i < FAILURES_TO_OPEN + 1; i++) {
      await calm.healthz({ signal: AbortSignal.timeout(10) }).catch(() => {});
    }
    expect(calm.circuit().state).toBe('closed');
    const waiting = Array.from({ length: 12 }, () => failureOf(calm.healthz()));
    expect(new Set((await Promise.all(waiting)).map(({ reason }) => reason))).toEqual(
      new Set(['client:timeout']),
    );
    expect(calm.circuit().state).toBe('closed');
  });

  it('counts the outage from its beginning, through probes that fail', async () => {
    let now = 1_000;
    server.plan(UNAVAILABLE);
    const broken = client({ retries: 0, probeAfterMs: 10, now: () => now });
    await breakCircuit(broken);
    await expect.poll(() => server.requests.length).toBeGreaterThan(FAILURES_TO_OPEN + 1);
    now = 31_001;
    expect((await failureOf(broken.healthz())).reason).toBe('client:circuit_open');
    expect(broken.circuit().openForMs).toBe(30_001);
  });

  it('holds no process open', async () => {
    server.plan(UNAVAILABLE);
    const program = `
      import { createClient } from ${JSON.stringify(import.meta.resolve('../../../gateway/client/create-client.ts'))};
      const client = createClient({ baseUrl: ${JSON.stringify(server.url)}, retries: 0 });
      for (let i = 0; i < 6; i++) await client.healthz().catch(() => {});
      console.log(client.circuit().state);
    `;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      timeout: 20_000,
    });
    expect((await run).stdout.trim()).toBe('open');
  });
});

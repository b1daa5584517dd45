import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AdduceError } from '../../../gateway/client/adduce-error.ts';
import { contradictionOf, createClient } from '../../../gateway/client/create-client.ts';
import { isBrowser } from '../../../gateway/client/refuse-browser.ts';
import { retryAfterMs } from '../../../gateway/client/retry-after.ts';
import type { EvidenceRequestV1 } from '../../../gateway/wire/evidence.ts';
import { ENVELOPE, HEALTHY, refusal } from './envelopes.ts';
import { type MisbehavingServer, replies, startServer } from './misbehaving-server.ts';

let server: MisbehavingServer;

beforeEach(async () => {
  server = await startServer();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await server[Symbol.asyncDispose]();
});

describe('a client in a browser', () => {
  it('refuses to be made with a key in a page', () => {
    vi.stubGlobal('window', { document: {} });
    expect(() => createClient({ baseUrl: server.url, apiKey: 'adk_x' })).toThrow(
      /refuses to hold an API key/,
    );
  });

  it("refuses to be made with a key in a page's worker", () => {
    vi.stubGlobal('importScripts', () => {});
    expect(() => createClient({ baseUrl: server.url, apiKey: 'adk_x' })).toThrow(/in a browser/);
  });

  it.each<[name: string, value: string]>([
    ['authorization', 'Bearer adk_x'],
    ['Authorization', 'anything'],
    ['AUTHORIZATION', 'anything'],
    ['proxy-authorization', 'Basic eDp5'],
    ['cookie', 'session=1'],
    ['x-api-key', '1'],
    ['X-Auth-Token', '1'],
    ['x-session', '1'],
    ['x-custom', `adk_${'x'.repeat(43)}`],
    ['x-custom', 'bearer 1'],
  ])('refuses a key in the header %s: %s, of the client and of a call', async (name, value) => {
    vi.stubGlobal('window', { document: {} });
    const headers = { 'x-app': 'page', [name]: value };
    expect(() => createClient({ baseUrl: server.url, headers })).toThrow(/refuses to hold an API key/);
    const client = createClient({ baseUrl: server.url });
    await expect(client.healthz({ headers })).rejects.toThrow(/refuses to hold an API key/);
    await expect(client.trustReportFile('ans_x', 'html', { headers })).rejects.toThrow(/in a browser/);
    await expect(client.healthz({ trace: 'adk_x' })).rejects.toThrow(/in a browser/);
    expect(server.requests).toEqual([]);
  });

  it('sends other headers, and a key of one write', async () => {
    vi.stubGlobal('window', { document: {} });
    server.plan(replies(404, refusal(404, 'NotFound', 'missing:claim')));
    const client = createClient({ baseUrl: server.url, headers: { 'x-app': 'page' } });
    const note = { target: 'c1x', body: 'x', citation: { ref: 'https://a.example' } };
    await client.annotate(note, { idempotencyKey: 'k-1', trace: 't', tenant: 'acme' }).catch(() => {});
    expect(server.requests[0]?.headers).toMatchObject({ 'x-app': 'page', 'idempotency-key': 'k-1' });
  });

  it('may be made without a key', () => {
    vi.stubGlobal('window', { document: {} });
    expect(() => createClient({ baseUrl: server.url })).not.toThrow();
  });

  it('is not suspected on a server that defines `window` for some library', () => {
    expect(isBrowser({ window: {} })).toBe(false);
  });
});

describe('requests', () => {
  it('carry the key, and tenant and trace per request', async () => {
    server.plan(replies(200, HEALTHY));
    const client = createClient({ baseUrl: server.url, apiKey: 'adk_x', headers: { 'x-app': 'tests' } });
    await client.healthz({ tenant: 'acme', trace: 't-1' });
    await client.healthz();
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer adk_x',
      'x-app': 'tests',
      'x-tenant': 'acme',
      'x-trace': 't-1',
    });
    expect(server.requests[1]?.headers).not.toHaveProperty('x-tenant');
  });

  it('encode addresses and queries', async () => {
    server.plan(replies(404, refusal(404, 'NotFound', 'missing:claim')));
    const client = createClient({ baseUrl: `${server.url}/engine/` });
    const addr = 'wx://things/claim/c1/../x';
    await client.ledger(addr, { as_of: '2020-01-01', after: 'e1&x=1' }).catch(() => {});
    await client.receipt('../../healthz').catch(() => {});
    expect(server.requests[0]?.url).toBe(
      `/engine/v1/claims/${encodeURIComponent(addr)}/ledger?as_of=2020-01-01&after=e1%26x%3D1`,
    );
    expect(server.requests[1]?.url).toBe('/engine/v1/answers/..%2F..%2Fhealthz/receipt');
  });

  it('send an idempotency key with evidence', async () => {
    server.plan(replies(404, refusal(404, 'NotFound', 'missing:claim')));
    const event: EvidenceRequestV1 = {
      kind: 'dispute',
      evidence: [{ ref: 'x', hash: 'y', kind: 'source' }],
    };
    const client = createClient({ baseUrl: server.url });
    await client.evidence('c1x', event, { idempotencyKey: 'k-1', corpus: 'things' }).catch(() => {});
    expect(server.requests[0]?.headers['idempotency-key']).toBe('k-1');
    expect(server.requests[0]?.url).toBe('/v1/claims/c1x/evidence?corpus=things');
  });

  it.each(['ftp://engine', 'file:///etc/passwd', 'javascript:0'])('are not sent to %s', (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow(/not an http\(s\) URL/);
  });
});

describe('replies', () => {
  it('keep members that this version does not know', async () => {
    server.plan(replies(200, { ...HEALTHY, moon: { phase: 'new' } }));
    await expect(createClient({ baseUrl: server.url }).healthz()).resolves.toHaveProperty(
      'moon.phase',
      'new',
    );
  });

  it('of a contradiction without both sides are no contradicted answer', () => {
    const envelope = { ...ENVELOPE, error: {} };
    const failure = { status: 409, kind: 'Contradiction', reason: 'x', message: 'x', envelope } as const;
    expect(contradictionOf(new AdduceError(failure))).toBeNull();
    expect(contradictionOf(new Error('x'))).toBeNull();
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-21T10:00:00Z');

  it.each([
    ['0', 0],
    [' 120 ', 120_000],
    ['Sat, 21 Nov 2026 10:00:05 GMT', 5_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['', null],
    ['99999999999', null],
  ])('of "%s" is %s ms', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });

  it('that is absent is no wait', () => {
    expect(retryAfterMs(null, now)).toBeNull();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attenuateToken } from '../../../engine/keys/token-chain.ts';
import type { Handle, HttpConnection } from '../../../gateway/http/connection.ts';
import { joinHeaders, MAX_CALLERS, RateLimit } from '../../../gateway/operations/rate-limit.ts';
import { StoreUnavailable } from '../../../graph/store/store.ts';
import {
  openRestFixture,
  type Received,
  type RestFixture,
  received,
  requestTo,
  type Sent,
} from './rest-fixture.ts';

/** draft-ietf-httpapi-ratelimit-headers-10, sections 3 and 4, in the serialisation of RFC 9651. */
const POLICY = /^"[a-z]+";q=\d+;w=[1-9]\d*(, "[a-z]+";q=\d+;w=[1-9]\d*)*$/;
const LIMIT = /^"[a-z]+";r=\d+;t=\d+(, "[a-z]+";r=\d+;t=\d+)*$/;

let fixture: RestFixture;

beforeAll(async () => {
  fixture = await openRestFixture();
});

afterAll(() => fixture[Symbol.asyncDispose]());

function from(remoteAddress: string | null): HttpConnection {
  return { remoteAddress, target: null, method: null };
}

async function call(handle: Handle, path: string, sent: Sent = {}, address = '192.0.2.1'): Promise<Received> {
  return received(await handle(requestTo(path, sent), from(address)));
}

/** What a response says is left, by policy, and until when in seconds. */
function leftOf({ headers }: Received): Record<string, { left: number; seconds: number }> {
  expect(headers.get('ratelimit-policy')).toMatch(POLICY);
  expect(headers.get('ratelimit')).toMatch(LIMIT);
  const items = headers.get('ratelimit')?.matchAll(/"([a-z]+)";r=(\d+);t=(\d+)/g) ?? [];
  return Object.fromEntries(
    [...items].map(([, name, left, seconds]) => [name, { left: Number(left), seconds: Number(seconds) }]),
  );
}

describe('the rate of a counted route', () => {
  it('is sent with each response, and counts down to a refusal', async () => {
    const handle = fixture.rest({ ratePerMinute: 2 });
    const replies: Received[] = [];
    for (let i = 0; i < 4; i += 1) replies.push(await call(handle, '/v1/search?q=lake'));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
    for (const { headers } of replies) expect(headers.get('ratelimit-policy')).toBe('"requests";q=2;w=60');
    expect(replies.map((reply) => leftOf(reply).requests?.left)).toEqual([1, 0, 0, 0]);
    for (const reply of replies) {
      const { seconds = 0 } = leftOf(reply).requests ?? {};
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
    }
    const [refused] = replies.slice(2);
    if (refused === undefined) throw new Error('nothing was refused');
    // Not earlier than the limit's own time, which the draft asks for.
    expect(Number(refused.headers.get('retry-after'))).toBe(leftOf(refused).requests?.seconds);
    expect(refused.body.error).toMatchObject({ status: 429, reason: 'limited:rate' });
    expect(Math.ceil(refused.body.error.retry_after_ms / 1_000)).toBe(leftOf(refused).requests?.seconds);
  });

  it.each<[what: string, path: string, sent: Sent, status: number]>([
    ['bad query', '/v1/search', {}, 400],
    ['bad body', '/v1/answers', { method: 'POST', body: { no: 1 } }, 400],
    ['lacking token', '/v1/keys/self', {}, 403],
    ['wrong key', '/v1/search?q=x', { token: 'adk_wrong' }, 401],
    ['answer that is not there', '/v1/answers/ans_x/receipt', {}, 404],
    [
      'format of a body',
      '/v1/search',
      { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } },
      415,
    ],
  ])('is told with the refusal of a %s, in JSON and CBOR', async (_, path, sent, status) => {
    const handle = fixture.rest({ ratePerMinute: 9 });
    for (const format of ['json', 'cbor'] as const) {
      const reply = await call(handle, path, {
        ...sent,
        headers: { accept: `application/${format}`, ...sent.headers },
      });
      expect(reply.status).toBe(status);
      expect(leftOf(reply).requests?.left).toBe(format === 'json' ? 8 : 7);
    }
  });

  it('is sent with a fault too', async () => {
    const search = () => Promise.reject(new StoreUnavailable('away'));
    const reply = await call(
      fixture.rest({ ratePerMinute: 9 }, { ...fixture.engine, search }),
      '/v1/search?q=x',
    );
    expect([reply.status, leftOf(reply).requests?.left]).toEqual([503, 8]);
    fixture.faults.pop();
  });

  it.each<[what: string, path: string, sent: Sent]>([
    ['the health check', '/healthz', {}],
    ['the probe of the process', '/livez', {}],
    ['the probe of readiness', '/readyz', {}],
    ['a path that is none', '/nowhere', {}],
    ['a method that is not taken', '/v1/search', { method: 'PUT' }],
    ['OPTIONS', '/v1/search', { method: 'OPTIONS' }],
    ['OPTIONS of a file', '/openapi.json', { method: 'OPTIONS' }],
  ])('is neither counted nor told for %s', async (_, path, sent) => {
    const reply = await call(fixture.rest({ ratePerMinute: 1 }), path, sent);
    expect([reply.headers.get('ratelimit'), reply.headers.get('ratelimit-policy')]).toEqual([null, null]);
  });

  it.each(['/openapi.json', '/docs'])('is counted and reported for %s, by address', async (path) => {
    const handle = fixture.rest({ ratePerMinute: 3 });
    const token = await fixture.mint();
    const ask = (method: string, headers = {}) =>
      handle(requestTo(path, { method, token, headers }), from('192.0.2.1'));
    const first = await ask('GET');
    expect([first.status, first.headers.get('ratelimit')]).toEqual([200, '"requests";r=2;t=60']);
    expect((await ask('HEAD')).headers.get('ratelimit-policy')).toBe('"requests";q=3;w=60');
    expect((await ask('GET', { 'if-none-match': first.headers.get('etag') })).status).toBe(304);
    const refused = await received(await ask('GET'));
    expect([refused.status, refused.body.error.reason]).toEqual([429, 'limited:rate']);
    expect(refused.headers.has('etag')).toBe(false);
    expect((await handle(requestTo(path), from('192.0.2.2'))).status).toBe(200);
  });

  it('is not sent where there is none, nor to a caller of this process', async () => {
    const off = await call(fixture.rest({ ratePerMinute: null }), '/v1/search?q=lake');
    expect(off.headers.get('ratelimit')).toBeNull();
    const own = await fixture.rest({ ratePerMinute: 1 })(requestTo('/v1/search?q=lake'), from(null));
    expect(own.headers.get('ratelimit')).toBeNull();
  });

  it('is shared by what holds one address, and by tokens of one root wherever they are', async () => {
    const handle = fixture.rest({ ratePerMinute: 5 });
    const token = await fixture.mint();
    const narrowed = attenuateToken(token, { budget: 1 }) ?? '';
    const self = async (sent: Sent, address: string) =>
      leftOf(await call(handle, '/v1/keys/self', sent, address)).requests?.left;
    expect(await self({}, '192.0.2.1')).toBe(4);
    expect(await self({}, '192.0.2.1')).toBe(3);
    expect(await self({}, '192.0.2.2')).toBe(4);
    expect(await self({ token }, '192.0.2.1')).toBe(4);
    expect(await self({ token: narrowed }, '192.0.2.2')).toBe(3);
    expect(await self({ token: await fixture.mint() }, '192.0.2.2')).toBe(4);
    // A token that is none counts for the address.
    expect(await self({ token: 'rcx1.no' }, '192.0.2.1')).toBe(2);
    expect(await self({}, '::ffff:192.0.2.1')).toBe(1);
    expect(await self({}, '2001:db8::1')).toBe(4);
    expect(await self({}, '2001:db8::ffff:1')).toBe(3);
  });
});

describe('minting a key', () => {
  it('is counted by the network of an IPv6 address', async () => {
    const handle = fixture.rest();
    const mint = (address: string) => call(handle, '/v1/keys', { method: 'POST' }, address);
    for (let i = 0; i < 20; i += 1) expect((await mint(`2001:db8::${i.toString(16)}`)).status).toBe(201);
    expect((await mint('2001:db8:0:0:ffff::1')).status).toBe(429);
    expect((await mint('2001:db8:0:1::1')).status).toBe(201);
  });

  it('reports both its policies, and waits for the one that refuses', async () => {
    const handle = fixture.rest({ ratePerMinute: 100 });
    const mint = () => call(handle, '/v1/keys', { method: 'POST' });
    const first = await mint();
    expect(first.headers.get('ratelimit-policy')).toBe('"requests";q=100;w=60, "keys";q=20;w=86400');
    expect(leftOf(first)).toMatchObject({ requests: { left: 99 }, keys: { left: 19 } });
    for (let i = 1; i < 20; i += 1) expect((await mint()).status).toBe(201);
    const refused = await mint();
    expect(refused.status).toBe(429);
    expect(leftOf(refused)).toMatchObject({ requests: { left: 79 }, keys: { left: 0 } });
    expect(Number(refused.headers.get('retry-after'))).toBe(leftOf(refused).keys?.seconds);
  });
});

describe('RateLimit', () => {
  const policy = { name: 'calls', points: 3, seconds: 1, what: 'calls within a second' };

  it('gives back what was counted once its time is over', async () => {
    const limit = new RateLimit(policy);
    for (let i = 0; i < 3; i += 1) expect((await limit.count('a')).refusal).toBeNull();
    const { refusal } = await limit.count('a');
    expect(refusal?.message).toBe('too many calls within a second');
    // A timer may fire up to a millisecond early.
    await new Promise((resolve) => setTimeout(resolve, (refusal?.retryAfterMs ?? 0) + 1));
    expect((await limit.count('a')).refusal).toBeNull();
  });

  it('counts 100,000 callers, and one more evicts the one whose window began first', async () => {
    const limit = new RateLimit({ ...policy, points: 1, seconds: 600 });
    const isRefused = async (caller: string) => (await limit.count(caller)).refusal !== null;
    for (let i = 0; i < MAX_CALLERS; i += 1) await limit.count(`caller ${i}`);
    expect(await isRefused('caller 0')).toBe(true);
    expect(await isRefused('one more')).toBe(false);
    expect([await isRefused('caller 1'), await isRefused('one more')]).toEqual([true, true]);
    expect(await isRefused('caller 0')).toBe(false);
  });

  it('lets no more through at once than one after another', async () => {
    const limit = new RateLimit(policy);
    const counted = await Promise.all(Array.from({ length: 10 }, () => limit.count('a')));
    expect(counted.filter(({ refusal }) => refusal === null)).toHaveLength(3);
  });
});

it('headers that two policies both have become one list', () => {
  expect(joinHeaders({ a: '1', b: '2' }, { b: '3', c: '4' })).toEqual({ a: '1', b: '2, 3', c: '4' });
  expect(joinHeaders({}, {})).toEqual({});
});

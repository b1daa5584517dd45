import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../engine/engine.ts';
import { attenuateToken } from '../../../engine/keys/token-chain.ts';
import type { Handle } from '../../../gateway/rest/rest-config.ts';
import { contradictionResponse } from '../../../gateway/wire/answers.ts';
import { errorResponse } from '../../../gateway/wire/error.ts';
import { type ClaimAddr, claimIdOf } from '../../../graph/address.ts';
import { WriterOverloaded } from '../../../graph/log/writer.ts';
import { StoreUnavailable } from '../../../graph/store.ts';
import {
  CORPUS,
  FORMATS,
  NOW,
  OTHER_CORPUS,
  openRestFixture,
  QUESTION,
  type Received,
  type RestFixture,
  type Sent,
  send,
} from './rest-fixture.ts';

const UNKNOWN = `c1${'a'.repeat(26)}`;
const ITEM = { ref: 'https://a.example/1', hash: 'x', kind: 'source' };
const EVENT = { kind: 'dispute', evidence: [ITEM] };

let fixture: RestFixture;
let rest: Handle;
let token: string;
let claim: ClaimAddr;
let evidence: string;
let ledger: string;

beforeAll(async () => {
  fixture = await openRestFixture();
  rest = fixture.rest();
  token = await fixture.mint({ capabilities: ['svc.evidence', 'wiki.search'] });
  claim = await fixture.claim('212');
  evidence = `/v1/claims/${claimIdOf(claim)}/evidence`;
  ledger = `/v1/claims/${claimIdOf(claim)}/ledger`;
});

afterAll(() => fixture[Symbol.asyncDispose]());

/** Status and reason of a refusal, whose body must be an envelope in the caller's format. */
function refusalOf(reply: Received): [number, string] {
  const { error } = errorResponse.parse(reply.body);
  expect(error.status).toBe(reply.status);
  return [reply.status, error.reason];
}

async function refused(path: string, sent: Sent = {}, handle = rest): Promise<[number, string]> {
  return refusalOf(await send(handle, path, sent));
}

function post(body?: unknown, more: Partial<Sent> = {}): Sent {
  return { method: 'POST', body, ...more };
}

describe.each(FORMATS)('in %s', (format) => {
  it.each<[string, Sent, number, string]>([
    ['/v2/answers', {}, 404, 'missing:route'],
    ['/', {}, 404, 'missing:route'],
    ['/v1/answers/', {}, 404, 'missing:route'],
    ['/v1/answers', {}, 405, 'invalid:method'],
    ['/v1/answers', { method: 'PUT' }, 405, 'invalid:method'],
    ['/healthz', { method: 'POST' }, 405, 'invalid:method'],
    ['/v1/answers', post({}), 400, 'invalid:body'],
    ['/v1/answers', post(), 400, 'invalid:body'],
    ['/v1/answers', post({ q: 'x', color: 1 }), 400, 'invalid:body'],
    ['/v1/answers', post({ q: 'x', as_of: '0000-01-01T00:00:00+05:00' }), 400, 'invalid:body'],
    ['/v1/answers?corpus=nowhere', post({ q: 'x' }), 400, 'invalid:corpus_unknown'],
    ['/v1/answers?corpus=No_Where', post({ q: 'x' }), 400, 'invalid:corpus_unknown'],
    ['/v1/answers?corpus=', post({ q: 'x' }), 400, 'invalid:query'],
    [`/v1/answers?corpus=${CORPUS}&corpus=${CORPUS}`, post({ q: 'x' }), 400, 'invalid:query'],
    ['/v1/answers/ans_unknown/receipt', {}, 404, 'missing:answer'],
    ['/v1/search', {}, 400, 'invalid:query'],
    ['/v1/search?q=', {}, 400, 'invalid:query'],
    ['/v1/search?q=x&k=51', {}, 400, 'invalid:query'],
    ['/v1/search?q=x&q=y', {}, 400, 'invalid:query'],
    ['/v1/search?q=x&corpus=nowhere', {}, 400, 'invalid:corpus_unknown'],
    ['/v1/search?q=x&as_of=yesterday', {}, 400, 'invalid:query'],
    ['/v1/search', post({}), 400, 'invalid:body'],
    ['/v1/search', post({ q: 'x', corpus: 'nowhere' }), 400, 'invalid:corpus_unknown'],
    [`/v1/search?corpus=${CORPUS}`, post({ q: 'x', corpus: OTHER_CORPUS }), 400, 'invalid:query'],
    ['/v1/search', post({ q: 'x' }, { token: 'rcx1.no.token' }), 403, 'denied:token_invalid'],
    ['/v1/keys', post({ capabilities: ['svc.supersede'] }), 400, 'invalid:body'],
    ['/v1/keys/self', {}, 403, 'denied:token_missing'],
    ['/v1/keys/tk_x', { method: 'DELETE' }, 403, 'denied:token_missing'],
  ])('%s %j is refused with %i %s', async (path, sent, status, reason) => {
    expect(await refused(path, { ...sent, format })).toEqual([status, reason]);
  });
});

describe('a question', () => {
  it.each<[string, object, string]>([
    ['verified, eight days after the corpus was last looked at', {}, '2026-11-29T09:00:01.000Z'],
    ['audit, a day and a second after', { mode: 'audit' }, '2026-11-22T09:00:01.000Z'],
    [
      'light with a window of an hour',
      { mode: 'light', freshness: { max_snapshot_age: 'PT1H' } },
      '2026-11-21T11:00:00.000Z',
    ],
  ])('%s, is refused with 412', async (_, body, now) => {
    fixture.setTime(now);
    expect(await refused('/v1/answers', post({ q: QUESTION, ...body }))).toEqual([412, 'stale:snapshot']);
    fixture.setTime(NOW);
  });
});

describe('an evidence append', () => {
  // In the contract's order: each request is wrong in this and in everything that is checked later.
  const BAD_JSON = Buffer.from('{');
  it.each<[string, () => [string, Sent], number, string]>([
    ['the address', () => ['/v1/claims/c1no/evidence', post(BAD_JSON)], 400, 'invalid:addr'],
    ['the token', () => [`/v1/claims/${UNKNOWN}/evidence`, post(BAD_JSON)], 403, 'denied:token_missing'],
    [
      'the capability',
      () => [`/v1/claims/${UNKNOWN}/evidence`, post(BAD_JSON, { token: narrowed({ caps: [] }) })],
      403,
      'denied:capability_missing',
    ],
    ['the body', () => [`/v1/claims/${UNKNOWN}/evidence`, post(BAD_JSON, { token })], 400, 'invalid:body'],
    [
      'the evidence',
      () => [`/v1/claims/${UNKNOWN}/evidence`, post({ kind: 'nonsense', more: 1 }, { token })],
      403,
      'denied:evidence_missing',
    ],
    [
      'the rest of the body',
      () => [`/v1/claims/${UNKNOWN}/evidence`, post({ ...EVENT, kind: 'nonsense' }, { token })],
      400,
      'invalid:body',
    ],
    [
      'the claim',
      () => [
        `/v1/claims/${UNKNOWN}/evidence`,
        post(EVENT, { token, headers: { 'idempotency-key': 'with space' } }),
      ],
      404,
      'missing:claim',
    ],
    [
      'the idempotency key',
      () => [evidence, post(EVENT, { token, headers: { 'idempotency-key': 'with space' } })],
      422,
      'invalid:idempotency_key',
    ],
  ])('checks %s in its turn', async (_, make, status, reason) => {
    const [path, sent] = make();
    const { size } = await fixture.store.head();
    expect(await refused(path, sent)).toEqual([status, reason]);
    expect((await fixture.store.head()).size).toBe(size);
  });

  it('checks the rate before everything', async () => {
    const limited = fixture.rest({ ratePerMinute: 1 });
    const from = (address: string) => ({ remoteAddress: address, target: null, method: null });
    const request = () => new Request('http://engine.example/v1/claims/c1no/evidence', { method: 'POST' });
    expect((await limited(request(), from('192.0.2.1'))).status).toBe(400);
    expect((await limited(request(), from('192.0.2.1'))).status).toBe(429);
    expect((await limited(request(), from('192.0.2.2'))).status).toBe(400);
  });

  it.each<[string, unknown]>([
    ['no evidence', { kind: 'dispute' }],
    ['empty evidence', { kind: 'dispute', evidence: [] }],
    ['evidence without ref', { kind: 'dispute', evidence: [{ hash: 'x', kind: 'source' }] }],
    ['an empty ref', { kind: 'dispute', evidence: [{ ...ITEM, ref: '' }] }],
    ['null', null],
    ['a list', [EVENT]],
  ])('with %s is refused with a receipt and what would be accepted', async (_, body) => {
    const reply = await send(rest, evidence, post(body, { token }));
    expect(refusalOf(reply)).toEqual([403, 'denied:evidence_missing']);
    expect(reply.body.receipts[0].hash).toMatch(/^[0-9a-f]{64}$/);
    expect(reply.body.error.details.accepts).toBeDefined();
    expect(reply.headers.get('www-authenticate')).toBeNull();
  });

  it('without a body carries no evidence', async () => {
    expect(await refused(evidence, post(undefined, { token }))).toEqual([403, 'denied:evidence_missing']);
  });

  it('with a hash that disagrees with what is stored is refused', async () => {
    const body = {
      ...EVENT,
      evidence: [{ ...ITEM, ref: 'https://atlas.example/atlas', hash: '0'.repeat(64) }],
    };
    expect(await refused(evidence, post(body, { token }))).toEqual([403, 'denied:evidence_hash_mismatch']);
  });

  it('that proposes a supersession names its successor', async () => {
    const body = { ...EVENT, kind: 'supersede-propose' };
    expect(await refused(evidence, post(body, { token }))).toEqual([403, 'denied:successor_missing']);
  });

  it('with enforcement off skips the capability and nothing else', async () => {
    const off = fixture.rest({ enforce: 'off' });
    const narrow = narrowed({ caps: [] });
    expect(await refused(evidence, post(EVENT), off)).toEqual([403, 'denied:token_missing']);
    expect(await refused(evidence, post({}, { token: narrow }), off)).toEqual([
      403,
      'denied:evidence_missing',
    ]);
    const done = await send(off, evidence, post(EVENT, { token: narrow }));
    expect([done.status, done.body.mode]).toEqual([201, 'off']);
  });
});

describe('the address of a claim', () => {
  const good = `wx://lakes/claim/${UNKNOWN}`;
  it.each([
    '..',
    '%2e%2e',
    'c1',
    `c2${'a'.repeat(26)}`,
    `c1${'A'.repeat(26)}`,
    `${UNKNOWN}a`,
    good.replace('claim', 'sec'),
    good.replace('wx:', 'http:'),
    good.replace('lakes', 'La_kes'),
    good.replace('/claim/', '/../claim/'),
    encodeURIComponent(encodeURIComponent(good)),
    `${encodeURIComponent(good)}%00`,
    good.replaceAll('/', '%5C'),
    `${UNKNOWN}%`,
    '%ff',
    'x'.repeat(2_000),
  ])('is not %s', async (addr) => {
    const path = `/v1/claims/${addr}/ledger`;
    // As a server gives it: a Request has already resolved dots in its URL.
    const connection = { remoteAddress: null, target: path, method: null };
    const response = await rest(
      new Request('http://engine.example/', { headers: { authorization: `Bearer ${token}` } }),
      connection,
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { reason: 'invalid:addr' } });
  });

  it.each([
    ['unknown', `/v1/claims/${UNKNOWN}/ledger`, 404, 'missing:claim'],
    ['in an unknown corpus', `/v1/claims/wx://nowhere/claim/${UNKNOWN}/ledger`, 404, 'missing:claim'],
    [
      'in a corpus that is not the one asked for',
      `/v1/claims/${good}/ledger?corpus=towers`,
      400,
      'invalid:query',
    ],
    [
      'bare, with an unknown corpus',
      `/v1/claims/${UNKNOWN}/ledger?corpus=nowhere`,
      400,
      'invalid:corpus_unknown',
    ],
    [
      'bare, with a corpus that cannot be',
      `/v1/claims/${UNKNOWN}/ledger?corpus=..`,
      400,
      'invalid:corpus_unknown',
    ],
  ])('%s is refused', async (_, path, status, reason) => {
    expect(await refused(path, { token })).toEqual([status, reason]);
  });
});

describe('a ledger read', () => {
  it.each([
    ['token_budget=-1'],
    ['token_budget=x'],
    ['after=e1'],
    [`after=e1${'a'.repeat(26)}`],
    ['as_of=2020-02-30'],
    ['token_budget=1&token_budget=1'],
  ])('with ?%s is refused', async (query) => {
    expect(await refused(`${ledger}?${query}`, { token })).toEqual([400, 'invalid:query']);
  });

  it.each([
    ['no token', undefined, 'denied:token_missing'],
    ['a made-up token', 'rcx1.AAAA.AAAA', 'denied:token_invalid'],
    ['an engine key', 'adk_x', 'denied:token_invalid'],
  ])('with %s is refused by 403, with a challenge', async (_, bad, reason) => {
    const reply = await send(rest, ledger, bad === undefined ? {} : { token: bad });
    expect(refusalOf(reply)).toEqual([403, reason]);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="rcx"');
    expect(reply.body.rcx.token_id).toBeNull();
  });

  it('with another scheme than Bearer is refused', async () => {
    const headers = { authorization: `Basic ${token}` };
    expect(await refused(ledger, { headers })).toEqual([403, 'denied:token_invalid']);
  });

  it('needs the capability', async () => {
    const reply = await send(rest, ledger, { token: await fixture.mint({ capabilities: ['wiki.search'] }) });
    expect(refusalOf(reply)).toEqual([403, 'denied:capability_missing']);
    expect(reply.body.error.details).toEqual({ capability: 'svc.evidence' });
    expect(reply.body.rcx.token_id).toMatch(/^tk_/);
  });

  it('is refused once the token has expired', async () => {
    const short = await fixture.mint({ ttl: 'PT1M' });
    fixture.setTime('2026-11-21T09:01:00.000Z');
    expect(await refused(ledger, { token: short })).toEqual([403, 'denied:token_expired']);
    fixture.setTime(NOW);
  });

  it('says which corpora and addresses its token is for', async () => {
    const other = await send(rest, ledger, { token: narrowed({ corpora: [OTHER_CORPUS, 'a'] }) });
    expect(other.body.error.details).toEqual({ corpus: CORPUS, corpora: ['a', OTHER_CORPUS] });
    const prefixes = [`wx://${OTHER_CORPUS}/`, 'wx://a/'];
    const elsewhere = await send(rest, ledger, { token: narrowed({ prefixes }) });
    expect(elsewhere.body.error.details).toEqual({ addr: claim, prefixes });
  });

  it('says how a claim is named', async () => {
    const { body } = await send(rest, '/v1/claims/saturn/ledger', { token });
    expect(body.error.details).toEqual({ part: 'scheme', accepts: ['c1…', 'wx://<corpus>/claim/c1…'] });
    expect(body.error.message).toContain('c1… or wx://<corpus>/claim/c1…');
  });

  it('keeps to the corpora and addresses of its token', async () => {
    const other = narrowed({ corpora: [OTHER_CORPUS] });
    expect(await refused(ledger, { token: other })).toEqual([403, 'denied:corpus_forbidden']);
    expect(await refused(evidence, post(EVENT, { token: other }))).toEqual([403, 'denied:corpus_forbidden']);
    expect(await refused('/v1/search', post({ q: 'x' }, { token: other }))).toEqual([
      403,
      'denied:corpus_forbidden',
    ]);
    const elsewhere = narrowed({ prefixes: [`wx://${OTHER_CORPUS}/`] });
    expect(await refused(ledger, { token: elsewhere })).toEqual([403, 'denied:corpus_forbidden']);
    const here = narrowed({ prefixes: [claim], corpora: [CORPUS] });
    expect((await send(rest, ledger, { token: here })).status).toBe(200);
    const found = await send(rest, '/v1/search', post({ q: QUESTION }, { token: here }));
    expect(found.body.pointers.map(({ addr }: { addr: string }) => addr)).toEqual([claim]);
  });

  it('spends no more than its token allows', async () => {
    const reply = await send(rest, `${ledger}?token_budget=5000`, { token: narrowed({ budget: 10 }) });
    expect(reply.body).toMatchObject({ ledger: [], budget: { asked: 10, spent: 0 } });
  });
});

describe('the engine plane', () => {
  it.each(['/v1/search?q=x', '/v1/answers/ans_a/receipt'])(
    'needs a key for %s where it is not open',
    async (path) => {
      const closed = fixture.rest({ engineAuth: 'required' });
      const reply = await send(closed, path);
      expect(refusalOf(reply)).toEqual([401, 'denied:key_missing']);
      expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="adduce"');
    },
  );

  it.each(['open', 'required'] as const)('refuses a wrong key and a token, %s or not', async (engineAuth) => {
    const handle = fixture.rest({ engineAuth });
    for (const bad of [`adk_${'A'.repeat(43)}`, token]) {
      const sent = post({ q: QUESTION }, { token: bad });
      expect(await refused('/v1/answers', sent, handle)).toEqual([401, 'denied:key_invalid']);
    }
  });

  it('is limited by key, wherever the key is used from', async () => {
    const limited = fixture.rest({ ratePerMinute: 2, engineAuth: 'required' });
    const [mine, other] = [await fixture.mintKey('acme'), await fixture.mintKey('acme')];
    const call = (key: string) => send(limited, '/v1/search?q=lake', { token: key });
    expect([(await call(mine)).status, (await call(mine)).status]).toEqual([200, 200]);
    const reply = await call(mine);
    expect(refusalOf(reply)).toEqual([429, 'limited:rate']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(reply.body.error.retry_after_ms).toBeLessThanOrEqual(60_000);
    expect((await call(other)).status).toBe(200);
  });

  it('is not limited by narrowing one token again and again', async () => {
    const limited = fixture.rest({ ratePerMinute: 1 });
    expect((await send(limited, ledger, { token: narrowed({ budget: 1 }) })).status).toBe(200);
    expect(await refused(ledger, { token: narrowed({ budget: 2 }) }, limited)).toEqual([429, 'limited:rate']);
  });

  it('answers health checks at any rate', async () => {
    const limited = fixture.rest({ ratePerMinute: 1 });
    const connection = { remoteAddress: '192.0.2.9', target: null, method: null };
    for (let i = 0; i < 3; i += 1) {
      expect((await limited(new Request('http://engine.example/healthz'), connection)).status).toBe(200);
    }
  });
});

describe('minting', () => {
  it('ends for the day after twenty keys of one address', async () => {
    const handle = fixture.rest();
    const mint = (remoteAddress: string) =>
      handle(new Request('http://engine.example/v1/keys', { method: 'POST' }), {
        remoteAddress,
        target: null,
        method: null,
      });
    for (let i = 0; i < 20; i += 1) expect((await mint('192.0.2.3')).status).toBe(201);
    const refusedMint = await mint('192.0.2.3');
    expect(refusedMint.status).toBe(429);
    expect(Number(refusedMint.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect((await mint('192.0.2.4')).status).toBe(201);
  });

  it('gives nobody a way to end somebody else’s key', async () => {
    const other = await send(rest, '/v1/keys', { method: 'POST' });
    const sent = { method: 'DELETE', token };
    expect(await refused(`/v1/keys/${other.body.token_id}`, sent)).toEqual([404, 'missing:key']);
  });
});

describe('formats', () => {
  it('that nobody here writes are refused, in JSON', async () => {
    const reply = await send(rest, '/v1/search?q=x', { headers: { accept: 'text/html' } });
    expect(refusalOf(reply)).toEqual([406, 'invalid:accept']);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16'])(
    'of bodies that nobody here reads are refused: %s',
    async (type) => {
      const sent = post({ q: 'x' }, { headers: { 'content-type': type } });
      expect(await refused('/v1/answers', sent)).toEqual([415, 'invalid:media_type']);
    },
  );

  it('of encodings are refused', async () => {
    const sent = post({ q: 'x' }, { headers: { 'content-encoding': 'gzip' } });
    expect(await refused('/v1/answers', sent)).toEqual([415, 'invalid:media_type']);
  });

  it('hold a megabyte and not a byte more', async () => {
    const padded = (bytes: number) => Buffer.from(JSON.stringify({ q: 'x', k: 'x'.repeat(bytes - 16) }));
    expect(padded(1_048_576)).toHaveLength(1_048_576);
    expect(await refused('/v1/answers', post(padded(1_048_576)))).toEqual([400, 'invalid:body']);
    expect(await refused('/v1/answers', post(padded(1_048_577)))).toEqual([413, 'invalid:size']);
  });

  it('hold no endless stream', async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
    const response = await rest(
      new Request('http://engine.example/v1/answers', {
        ...init,
        headers: { 'content-type': 'application/json' },
      }),
    );
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(2_097_152);
  });

  it.each<[string, string]>([
    ['a tag', 'c11a514b67b0'],
    ['a bignum', 'c249010000000000000000'],
    ['an indefinite map', 'bf617178ff'],
    ['a repeated key', 'a261716178617161'],
    ['a number as key', 'a1016178'],
    ['__proto__', `a1695f5f70726f746f5f5fa0`],
    ['NaN', 'a16171f97e00'],
    ['undefined', 'a16171f7'],
    ['bad UTF-8', 'a1617161ff'],
    ['bytes behind it', 'a161716178ff'],
    ['a claimed length', 'a161719a7fffffff'],
    ['depth 33', '81'.repeat(33)],
    ['nothing but a break', 'ff'],
  ])('of CBOR with %s are refused', async (_, hex) => {
    const sent = post(Buffer.from(hex, 'hex'), { format: 'cbor' });
    expect(await refused('/v1/answers', sent)).toEqual([400, 'invalid:cbor']);
  });

  it('take bodies as deep as any decoder does, and give a receipt for them', async () => {
    const deep = Buffer.from(`${'['.repeat(32)}${']'.repeat(32)}`);
    expect(await refused('/v1/answers', post(deep))).toEqual([400, 'invalid:body']);
  });

  it('repeat what was sent shortened', async () => {
    const reply = await send(rest, '/v1/answers', post({ q: 'x', [`${'y'.repeat(10_000)}😀`]: 1 }));
    expect(refusalOf(reply)).toEqual([400, 'invalid:body']);
    expect(JSON.stringify(reply.body.error).length).toBeLessThan(2_000);
  });
});

describe('outages', () => {
  /** The engine with one use case broken. */
  function broken(parts: Partial<Engine>): Handle {
    return fixture.rest({}, { ...fixture.engine, ...parts });
  }

  it.each([
    ['the store is unreachable', new StoreUnavailable('connection to 10.0.0.7 refused')],
    ['too many appends wait', new WriterOverloaded('4096 wait')],
  ])('are 503 with Retry-After while %s', async (_, fault) => {
    const handle = broken({ search: () => Promise.reject(fault) });
    const reply = await send(handle, '/v1/search?q=x');
    expect(refusalOf(reply)).toEqual([503, 'upstream:unavailable']);
    expect(reply.headers.get('retry-after')).toBe('1');
    expect(JSON.stringify(reply.body)).not.toMatch(/10\.0\.0\.7|4096/);
    expect(fixture.faults.pop()).toBe(fault);
  });

  it('are 500 without a word of what broke', async () => {
    const fault = new Error('password is hunter2');
    const handle = broken({ ask: () => Promise.reject(fault) });
    const reply = await send(handle, '/v1/answers', post({ q: 'x' }));
    expect(refusalOf(reply)).toEqual([500, 'internal:fault']);
    expect(JSON.stringify(reply.body)).not.toContain('hunter2');
    expect(fixture.faults.pop()).toBe(fault);
  });

  it('leave an envelope even where no corpus can be named', async () => {
    const down = () => Promise.reject(new StoreUnavailable('down'));
    const reply = await send(broken({ resolveCorpus: down }), '/v1/search?q=x');
    expect(refusalOf(reply)).toEqual([503, 'upstream:unavailable']);
    expect(reply.body.corpus).toEqual({ name: '', snapshot: '' });
  });

  it('show in the health check', async () => {
    const store = { ...fixture.store, head: () => Promise.reject(new StoreUnavailable('down')) };
    const reply = await send(broken({ store }), '/healthz');
    expect(refusalOf(reply)).toEqual([503, 'upstream:unavailable']);
    expect(reply.body).toMatchObject({ ok: false, status: 503, version: '0.0.0-test' });
  });
});

describe('an empty installation', () => {
  it('refuses questions and answers health checks', async () => {
    await using empty = await openRestFixture({ isEmpty: true });
    const handle = empty.rest();
    const reply = await send(handle, '/v1/answers', post({ q: 'x' }));
    expect(refusalOf(reply)).toEqual([400, 'invalid:corpus_unknown']);
    expect(reply.body.corpus).toEqual({ name: '', snapshot: '' });
    expect(await refused(`/v1/claims/${UNKNOWN}/ledger`, { token: await empty.mint() }, handle)).toEqual([
      404,
      'missing:claim',
    ]);
    expect((await send(handle, '/healthz')).status).toBe(200);
  });
});

describe('a contradiction', () => {
  it('is 409 and shows both sides', async () => {
    await using own = await openRestFixture();
    const handle = own.rest();
    const path = `/v1/claims/${await own.claim('212')}/evidence`;
    for (let i = 0; i < 4; i += 1) {
      const body = {
        kind: 'dispute',
        evidence: [{ ref: `https://d${i}.example/x`, hash: `h${i}`, kind: 'reproduction' }],
      };
      const writer = await own.mint({ standing: 1_000 });
      expect((await send(handle, path, post(body, { token: writer }))).status).toBe(201);
    }
    const reply = await send(handle, '/v1/answers', post({ q: QUESTION }));
    const { error, summary, trust } = contradictionResponse.parse(reply.body);
    expect(error).toMatchObject({ status: 409, kind: 'Contradiction', reason: 'conflict:contradiction' });
    expect(summary).not.toBe('');
    expect(trust.findings_state).toBe('FAIL');
    const light = await send(handle, '/v1/answers', post({ q: QUESTION, mode: 'light' }));
    expect([light.status, light.body.trust.findings_state]).toEqual([200, 'FAIL']);
    const receipt = await send(handle, `/v1/answers/${reply.body.answer_id}/receipt`);
    expect(receipt.status).toBe(200);
  });
});

/** The file's own token, narrowed. */
function narrowed(restrictions: Parameters<typeof attenuateToken>[1]): string {
  return attenuateToken(token, restrictions) ?? '';
}

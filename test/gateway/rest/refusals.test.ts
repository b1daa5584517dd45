import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../engine/engine.ts';
import { attenuateToken } from '../../../engine/keys/token-chain.ts';
import type { Handle } from '../../../gateway/http/connection.ts';
import { contradictionResponse } from '../../../gateway/wire/answers.ts';
import { healthzResponse } from '../../../gateway/wire/healthz.ts';
import { claimIdOf } from '../../../graph/address.ts';
import { WriterOverloaded } from '../../../graph/log/writer.ts';
import { StoreUnavailable } from '../../../graph/store/store.ts';
import { post, refusalOf, refusedBy } from './refused.ts';
import {
  CORPUS,
  FORMATS,
  NOW,
  OTHER_CORPUS,
  openRestFixture,
  QUESTION,
  type RestFixture,
  type Sent,
  send,
} from './rest-fixture.ts';

const UNKNOWN = `c1${'a'.repeat(26)}`;

let fixture: RestFixture;
let rest: Handle;
let token: string;
let ledger: string;

beforeAll(async () => {
  fixture = await openRestFixture();
  rest = fixture.rest();
  token = await fixture.mint({ capabilities: ['svc.evidence', 'wiki.search'] });
  ledger = `/v1/claims/${claimIdOf(await fixture.claim('212'))}/ledger`;
});

afterAll(() => fixture[Symbol.asyncDispose]());

const refused = (path: string, sent: Sent = {}, handle = rest) => refusedBy(handle, path, sent);

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

  it('lets no caller revoke another holder’s key', async () => {
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

  it('name the corpus where the store still tells it, and wait for no store that does not answer', async () => {
    const search = () => Promise.reject(new StoreUnavailable('no answer within 4500 ms'));
    const told = await send(broken({ search }), '/v1/search?q=x');
    expect(told.body.corpus).toMatchObject({ name: CORPUS });
    let asked = 0;
    const resolveCorpus = () => {
      asked += 1;
      return asked === 1 ? search() : new Promise<never>(() => undefined);
    };
    const silent = await send(broken({ resolveCorpus }), '/v1/search?q=x');
    expect(refusalOf(silent)).toEqual([503, 'upstream:unavailable']);
    expect(silent.body.corpus).toEqual({ name: '', snapshot: '' });
  });

  it('show in the health check', async () => {
    const store = { ...fixture.store, head: () => Promise.reject(new StoreUnavailable('down')) };
    const reply = await send(broken({ store }), '/healthz');
    expect(refusalOf(reply)).toEqual([503, 'upstream:unavailable']);
    const refused = { refuses: ['reads', 'writes'], refused_because: expect.any(String) };
    expect(reply.body).toMatchObject({ ok: false, status: 503, ...refused, version: '0.0.0-test' });
  });

  it('are shown by the health check, which still answers while only writes are refused', async () => {
    const why = 'the disk is full: writes go on once there is room';
    const store = { ...fixture.store, writeRefusal: async () => why };
    const reply = await send(broken({ store }), '/healthz');
    expect(reply.status).toBe(200);
    expect(healthzResponse.parse(reply.body)).toMatchObject({
      ok: false,
      status: 503,
      refuses: ['writes'],
      refused_because: why,
    });
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

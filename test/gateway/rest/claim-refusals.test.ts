import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attenuateToken } from '../../../engine/keys/token-chain.ts';
import type { Handle } from '../../../gateway/http/connection.ts';
import { type ClaimAddr, claimIdOf } from '../../../graph/address.ts';
import { post, refusalOf, refusedBy } from './refused.ts';
import {
  CORPUS,
  NOW,
  OTHER_CORPUS,
  openRestFixture,
  QUESTION,
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

const refused = (path: string, sent: Sent = {}, handle = rest) => refusedBy(handle, path, sent);

describe('an evidence append', () => {
  // In the order of checks (docs/spec/decisions.md#6-order): each request is wrong in this and in everything that is
  // checked later.
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

/** The file's own token, narrowed. */
function narrowed(restrictions: Parameters<typeof attenuateToken>[1]): string {
  return attenuateToken(token, restrictions) ?? '';
}

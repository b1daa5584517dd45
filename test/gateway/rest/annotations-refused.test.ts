import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../engine/engine.ts';
import type { Restrictions } from '../../../engine/keys/token-block.ts';
import { attenuateToken } from '../../../engine/keys/token-chain.ts';
import type { Handle, HttpConnection } from '../../../gateway/http/connection.ts';
import { errorResponse } from '../../../gateway/wire/error.ts';
import { BODY_LIMITS } from '../../../graph/canonical.ts';
import { WriterOverloaded } from '../../../graph/log/writer.ts';
import { StoreUnavailable } from '../../../graph/store/store.ts';
import {
  CORPUS,
  FORMATS,
  NOW,
  OTHER_CORPUS,
  openRestFixture,
  type Received,
  type RestFixture,
  received,
  requestTo,
  type Sent,
  send,
} from './rest-fixture.ts';

const PATH = '/v1/annotations';
const TARGET = `wx://${CORPUS}/article/refused`;
const NOTE = { target: TARGET, body: 'x', citation: { ref: 'https://a.example/1' } };
const CAPABILITIES = ['wiki.annotate', 'wiki.annotations'];
const BAD_JSON = Buffer.from('{');
/** In every member that is checked after the schema. */
const BAD_TARGET = { ...NOTE, target: 'wx://nowhere/claim/c1' };

let fixture: RestFixture;
let rest: Handle;
let token: string;

beforeAll(async () => {
  fixture = await openRestFixture();
  rest = fixture.rest();
  token = await fixture.mint({ capabilities: CAPABILITIES });
});

afterAll(() => fixture[Symbol.asyncDispose]());

function post(body?: unknown, more: Partial<Sent> = {}): Sent {
  return { method: 'POST', body, token, ...more };
}

const withNote = (change: object, more: Partial<Sent> = {}) => post({ ...NOTE, ...change }, more);
const on = (target: string, more = '') => `${PATH}?target=${encodeURIComponent(target)}${more}`;

/** Status and reason of a refusal, whose body must be an envelope in the caller's format. */
function refusalOf(reply: Received): [number, string] {
  const { error } = errorResponse.parse(reply.body);
  expect(error.status).toBe(reply.status);
  return [reply.status, error.reason];
}

/** A refused request stores nothing. */
async function refused(sent: Sent, path = PATH, handle = rest): Promise<[number, string]> {
  const { size } = await fixture.store.head();
  const found = refusalOf(await send(handle, path, sent));
  expect((await fixture.store.head()).size).toBe(size);
  return found;
}

function narrowed(restrictions: Restrictions): string {
  const narrow = attenuateToken(token, restrictions);
  if (narrow === null) throw new Error('the token cannot be narrowed');
  return narrow;
}

const BODIES: readonly (readonly [string, unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['a list', [NOTE]],
  ['no target', { body: 'x', citation: NOTE.citation }],
  ['an empty target', { ...NOTE, target: '' }],
  ['a target of 513 characters', { ...NOTE, target: `wx://lakes/article/${'a'.repeat(494)}` }],
  ['no body', { target: TARGET, citation: NOTE.citation }],
  ['an empty body', { ...NOTE, body: '' }],
  ['a body of 8,193 characters', { ...NOTE, body: 'a'.repeat(8_193) }],
  ['a body that is a number', { ...NOTE, body: 1 }],
  ['no citation', { target: TARGET, body: 'x' }],
  ['a citation without ref', { ...NOTE, citation: {} }],
  ['a citation with more members', { ...NOTE, citation: { ...NOTE.citation, hash: 'x' } }],
  ['a quote of 2,049 characters', { ...NOTE, citation: { ...NOTE.citation, quote: 'q'.repeat(2_049) } }],
  ['another kind', { ...NOTE, kind: 'praise' }],
  ['a member too many', { ...NOTE, licence: 'CC0-1.0' }],
  ['an actor of its own', { ...NOTE, actor: 'somebody' }],
  ['a stub id of 60 characters', { ...NOTE, stub_id: `stub_${'a'.repeat(60)}` }],
  ['an empty stub id', { ...NOTE, stub_id: 'stub_' }],
  ['another stub id', { ...NOTE, stub_id: 'stub-a' }],
];

const REFS = [
  '',
  'a.example/1',
  '//a.example/1',
  'javascript:alert(1)',
  'javascript://a.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'ftp://a.example/1',
  ' https://a.example/1',
  'https://a.example/1 2',
  'https://a.example/1\u20282',
  'https://a.example/\u0000',
  'https://[a.example/1',
  'https://',
  `https://a.example/${'a'.repeat(2_031)}`,
  'wx://',
  'wx://lakes',
  'wx://lakes/claim/c1no',
  'wx://lakes/article/..',
  'wx://La_kes/article/a',
  'wx://lakes/page/a',
];

describe.each(FORMATS)('in %s', (format) => {
  it.each(BODIES)('%s is refused', async (_, body) => {
    expect(await refused(post(body, { format }))).toEqual([400, 'invalid:body']);
  });

  it.each(REFS)('a citation of %j is refused', async (ref) => {
    const sent = withNote({ citation: { ref } }, { format });
    expect(await refused(sent)).toEqual([400, 'invalid:body']);
  });

  it.each([
    'lakes',
    'https://a.example/1',
    'wx://lakes/article',
    'wx://lakes/article/',
    'wx://lakes/article/..',
    'wx://lakes/article/a b',
    'wx://lakes/article/%2e',
    'wx://lakes/article/\u0000',
    'wx://lakes/page/a',
    'wx://LAKES/article/a',
    `wx://lakes/claim/c1${'A'.repeat(26)}`,
    '<script>',
  ])('the target %j is refused, and so is its list', async (target) => {
    expect(await refused(withNote({ target }, { format }))).toEqual([400, 'invalid:addr']);
    expect(await refused({ token, format }, on(target))).toEqual([400, 'invalid:addr']);
  });

  it('a corpus that there is not is refused', async () => {
    const target = 'wx://nowhere/article/a';
    expect(await refused(withNote({ target }, { format }))).toEqual([400, 'invalid:corpus_unknown']);
    expect(await refused({ token, format }, on(target))).toEqual([400, 'invalid:corpus_unknown']);
  });

  it.each([
    ['no target', PATH],
    ['an empty target', `${PATH}?target=`],
    ['two targets', on(TARGET, '&target=x')],
    ['a target of 513 characters', on(`wx://lakes/article/${'a'.repeat(494)}`)],
    ['a negative budget', on(TARGET, '&token_budget=-1')],
    ['half a budget', on(TARGET, '&token_budget=1.5')],
    ['an empty after', on(TARGET, '&after=')],
    ['an after that is no annotation', on(TARGET, '&after=e1')],
    ['an after that nobody wrote', on(TARGET, `&after=n1${'a'.repeat(26)}`)],
  ])('a list with %s is refused', async (_, path) => {
    expect(await refused({ token, format }, path)).toEqual([400, 'invalid:query']);
  });

  it.each<[string, () => Promise<string | null> | string | null, string]>([
    ['none', () => null, 'denied:token_missing'],
    ['a made-up one', () => 'rcx1.AAAA.AAAA', 'denied:token_invalid'],
    ['an engine key', () => fixture.mintKey('acme'), 'denied:token_invalid'],
    ['one without the capability', () => narrowed({ caps: ['wiki.search'] }), 'denied:capability_missing'],
    ['one for another corpus', () => narrowed({ corpora: [OTHER_CORPUS] }), 'denied:corpus_forbidden'],
    ['one for other addresses', () => narrowed({ prefixes: [`${TARGET}/`] }), 'denied:corpus_forbidden'],
  ])('of tokens, %s is refused by 403 with a challenge', async (_, make, reason) => {
    const bad = await make();
    for (const [path, sent] of [
      [PATH, post(NOTE, { token: bad, format })],
      [on(TARGET), { token: bad, format }],
    ] as const) {
      const reply = await send(rest, path, sent);
      expect(refusalOf(reply)).toEqual([403, reason]);
      expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="rcx"');
      expect(reply.body.receipts[0].hash).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it('a target that is no address gets an error that says what one is', async () => {
    for (const target of ['c1aaaaaaaaaaaaaaaaaaaaaaaaaa', `wx://${CORPUS}/planet/x`]) {
      const { body } = await send(rest, PATH, post({ ...NOTE, target }, { token, format }));
      expect(body.error.details).toMatchObject({
        accepts: ['wx://<corpus>/<kind>/<name>'],
        kinds: expect.arrayContaining(['claim', 'sec', 'article', 'entity']),
      });
    }
  });

  it('no body gets an error that asks for one', async () => {
    const { body } = await send(rest, PATH, { method: 'POST', token, format });
    expect(body.error).toMatchObject({
      reason: 'invalid:body',
      message: 'there is no body: this operation takes an object in JSON or in CBOR',
    });
  });

  it('an address or corpus beside those of a token gets an error that names them', async () => {
    const bad = await narrowed({ prefixes: [`${TARGET}/`] });
    const { body } = await send(rest, on(TARGET), { token: bad, format });
    expect(body.error.details).toEqual({ addr: TARGET, prefixes: [`${TARGET}/`] });
  });

  it('a token is refused once it has expired, and once it is revoked', async () => {
    const short = await fixture.mint({ capabilities: CAPABILITIES, ttl: 'PT1M' });
    fixture.setTime('2026-11-21T09:01:00.000Z');
    expect(await refused(post(NOTE, { token: short, format }))).toEqual([403, 'denied:token_expired']);
    expect(await refused({ token: short, format }, on(TARGET))).toEqual([403, 'denied:token_expired']);
    fixture.setTime(NOW);
    const ended = await fixture.mint({ capabilities: CAPABILITIES });
    const { body } = await send(rest, '/v1/keys/self', { token: ended });
    await fixture.engine.keys.revoke(body.token_id);
    expect(await refused(post(NOTE, { token: ended, format }))).toEqual([403, 'denied:token_revoked']);
    expect(await refused({ token: ended, format }, on(TARGET))).toEqual([403, 'denied:token_revoked']);
  });

  it('a key that is none is refused', async () => {
    const headers = { 'idempotency-key': 'with space' };
    expect(await refused(post(NOTE, { headers, format }))).toEqual([422, 'invalid:idempotency_key']);
  });

  it.each<[string, () => Error, number, string]>([
    ['cannot be reached', () => new StoreUnavailable('down'), 503, 'upstream:unavailable'],
    ['takes no more', () => new WriterOverloaded('full'), 503, 'upstream:unavailable'],
    ['fails', () => new Error('at /secret/path'), 500, 'internal:fault'],
  ])('a store that %s is an envelope that says no more', async (_, fault, status, reason) => {
    const fails = async () => {
      throw fault();
    };
    const engine: Engine = { ...fixture.engine, annotate: fails, listAnnotations: fails };
    const broken = fixture.rest({}, engine);
    for (const [path, sent] of [
      [PATH, post(NOTE, { format })],
      [on(TARGET), { token, format }],
    ] as const) {
      const reply = await send(broken, path, sent);
      expect(refusalOf(reply)).toEqual([status, reason]);
      expect(JSON.stringify(reply.body)).not.toContain('secret');
      expect(reply.headers.get('retry-after')).toBe(status === 503 ? '1' : null);
    }
    expect(fixture.faults.splice(0)).toHaveLength(2);
  });
});

describe('a body on the wire', () => {
  it.each<[string, Sent, number, string]>([
    ['half a JSON text', post(BAD_JSON), 400, 'invalid:body'],
    [
      'half a surrogate pair',
      post(Buffer.from(JSON.stringify({ ...NOTE, body: '\ud800' }))),
      400,
      'invalid:body',
    ],
    [
      'half a surrogate pair in a quote',
      post(Buffer.from(JSON.stringify({ ...NOTE, citation: { ...NOTE.citation, quote: '\udc00' } }))),
      400,
      'invalid:body',
    ],
    [
      'a __proto__ member',
      post(Buffer.from('{"__proto__":{"target":"wx://lakes/article/a"}}')),
      400,
      'invalid:body',
    ],
    ['a body twice', post(Buffer.from('{"body":"a","body":"b"}')), 400, 'invalid:body'],
    ['half a CBOR item', post(Buffer.from([0xa1, 0x64]), { format: 'cbor' }), 400, 'invalid:cbor'],
    [
      'half a surrogate pair in CBOR',
      post(Buffer.from([0xa1, 0x64, 0x62, 0x6f, 0x64, 0x79, 0x63, 0xed, 0xa0, 0x80]), { format: 'cbor' }),
      400,
      'invalid:cbor',
    ],
    ['more than 1 MB', post({ ...NOTE, body: 'a'.repeat(BODY_LIMITS.maxBytes) }), 413, 'invalid:size'],
    ['a form', post(NOTE, { headers: { 'content-type': 'text/plain' } }), 415, 'invalid:media_type'],
    ['a wish for HTML', post(NOTE, { headers: { accept: 'text/html' } }), 406, 'invalid:accept'],
    ['another method', { method: 'PUT' }, 405, 'invalid:method'],
  ])('with %s is refused', async (_, sent, status, reason) => {
    expect(await refused({ ...sent, token })).toEqual([status, reason]);
  });
});

describe('the checks', () => {
  // In the order of checks (docs/spec/decisions.md#6-order): each request is wrong in this and in everything that is
  // checked later.
  const key = { 'idempotency-key': 'with space' };
  it.each<[string, () => Sent, number, string]>([
    ['the token', () => post(BAD_JSON, { token: null }), 403, 'denied:token_missing'],
    [
      'the capability',
      () => post(BAD_JSON, { token: narrowed({ caps: [] }) }),
      403,
      'denied:capability_missing',
    ],
    ['the body', () => post(BAD_JSON), 400, 'invalid:body'],
    ['the members', () => post({ ...BAD_TARGET, kind: 'praise' }), 400, 'invalid:body'],
    [
      'the citation',
      () => post({ ...BAD_TARGET, citation: { ref: 'wx://lakes/page/a' } }),
      400,
      'invalid:body',
    ],
    ['the address', () => post(BAD_TARGET), 400, 'invalid:addr'],
    [
      'the corpus',
      () => withNote({ target: 'wx://nowhere/article/a' }, { token: narrowed({ corpora: [] }) }),
      400,
      'invalid:corpus_unknown',
    ],
    [
      'the reach of the token',
      () => post(NOTE, { token: narrowed({ corpora: [OTHER_CORPUS] }), headers: key }),
      403,
      'denied:corpus_forbidden',
    ],
    ['the key', () => post(NOTE, { headers: key }), 422, 'invalid:idempotency_key'],
  ])('come to %s in its turn', async (_, make, status, reason) => {
    expect(await refused(make())).toEqual([status, reason]);
  });

  it('begin with the rate', async () => {
    const limited = fixture.rest({ ratePerMinute: 1 });
    const from = (remoteAddress: string): HttpConnection => ({ remoteAddress, target: null, method: null });
    const sent = () => requestTo(PATH, { method: 'POST', body: BAD_JSON, format: 'cbor' });
    const first = await received(await limited(sent(), from('192.0.2.1')));
    expect(refusalOf(first)).toEqual([403, 'denied:token_missing']);
    const second = await received(await limited(sent(), from('192.0.2.1')));
    expect(refusalOf(second)).toEqual([429, 'limited:rate']);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('with enforcement off leave out the capability and nothing else', async () => {
    const off = fixture.rest({ enforce: 'off' });
    const bare = narrowed({ caps: [] });
    expect(await refused(post(NOTE, { token: null }), PATH, off)).toEqual([403, 'denied:token_missing']);
    expect(await refused(post({}, { token: bare }), PATH, off)).toEqual([400, 'invalid:body']);
    expect(await refused({ token: null }, on(TARGET), off)).toEqual([403, 'denied:token_missing']);
  });

  it('keep an annotation of another target out of `after`', async () => {
    const elsewhere = `${TARGET}/elsewhere`;
    const { body } = await send(rest, PATH, withNote({ target: elsewhere }));
    const after = `&after=${body.annotation.id}`;
    expect(await refused({ token }, on(TARGET, after))).toEqual([400, 'invalid:query']);
    expect((await send(rest, on(elsewhere, after), { token })).status).toBe(200);
  });
});

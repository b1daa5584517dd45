import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as encodeO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attenuateToken } from '../../../engine/keys/token-chain.ts';
import type { Handle } from '../../../gateway/http/connection.ts';
import { schemaDigests } from '../../../gateway/openapi/schema-digests.ts';
import { encodeCanonical } from '../../../graph/canonical.ts';
import { CONTRACTS, DESCRIPTION } from '../openapi/description.ts';
import {
  type Body,
  CORPUS,
  FORMATS,
  NOW,
  openRestFixture,
  type RestFixture,
  requestTo,
  type Sent,
  send,
} from './rest-fixture.ts';

const PATH = '/v1/agent/handshake';
const DIGESTS = schemaDigests(DESCRIPTION.components.schemas);
const DIGEST = 'a'.repeat(64);

let fixture: RestFixture;
let rest: Handle;

beforeAll(async () => {
  fixture = await openRestFixture();
  rest = fixture.rest();
});

afterAll(() => fixture[Symbol.asyncDispose]());

function shake(body?: unknown, more: Sent = {}, handle = rest) {
  return send(handle, PATH, { method: 'POST', body, ...more });
}

async function plan(body?: unknown, more: Sent = {}): Promise<Body> {
  const reply = await shake(body, more);
  expect(reply.body.error).toBeUndefined();
  expect(reply.status).toBe(200);
  return reply.body;
}

async function refused(body: unknown, more: Sent = {}, handle = rest) {
  const reply = await shake(body, more, handle);
  return [reply.status, reply.body.error?.reason];
}

describe.each(FORMATS)('a handshake in %s', (format) => {
  it.each<[string, unknown]>([
    ['without a body', undefined],
    ['with an empty body', new Uint8Array()],
    ['with an empty object', {}],
  ])('%s gives the whole plan', async (_, body) => {
    const given = await plan(body, { format });
    expect(given.session_id).toMatch(/^s_[a-z2-7]{8}$/);
    expect(given.plan_receipt).toEqual(given.receipts[0]);
    expect(given.corpus.name).toBe(CORPUS);
    expect(given.schema_digests).toEqual(DIGESTS);
    expect(Object.keys(given.token_targets).toSorted()).toEqual(['claim', 'envelope', 'epitome', 'pointer']);
    expect(given).not.toHaveProperty('unchanged');
  });

  it('with the present digests gives the short plan', async () => {
    const given = await plan({ known_digests: DIGESTS }, { format });
    expect(given.unchanged).toBe(true);
    for (const name of ['capabilities', 'schema_digests', 'token_targets'])
      expect(given).not.toHaveProperty(name);
  });

  it.each<[string, Record<string, string>]>([
    ['none', {}],
    ['one of them', { EnvelopeV1: DIGESTS.EnvelopeV1! }],
    ['all but one', { ...DIGESTS, PointerV1: DIGEST }],
    ['one more', { ...DIGESTS, OtherV1: DIGEST }],
    [
      'the same digests under other names',
      Object.fromEntries(Object.entries(DIGESTS).map(([a, b]) => [`${a}x`, b])),
    ],
  ])('with %s gives the whole plan as a changed one', async (_, known) => {
    const given = await plan({ known_digests: known }, { format });
    expect(given.unchanged).toBe(false);
    expect(given.schema_digests).toEqual(DIGESTS);
    expect(given.capabilities.length).toBeGreaterThan(0);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['a text', 'x'],
    ['another member', { digests: {} }],
    ['a further member', { known_digests: {}, more: 1 }],
    ['null digests', { known_digests: null }],
    ['a list of digests', { known_digests: [DIGEST] }],
    ['a text for digests', { known_digests: DIGEST }],
    ['63 digits', { known_digests: { A: DIGEST.slice(1) } }],
    ['65 digits', { known_digests: { A: `${DIGEST}a` } }],
    ['upper-case digits', { known_digests: { A: DIGEST.toUpperCase() } }],
    ['digits of another kind', { known_digests: { A: 'g'.repeat(64) } }],
    ['a number for a digest', { known_digests: { A: 1 } }],
    ['a digest of no type', { known_digests: { '': DIGEST } }],
    ['a name of 129 characters', { known_digests: { ['n'.repeat(129)]: DIGEST } }],
    ['257 digests', { known_digests: digests(257) }],
  ])('with %s is refused', async (_, body) => {
    expect(await refused(body, { format })).toEqual([400, 'invalid:body']);
  });

  it('takes 256 digests, and a name of 128 characters', async () => {
    expect((await plan({ known_digests: digests(256) }, { format })).unchanged).toBe(false);
    expect((await plan({ known_digests: { ['n'.repeat(128)]: DIGEST } }, { format })).unchanged).toBe(false);
  });
});

function digests(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`T${n}`, DIGEST]));
}

describe('hostile bodies', () => {
  it.each([
    '{"known_digests":{"__proto__":"x"}}',
    '{"__proto__":{}}',
    '{"known_digests":{}',
    '{"a":1,"a":2}',
  ])('refuses %s', async (text) => {
    expect(await refused(Buffer.from(text))).toEqual([400, 'invalid:body']);
  });

  it('refuses __proto__ as a name in CBOR', async () => {
    // {"known_digests": {"__proto__": "x"}}
    const bytes = Buffer.from('a16d6b6e6f776e5f64696765737473a1695f5f70726f746f5f5f6178', 'hex');
    expect(await refused(bytes, { format: 'cbor' })).toEqual([400, 'invalid:cbor']);
  });

  it('knows no digest by a name that every object has', async () => {
    expect((await plan({ known_digests: { constructor: DIGEST } })).unchanged).toBe(false);
  });

  it('refuses a megabyte of digests by their number, and more by its size', async () => {
    const body = { known_digests: digests(13_000) };
    const size = JSON.stringify(body).length;
    expect(size).toBeLessThan(1_048_576);
    expect(await refused(body)).toEqual([400, 'invalid:body']);
    expect(await refused({ known_digests: digests(16_000) })).toEqual([413, 'invalid:size']);
  });

  it('goes on after all of them', async () => {
    expect(fixture.faults).toEqual([]);
    expect((await plan()).schema_digests).toEqual(DIGESTS);
  });
});

describe('a handshake', () => {
  it('needs no token', async () => {
    expect((await plan()).rcx).toEqual({ token_id: null });
  });

  it('accepts a token with the capability, and spends its call', async () => {
    const token = await fixture.mint({ capabilities: ['wiki.handshake'] });
    const given = await plan(undefined, { token });
    expect(given.rcx.token_id).not.toBeNull();
    expect(given.spend).toEqual({ capability: 'wiki.handshake', cost: 1, unit: 'call' });
  });

  it.each(['enforce', 'off'] as const)('accepts a token without it: with %s', async (enforce) => {
    const rest = fixture.rest({ enforce });
    const anybody = await shake({}, {}, rest);
    const other = await fixture.mint({ capabilities: ['wiki.search'] });
    for (const token of [other, attenuateToken(other, { caps: [], corpora: ['nowhere'], budget: 0 }) ?? '']) {
      const { status, body } = await shake({}, { token }, rest);
      expect(status).toBe(200);
      expect(body).not.toHaveProperty('spend');
      expect(body.rcx.token_id).toMatch(/^tk_/);
      expect([body.capabilities, body.schema_digests, body.token_targets]).toEqual([
        anybody.body.capabilities,
        anybody.body.schema_digests,
        anybody.body.token_targets,
      ]);
      const warm = await shake({ known_digests: body.schema_digests }, { token }, rest);
      expect(warm.body).toMatchObject({ unchanged: true });
    }
  });

  it.each<[string, () => Promise<string>, string]>([
    ['no token', async () => 'rcx1.nonsense', 'denied:token_invalid'],
    [
      'an expired one',
      () => fixture.mint({ capabilities: ['wiki.handshake'], ttl: 'PT1S' }),
      'denied:token_expired',
    ],
    ['the key of an organisation', () => fixture.mintKey('lakes-inc'), 'denied:token_invalid'],
  ])('is not who sends %s, with enforcement or without', async (_, made, reason) => {
    const token = await made();
    fixture.setTime('2026-11-21T09:01:00.000Z');
    expect(await refused({}, { token })).toEqual([403, reason]);
    expect(await refused({}, { token }, fixture.rest({ enforce: 'off' }))).toEqual([403, reason]);
    fixture.setTime(NOW);
  });

  it('reports a bad token before a bad body', async () => {
    expect(await refused(Buffer.from('{'), { token: 'rcx1.x' })).toEqual([403, 'denied:token_invalid']);
  });

  it('is counted', async () => {
    const limited = fixture.rest({ ratePerMinute: 1 });
    const token = await fixture.mint({ capabilities: ['wiki.handshake'] });
    expect((await shake({}, { token }, limited)).status).toBe(200);
    const reply = await shake({}, { token }, limited);
    expect([reply.status, reply.body.error.reason]).toEqual([429, 'limited:rate']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is refused by GET', async () => {
    const reply = await send(rest, PATH);
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
  });
});

it('the plan names every operation of the agent plane, with its capability', async () => {
  const { capabilities } = await plan();
  const named = capabilities.map(({ method, route }: Body) => `${method} ${route}`);
  const agents = CONTRACTS.filter(({ tag }) => tag === 'agent');
  expect(named.toSorted()).toEqual(agents.map(({ method, route }) => `${method} ${route}`).toSorted());
  for (const { method, route, summary } of capabilities) {
    const { capability } = agents.find((one) => one.method === method && one.route === route)!;
    expect(summary).toContain(`(${capability})`);
  }
});

it('no two sessions have an id, and a session is kept nowhere', async () => {
  const before = await fixture.store.head();
  const ids = new Set<string>();
  for (let i = 0; i < 20; i += 1) ids.add((await plan()).session_id);
  expect(ids.size).toBe(20);
  expect((await fixture.store.head()).size).toBe(before.size);
});

it('an empty store gives a plan too', async () => {
  await using empty = await openRestFixture({ isEmpty: true });
  const { status, body } = await shake({ known_digests: DIGESTS }, {}, empty.rest());
  expect([status, body.unchanged]).toEqual([200, true]);
});

describe('a warm handshake', () => {
  const SAMPLES = 1_000;

  /** The most expensive of many, in tokens of both tokenizers: hashes and ids differ in what they cost. */
  async function dearest(members: readonly string[]): Promise<number> {
    let most = 0;
    const request = { method: 'POST', body: { known_digests: DIGESTS } } as const;
    for (let i = 0; i < SAMPLES; i += 1) {
      const body = await (await rest(requestTo(PATH, request))).json();
      const text = JSON.stringify(Object.fromEntries(members.map((name) => [name, body[name]])));
      most = Math.max(most, encodeO200k(text).length, encodeCl100k(text).length);
    }
    return most;
  }

  it('costs at most 100 tokens for what it says of the session', async () => {
    expect(await dearest(['session_id', 'plan_receipt', 'unchanged', 'corpus'])).toBeLessThanOrEqual(100);
  });

  it('is short in CBOR too', async () => {
    const body = await plan({ known_digests: DIGESTS }, { format: 'cbor' });
    const { session_id, plan_receipt, unchanged } = body;
    expect(encodeCanonical({ session_id, plan_receipt, unchanged }).length).toBeLessThan(200);
  });
});

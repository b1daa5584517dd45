import { blake3 } from 'hash-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Handle } from '../../../gateway/http/connection.ts';
import { claimIdOf } from '../../../graph/address.ts';
import { encodeCanonical } from '../../../graph/canonical.ts';
import {
  FORMATS,
  openRestFixture,
  QUESTION,
  type RestFixture,
  received,
  requestTo,
  type Sent,
} from './rest-fixture.ts';

let fixture: RestFixture;
let rest: Handle;

beforeAll(async () => {
  fixture = await openRestFixture();
  rest = fixture.rest();
});

afterAll(() => fixture[Symbol.asyncDispose]());

/**
 * The hash that a client computes from its own request and the reply to it, as docs/spec/decisions.md#8-receipt says.
 */
async function recomputed(path: string, sent: Sent, read: boolean) {
  const url = new URL(path, 'http://engine.example');
  const reply = await received(await rest(requestTo(path, sent)));
  const { receipts, plan_receipt: _, ...response } = reply.body;
  const pairs = [...url.searchParams].toSorted((a, b) => (a.join('\0') < b.join('\0') ? -1 : 1));
  const record = {
    v: 1,
    route: routeOf(url.pathname),
    status: reply.status,
    corpus: response.corpus,
    request: {
      method: sent.method ?? 'GET',
      path: url.pathname,
      query: pairs,
      body: read ? (sent.body ?? null) : null,
    },
    response,
    token_id: response.rcx.token_id,
    policy: reply.headers.get('x-adduce-policy'),
  };
  return { given: receipts[0], hash: await blake3(encodeCanonical(record)), status: reply.status };
}

function routeOf(path: string): string | null {
  const claim = /^\/v1\/claims\/.*\/(evidence|ledger)$/.exec(path);
  if (claim !== null) return `/v1/claims/{addr}/${claim[1]}`;
  if (/^\/v1\/answers\/[^/]+\/receipt$/.test(path)) return '/v1/answers/{id}/receipt';
  const plain = ['/v1/answers', '/v1/search', '/v1/agent/handshake', '/healthz', '/v1/keys'];
  return plain.includes(path) ? path : null;
}

describe.each(FORMATS)('the receipt of a reply in %s', (format) => {
  it.each<[string, string, Sent, number]>([
    ['an answer', '/v1/answers', { method: 'POST', body: { q: QUESTION, k: 7 } }, 200],
    ['a search', '/v1/search?q=lake&k=3', {}, 200],
    ['a search with its query in another order', '/v1/search?k=3&corpus=lakes&q=lake%20vell', {}, 200],
    ['pointers', '/v1/search', { method: 'POST', body: { q: QUESTION, token_budget: 300 } }, 200],
    ['health', '/healthz', {}, 200],
    ['a handshake', '/v1/agent/handshake', { method: 'POST', body: { known_digests: {} } }, 200],
    ['a minted key', '/v1/keys', { method: 'POST' }, 201],
    ['a refused body', '/v1/answers', { method: 'POST', body: { q: '', x: [1, 2.5, 'ü'] } }, 400],
    ['an unknown corpus', '/v1/search?q=x&corpus=nowhere', {}, 400],
    ['an unknown path', '/v9?b=2&a=1&a=0', {}, 404],
  ])('of %s can be recomputed by its reader', async (_, path, sent, status) => {
    const { given, hash, status: actual } = await recomputed(path, { ...sent, format }, true);
    expect(actual).toBe(status);
    expect(given).toMatchObject({ class: 'dev', hash });
    expect(given.receipt_id).toMatch(/^rc_[a-z2-7]{6}$/);
  });

  it('of an append and of its refusal can be recomputed as well', async () => {
    const token = await fixture.mint();
    const path = `/v1/claims/${claimIdOf(await fixture.claim('212'))}/evidence`;
    const body = { kind: 'dispute', evidence: [{ ref: format, hash: 'x', kind: 'source' }], stake: 0.5 };
    for (const [credential, status] of [
      [token, 201],
      [null, 403],
    ] as const) {
      const result = await recomputed(path, { method: 'POST', body, token: credential, format }, true);
      expect(result.status).toBe(status);
      expect(result.given.hash).toBe(result.hash);
    }
  });

  it('of an unread body records that it was not read', async () => {
    const sent = { method: 'POST', body: Buffer.from('{"q":'), format: 'json' as const };
    const result = await recomputed('/v1/answers', sent, false);
    expect(result.status).toBe(400);
    expect(result.given.hash).toBe(result.hash);
  });
});

describe('a receipt', () => {
  it('is another for any other request or reply', async () => {
    const ids = new Set<string>();
    for (const path of [
      '/v1/search?q=lake',
      '/v1/search?q=lake&k=9',
      '/v1/search?q=lake&x=1',
      '/healthz',
      '/healthz?x=1',
    ]) {
      const reply = await received(await rest(requestTo(path)));
      ids.add(reply.body.receipts[0].receipt_id);
    }
    expect(ids.size).toBe(5);
  });

  it('does not depend on the format of the reply', async () => {
    const [one, two] = await Promise.all(
      FORMATS.map(
        async (format) => (await received(await rest(requestTo('/v1/search?q=lake', { format })))).body,
      ),
    );
    expect(two.receipts).toEqual(one.receipts);
  });
});

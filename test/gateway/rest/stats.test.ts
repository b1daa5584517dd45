import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../../engine/engine.ts';
import { CAPABILITIES } from '../../../engine/keys/capabilities.ts';
import { policyName, READING_POLICY } from '../../../engine/reading/rank/reading-policy.ts';
import { statsResponse } from '../../../gateway/wire/stats.ts';
import { StoreUnavailable } from '../../../graph/store/store.ts';
import {
  CORPUS,
  FORMATS,
  OTHER_CORPUS,
  openRestFixture,
  QUESTION,
  type RestFixture,
  type Sent,
  send,
} from './rest-fixture.ts';

let fixture: RestFixture;

async function stats(sent: Sent = {}, rest = fixture.rest()) {
  const { status, body } = await send(rest, '/v1/stats', sent);
  expect(status).toBe(200);
  return statsResponse.parse(body);
}

function ask(token?: string) {
  return send(fixture.rest(), '/v1/answers', {
    method: 'POST',
    body: { q: QUESTION },
    ...(token && { token }),
  });
}

describe('the stats of a filled store', () => {
  beforeAll(async () => {
    fixture = await openRestFixture();
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  it.each(FORMATS)('say in %s which corpora there are, and how much of what', async (format) => {
    const { corpora } = await stats({ format });
    expect(corpora.map(({ name }) => name)).toEqual([CORPUS, OTHER_CORPUS]);
    const [lakes] = corpora;
    expect(lakes?.counts).toMatchObject({
      snapshot: lakes?.snapshot,
      artefacts: 4,
      documents: 4,
      annotations: 0,
      closed_stubs: 0,
    });
    expect(lakes?.licences).toEqual({ 'CC-BY-4.0': 4 });
    expect(lakes?.lanes).toContain('text');
    expect([lakes?.oldest_observation, lakes?.newest_observation]).toEqual([
      '2011-03-04T00:00:00.000Z',
      '2024-06-01T00:00:00.000Z',
    ]);
    const { snapshot, as_of, ...states } = lakes?.beliefs ?? {};
    expect(Object.values(states).reduce((sum, claims) => sum + claims, 0)).toBe(lakes?.counts.claims);
    expect({ snapshot, as_of }).toEqual({ snapshot: lakes?.snapshot, as_of: '2026-11-21T23:59:59.999Z' });
  });

  it('name the log, the policies, the costs and the limits', async () => {
    const { log, policies, capabilities, limits, build } = await stats();
    expect(log).toMatchObject({ origin: 'test.example', size: (await fixture.store.head()).size });
    expect(policies).toEqual({
      fold: 'fold/1',
      trust: 'trust/1',
      retrieval: 'fuse/latent/1',
      reading: policyName(READING_POLICY),
      counterfactuals: 'opposite/1',
      text_ranker: 'fts5-bm25/1',
    });
    expect(capabilities.map(({ capability }) => capability)).toEqual([...CAPABILITIES]);
    expect(limits.token_characters).toBe(8_192);
    expect(limits).toMatchObject({ keys_per_address_and_day: 20, key_days: 30, token_reserve: 512 });
    expect(limits).toMatchObject({ revocations: 1_000, annotations_page: 64, ledger_page: 4_096 });
    expect(build).toEqual({ version: '0.0.0-test' });
  });

  it('name the token that was sent, and are served for a bad one too', async () => {
    const token = await fixture.mint();
    expect((await stats({ token })).rcx.token_id).toMatch(/^tk_/);
    for (const bad of ['rcx1.x.y', 'adk_x', '']) {
      expect((await stats({ headers: { authorization: `Bearer ${bad}` } })).rcx.token_id).toBeNull();
    }
  });

  it('are counted: a caller that asks too often is refused', async () => {
    const rest = fixture.rest({ ratePerMinute: 2 });
    const token = await fixture.mint();
    const replies = [1, 2, 3].map(() => send(rest, '/v1/stats', { token }));
    expect((await Promise.all(replies)).map(({ status }) => status).toSorted()).toEqual([200, 200, 429]);
  });
});

describe('findings in the stats', () => {
  beforeEach(async () => {
    fixture = await openRestFixture();
  });
  afterEach(() => fixture[Symbol.asyncDispose]());

  it('are those of local in open mode, for any caller and any x-tenant', async () => {
    expect((await stats()).findings).toMatchObject({ PASS: 0, WARN: 0, FAIL: 0, UNKNOWN: 0 });
    await ask();
    const token = await fixture.mint();
    for (const sent of [{}, { token }, { headers: { 'x-tenant': 'acme' } }, { token: 'adk_x' }]) {
      expect((await stats(sent)).findings).toMatchObject({ PASS: 1, WARN: 0, FAIL: 0, UNKNOWN: 0 });
    }
  });

  it("are those of the key's organisation, and null without a valid key", async () => {
    const [acme, rival] = [await fixture.mintKey('acme'), await fixture.mintKey('rival')];
    await ask(acme);
    const closed = fixture.rest({ engineAuth: 'required' });
    expect((await stats({ token: acme }, closed)).findings).toMatchObject({ PASS: 1 });
    expect((await stats({ token: rival }, closed)).findings).toMatchObject({ PASS: 0 });
    expect((await stats({ token: acme, headers: { 'x-tenant': 'rival' } }, closed)).findings).toBeNull();
    for (const token of [null, await fixture.mint(), `${acme.slice(0, -1)}_`]) {
      expect((await stats({ token }, closed)).findings).toBeNull();
    }
  });
});

describe('the cost of stats', () => {
  beforeEach(async () => {
    fixture = await openRestFixture();
  });
  afterEach(() => fixture[Symbol.asyncDispose]());

  it('is not that of counting, while nothing moves', async () => {
    await stats();
    let counted = 0;
    const count = fixture.store.counts.bind(fixture.store);
    fixture.store.counts = (corpus) => {
      counted += 1;
      return count(corpus);
    };
    for (let call = 0; call < 20; call += 1) await stats();
    expect(counted).toBe(0);
  });

  it('where the store is away: a refusal that says when to come back', async () => {
    const away: Engine = {
      ...fixture.engine,
      stats: () => Promise.reject(new StoreUnavailable('no store')),
    };
    const { status, body, headers } = await send(fixture.rest({}, away), '/v1/stats');
    expect({ status, reason: body.error.reason }).toEqual({ status: 503, reason: 'upstream:unavailable' });
    expect(headers.get('retry-after')).toBe('1');
  });
});

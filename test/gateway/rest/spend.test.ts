import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAPABILITIES, CAPABILITY_COSTS } from '../../../engine/keys/capabilities.ts';
import { attenuateToken } from '../../../engine/keys/token-chain.ts';
import { claimIdOf } from '../../../graph/address.ts';
import { FORMATS, openRestFixture, QUESTION, type RestFixture, type Sent, send } from './rest-fixture.ts';

let fixture: RestFixture;
let ledger: string;
let evidence: string;
/** Holds everything. */
let token: string;

const SEARCH: Sent = { method: 'POST', body: { q: QUESTION } };
const DISPUTE: Sent = {
  method: 'POST',
  body: { kind: 'dispute', evidence: [{ ref: 'https://d.example/1', hash: 'x', kind: 'source' }] },
};

beforeAll(async () => {
  fixture = await openRestFixture();
  const claim = claimIdOf(await fixture.claim('212'));
  ledger = `/v1/claims/${claim}/ledger`;
  evidence = `/v1/claims/${claim}/evidence`;
  token = await fixture.mint({ capabilities: CAPABILITIES });
});

afterAll(() => fixture[Symbol.asyncDispose]());

async function spendOf(path: string, sent: Sent, rest = fixture.rest()) {
  const { status, body } = await send(rest, path, sent);
  return { status, spend: body.spend };
}

describe.each(FORMATS)('spend in %s', (format) => {
  it.each<[string, () => [string, Sent], number]>([
    ['wiki.search', () => ['/v1/search', SEARCH], 200],
    ['svc.evidence', () => [evidence, DISPUTE], 201],
    ['svc.evidence', () => [ledger, {}], 200],
  ])('names %s, its cost and its unit', async (capability, call, status) => {
    const [path, sent] = call();
    expect(await spendOf(path, { ...sent, token, format })).toEqual({
      status,
      spend: { capability, cost: CAPABILITY_COSTS[capability as 'svc.evidence'], unit: 'call' },
    });
  });

  it('is not there without a token', async () => {
    expect(await spendOf('/v1/search', { ...SEARCH, format })).toEqual({ status: 200, spend: undefined });
  });

  it('is not there where a call was refused', async () => {
    const refused = [
      { path: '/v1/search', sent: { method: 'POST', body: { q: '' } }, status: 400 },
      { path: `${ledger}?as_of=yesterday`, sent: {}, status: 400 },
      { path: evidence, sent: { method: 'POST', body: { kind: 'dispute', evidence: [] } }, status: 403 },
    ];
    for (const { path, sent, status } of refused) {
      expect(await spendOf(path, { ...sent, token, format })).toEqual({ status, spend: undefined });
    }
  });

  it('is not there for calls that need no capability by name', async () => {
    for (const path of ['/v1/keys/self', '/v1/stats', '/healthz']) {
      expect(await spendOf(path, { token, format }), path).toEqual({ status: 200, spend: undefined });
    }
  });
});

describe('spend', () => {
  it('is not there where enforcement is off and the token lacks the capability', async () => {
    const narrow = attenuateToken(token, { caps: ['wiki.annotate'] });
    const off = fixture.rest({ enforce: 'off' });
    expect(await spendOf(ledger, { token: narrow }, off)).toEqual({ status: 200, spend: undefined });
    expect((await spendOf(ledger, { token }, off)).spend).toMatchObject({ capability: 'svc.evidence' });
  });

  it('has a whole cost for each capability', () => {
    for (const cost of Object.values(CAPABILITY_COSTS))
      expect(Number.isSafeInteger(cost) && cost >= 0).toBe(true);
    expect(Object.keys(CAPABILITY_COSTS).toSorted()).toEqual([...CAPABILITIES].toSorted());
  });

  it('is the only mention of cost: no reply has a price or asks for a payment', async () => {
    for (const sent of [SEARCH, { ...SEARCH, token }]) {
      const { body } = await send(fixture.rest(), '/v1/search', sent);
      expect(body).not.toHaveProperty('payment_required');
      expect(body.spend ?? {}).not.toHaveProperty('balance_after');
    }
  });
});

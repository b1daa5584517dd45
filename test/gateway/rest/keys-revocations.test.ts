import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attenuateToken } from '../../../engine/keys/token-chain.ts';
import { MAX_REVOCATIONS, revocationsResponse } from '../../../gateway/wire/keys.ts';
import { FORMATS, openRestFixture, type RestFixture, send } from './rest-fixture.ts';

const PATH = '/v1/keys/revocations';
let fixture: RestFixture;

beforeEach(async () => {
  fixture = await openRestFixture({ isEmpty: true });
});

afterEach(() => fixture[Symbol.asyncDispose]());

async function page(path = PATH) {
  const { status, body } = await send(fixture.rest(), path);
  expect(status).toBe(200);
  return revocationsResponse.parse(body);
}

/** Mints a token and ends it. */
async function revoked(): Promise<string> {
  const minted = await fixture.engine.keys.mintToken({
    capabilities: ['wiki.search'],
    standing: null,
    ttl: 'P1D',
    actor: null,
  });
  if (!minted.ok) throw new Error(minted.refusal.message);
  await fixture.engine.keys.revoke(minted.value.token_id);
  return minted.value.token_id;
}

describe.each(FORMATS)('the list of revocations in %s', (format) => {
  it('is empty and ends where nothing was revoked', async () => {
    const { status, body } = await send(fixture.rest(), PATH, { format });
    expect(status).toBe(200);
    expect(revocationsResponse.parse(body).revocations).toEqual([]);
    expect(body).not.toHaveProperty('next');
  });

  it.each(['-1', '1.5', 'x', '', '1e3', '9999999999999999', '1&after=2'])(
    'refuses after=%s',
    async (after) => {
      const { status, body } = await send(fixture.rest(), `${PATH}?after=${after}`, { format });
      expect(status).toBe(400);
      expect(body.error.reason).toBe('invalid:query');
    },
  );
});

describe('the list of revocations', () => {
  it('names each revoked token once, by position, and no token that holds', async () => {
    await fixture.mint();
    const [one, two] = [await revoked(), await revoked()];
    await fixture.engine.keys.revoke(one);
    const { revocations } = await page();
    expect(revocations.map(({ token_id }) => token_id)).toEqual([one, two]);
    expect(revocations[0]?.seq).toBeLessThan(revocations[1]?.seq ?? 0);
  });

  it('names a block that was added offline', async () => {
    const narrow = attenuateToken(await fixture.mint(), { budget: 10 }) ?? '';
    const self = await send(fixture.rest(), '/v1/keys/self', { token: narrow });
    await send(fixture.rest(), `/v1/keys/${self.body.token_id}`, { method: 'DELETE', token: narrow });
    expect((await page()).revocations.map(({ token_id }) => token_id)).toEqual([self.body.token_id]);
  });

  it('never names a key of an organisation', async () => {
    const { key_id } = await fixture.engine.keys.mintKey('acme');
    expect(await fixture.engine.keys.revoke(key_id)).toBe(true);
    expect((await page()).revocations).toEqual([]);
  });

  it('continues after a position, and is empty after the last', async () => {
    const [one, two] = [await revoked(), await revoked()];
    const [first, second] = (await page()).revocations;
    expect((await page(`${PATH}?after=${first?.seq}`)).revocations).toEqual([second]);
    expect((await page(`${PATH}?after=${second?.seq}`)).revocations).toEqual([]);
    expect([first?.token_id, second?.token_id]).toEqual([one, two]);
  });

  it('is readable without a token, with one that has ended and with an engine key', async () => {
    const ended = await fixture.mint();
    const self = await send(fixture.rest(), '/v1/keys/self', { token: ended });
    await fixture.engine.keys.revoke(self.body.token_id);
    for (const token of [null, ended, 'rcx1.x.y', await fixture.mintKey('acme')]) {
      const { status, body } = await send(fixture.rest({ engineAuth: 'required' }), PATH, { token });
      expect(status).toBe(200);
      expect(body.rcx.token_id).toBeNull();
    }
  });

  it('is read a page at a time: at the limit it goes on, to an empty last page', async () => {
    for (let count = 0; count < MAX_REVOCATIONS; count += 100) {
      await Promise.all(Array.from({ length: 100 }, revoked));
    }
    const full = await page();
    expect(full.revocations).toHaveLength(MAX_REVOCATIONS);
    expect(full.next).toBe(`?after=${full.revocations.at(-1)?.seq}`);
    const last = await page(`${PATH}${full.next}`);
    expect(last.revocations).toEqual([]);
    expect(last.next).toBeUndefined();
    const another = await revoked();
    const more = await page(`${PATH}${full.next}`);
    expect(more.revocations.map(({ token_id }) => token_id)).toEqual([another]);
  });

  it('is counted: a caller that asks too often is refused', async () => {
    const rest = fixture.rest({ ratePerMinute: 2 });
    const token = await fixture.mint();
    const statuses: number[] = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await send(rest, PATH, { token })).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { ask, fixture, openOperations, rest } from './operations-fixture.ts';
import { QUESTION, send } from './rest-fixture.ts';

openOperations();
afterAll(() => expect(fixture.faults).toEqual([]));

describe('tenants', () => {
  it('do not see each other’s answers, nor whether there are any', async () => {
    const closed = fixture.rest({ engineAuth: 'required' });
    const [mine, other] = [await fixture.mintKey('acme'), await fixture.mintKey('rival')];
    const asked = await send(closed, '/v1/answers', { method: 'POST', body: { q: QUESTION }, token: mine });
    const path = `/v1/answers/${asked.body.answer_id}/receipt`;
    expect((await send(closed, path, { token: mine })).status).toBe(200);
    const foreign = await send(closed, path, { token: other });
    const unknown = await send(closed, '/v1/answers/ans_aaaaaaaaaaaaaaaaaaaaaaaaaa/receipt', {
      token: other,
    });
    expect(foreign.status).toBe(404);
    expect(foreign.body.error).toEqual(unknown.body.error);
  });

  it('cannot be changed by x-tenant: a foreign one is as if there were nothing', async () => {
    const closed = fixture.rest({ engineAuth: 'required' });
    const key = await fixture.mintKey('acme');
    const asked = await send(closed, '/v1/answers', { method: 'POST', body: { q: QUESTION }, token: key });
    const sent = { token: key, headers: { 'x-tenant': 'rival' } };
    expect((await send(closed, `/v1/answers/${asked.body.answer_id}/receipt`, sent)).status).toBe(404);
    expect((await send(closed, '/v1/search?q=lake', sent)).body.results).toEqual([]);
    const body = { q: QUESTION };
    expect((await send(closed, '/v1/answers', { ...sent, method: 'POST', body })).status).toBe(404);
    const own = { token: key, headers: { 'x-tenant': 'acme' } };
    expect((await send(closed, `/v1/answers/${asked.body.answer_id}/receipt`, own)).status).toBe(200);
  });

  it('in open mode is local without a key, whatever x-tenant says', async () => {
    const { answer_id } = await ask();
    for (const tenant of ['rival', 'local/u_1', 'local/*']) {
      const sent = { headers: { 'x-tenant': tenant } };
      expect((await send(rest, `/v1/answers/${answer_id}/receipt`, sent)).status).toBe(200);
    }
  });

  it.each(['required', 'open'] as const)(
    'is narrowed to a sub-tenant by the key of its organisation, with answers %s: nobody else sees its answers',
    async (engineAuth) => {
      const service = fixture.rest({ engineAuth });
      const [mine, rival] = [await fixture.mintKey('acme'), await fixture.mintKey('rival')];
      const as = (token: string, tenant?: string) => ({
        token,
        ...(tenant !== undefined && { headers: { 'x-tenant': tenant } }),
      });
      const body = { q: QUESTION };
      const one = await send(service, '/v1/answers', { ...as(mine, 'acme/u_1'), method: 'POST', body });
      const two = await send(service, '/v1/answers', { ...as(mine, 'acme/u_2'), method: 'POST', body });
      expect(one.body.summary).toBe(two.body.summary);
      expect(one.body.answer_id).not.toBe(two.body.answer_id);
      const path = `/v1/answers/${one.body.answer_id}/receipt`;
      const seen = async (...who: Parameters<typeof as>) => (await send(service, path, as(...who))).status;
      expect(await seen(mine, 'acme/u_1')).toBe(200);
      for (const tenant of [undefined, 'acme', 'acme/u_2', 'acme/*', 'acme/u_1/x']) {
        expect(await seen(mine, tenant)).toBe(404);
      }
      for (const tenant of [undefined, 'acme/u_1', 'rival/u_1']) expect(await seen(rival, tenant)).toBe(404);
      expect(
        (await send(service, '/v1/answers', { ...as(mine, 'acme/*'), method: 'POST', body })).status,
      ).toBe(404);
    },
  );
});

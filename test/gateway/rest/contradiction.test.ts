import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contradictionOf, createClient } from '../../../gateway/client/create-client.ts';
import { type ContradictionResponse, contradictionResponse } from '../../../gateway/wire/answers.ts';
import type { ClaimAddr } from '../../../graph/address.ts';
import { startServer } from '../http/http-server.ts';
import { FORMATS, type Format, openRestFixture, type RestFixture, send } from './rest-fixture.ts';

const QUESTION = 'How deep is Lake Moor?';

let fixture: RestFixture;
let claim: ClaimAddr;

beforeEach(async () => {
  fixture = await openRestFixture();
  claim = await fixture.claim('40 metres');
});
afterEach(() => fixture[Symbol.asyncDispose]());

async function say(kind: 'dispute' | 'corroborate', actor: string, token?: string): Promise<string> {
  const by = token ?? (await fixture.mint({ standing: 1_000, actor }));
  const evidence = [{ ref: `https://${actor}.example/${kind}`, hash: `by ${actor}`, kind: 'reproduction' }];
  const path = `/v1/claims/${encodeURIComponent(claim)}/evidence`;
  const sent = { method: 'POST', body: { kind, evidence }, token: by };
  expect((await send(fixture.rest(), path, sent)).status).toBe(201);
  return by;
}

async function ask(format: Format = 'json', mode = 'verified') {
  const sent = { method: 'POST', body: { q: QUESTION, k: 1, mode }, format };
  return send(fixture.rest(), '/v1/answers', sent);
}

async function contradicted(format: Format = 'json'): Promise<ContradictionResponse> {
  const { status, body } = await ask(format);
  expect([status, body.error?.reason]).toEqual([409, 'conflict:contradiction']);
  return contradictionResponse.parse(body);
}

async function ledgerOf(addr: string) {
  const token = await fixture.mint();
  return (await send(fixture.rest(), `/v1/claims/${encodeURIComponent(addr)}/ledger`, { token })).body;
}

describe('an answer whose claim a quorum disputes', () => {
  it.each(FORMATS)('shows in %s its own evidence and that of those who dispute it', async (format) => {
    for (const actor of ['ann', 'bob', 'cid', 'dan']) await say('dispute', actor);
    const { contradictions, claims, error } = await contradicted(format);
    const { ledger, belief } = await ledgerOf(claim);
    expect(contradictions).toHaveLength(1);
    const [sides] = contradictions ?? [];
    expect(sides).toMatchObject({
      claim,
      text: claims[0]?.text,
      belief,
      rivals: [],
      left: { supported_by: 0, disputed_by: 0 },
    });
    const of = (kind: string) => ledger.filter((entry: { kind: string }) => entry.kind === kind);
    expect(sides?.supported_by).toEqual(of('corroborate'));
    expect(sides?.supported_by.map(({ actor_root }) => actor_root)).toEqual(['publisher:moor.example']);
    expect(sides?.disputed_by).toEqual(of('dispute'));
    expect(sides?.disputed_by.map(({ actor, evidence }) => [actor, evidence[0]?.ref])).toEqual(
      ['ann', 'bob', 'cid', 'dan'].map((actor) => [actor, `https://${actor}.example/dispute`]),
    );
    expect(error.message).toContain('quorum');
  });

  it('leaves out actors that have changed sides since', async () => {
    const fickle = await say('dispute', 'eve');
    for (const actor of ['ann', 'bob', 'cid', 'dan']) await say('dispute', actor);
    await say('corroborate', 'eve', fickle);
    const [sides] = (await contradicted()).contradictions ?? [];
    expect(sides?.disputed_by.map(({ actor }) => actor)).toEqual(['ann', 'bob', 'cid', 'dan']);
    expect(sides?.supported_by.map(({ actor }) => actor)).toContain('eve');
  });

  it('shows the newest twenty of a side, and says how many are left', async () => {
    const actors = Array.from({ length: 23 }, (_, index) => `actor-${index}`);
    for (const actor of actors) await say('dispute', actor);
    const [sides] = (await contradicted()).contradictions ?? [];
    expect(sides?.disputed_by.map(({ actor }) => actor)).toEqual(actors.slice(3));
    expect(sides?.left).toEqual({ supported_by: 0, disputed_by: 3 });
  });

  it('is the same body for the same question', async () => {
    for (const actor of ['ann', 'bob', 'cid', 'dan']) await say('dispute', actor);
    expect(await contradicted()).toEqual(await contradicted());
  });

  it('in light mode is an answer without sides, and FAIL', async () => {
    for (const actor of ['ann', 'bob', 'cid', 'dan']) await say('dispute', actor);
    const { status, body } = await ask('json', 'light');
    expect([status, body.trust.findings_state]).toEqual([200, 'FAIL']);
    expect(body).not.toHaveProperty('contradictions');
  });

  it('is what contradictionOf reads, with both sides', async () => {
    for (const actor of ['ann', 'bob', 'cid', 'dan']) await say('dispute', actor);
    const { server } = await startServer({ fallback: fixture.rest() });
    const client = createClient({ baseUrl: server.url, checkReceipts: true });
    const failure = await client.answers({ q: QUESTION, k: 1 }).catch((error: unknown) => error);
    const sides = contradictionOf(failure)?.contradictions?.[0];
    expect([sides?.supported_by.length, sides?.disputed_by.length]).toEqual([1, 4]);
  });
});

it('an answer that nobody disputes, or only one, has no sides', async () => {
  expect((await ask()).body).not.toHaveProperty('contradictions');
  await say('dispute', 'ann');
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(body).not.toHaveProperty('contradictions');
});

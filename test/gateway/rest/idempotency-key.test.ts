import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attenuateToken } from '../../../engine/keys/token-chain.ts';
import { claimIdOf } from '../../../graph/address.ts';
import { FORMATS, openRestFixture, type RestFixture, type Sent, send } from './rest-fixture.ts';

const EVIDENCE = 'POST /v1/claims/{addr}/evidence';
const ANNOTATION = 'POST /v1/annotations';

let fixture: RestFixture;
let token: string;
let claim: string;
let paths: Readonly<Record<string, string>>;
let bodies: Readonly<Record<string, object>>;

beforeEach(async () => {
  fixture = await openRestFixture();
  token = await fixture.mint({ capabilities: ['svc.evidence', 'wiki.annotate'] });
  claim = await fixture.claim('212');
  paths = {
    [EVIDENCE]: `/v1/claims/${claimIdOf(await fixture.claim('212'))}/evidence`,
    [ANNOTATION]: '/v1/annotations',
  };
  bodies = {
    [EVIDENCE]: { kind: 'dispute', evidence: [{ ref: 'https://a.example/1', hash: 'h', kind: 'source' }] },
    [ANNOTATION]: { target: claim, body: 'Measured anew.', citation: { ref: 'https://a.example/1' } },
  };
});
afterEach(() => fixture[Symbol.asyncDispose]());

function write(route: string, key: string, more: Sent & { body?: object } = {}) {
  const headers = { 'idempotency-key': key };
  return send(fixture.rest(), paths[route] ?? '', {
    method: 'POST',
    body: bodies[route],
    token,
    headers,
    ...more,
  });
}

const size = async () => (await fixture.store.head()).size;

describe.each([
  [EVIDENCE, ANNOTATION],
  [ANNOTATION, EVIDENCE],
])('a key that %s used', (first, second) => {
  it.each(FORMATS)(
    'is refused on the other route, in %s, with the name of the one that used it',
    async (format) => {
      expect((await write(first, 'k-1', { format })).status).toBe(201);
      const before = await size();
      const { status, body } = await write(second, 'k-1', { format });
      expect([status, body.error]).toMatchObject([
        422,
        { reason: 'invalid:idempotency_key', kind: 'Unprocessable', details: { used_by: first } },
      ]);
      expect(body.error.message).toContain(first);
      expect(await size()).toBe(before);
      expect((await write(first, 'k-1', { format })).status).toBe(201);
      expect(await size()).toBe(before);
    },
  );

  it('is refused with another body, with the name of its own route', async () => {
    await write(first, 'k-2');
    const before = await size();
    const { status, body } = await write(first, 'k-2', {
      body: { ...bodies[first], kind: undefined, ...other(first) },
    });
    expect([status, body.error.details]).toEqual([422, { used_by: first }]);
    expect(await size()).toBe(before);
  });

  it('is refused there too where it came with what was stored already', async () => {
    await write(first, 'k-3');
    await write(first, 'k-4');
    const { status, body } = await write(second, 'k-4');
    expect([status, body.error.details]).toEqual([422, { used_by: first }]);
  });

  it('is the same key for all tokens narrowed from the same one', async () => {
    await write(first, 'k-5');
    const narrowed = attenuateToken(token, { corpora: ['lakes'] }) ?? '';
    expect((await write(second, 'k-5', { token: narrowed })).body.error.details).toEqual({ used_by: first });
  });

  it('is free for another writer, who learns nothing of it', async () => {
    await write(first, 'k-6');
    const stranger = await fixture.mint({
      capabilities: ['svc.evidence', 'wiki.annotate'],
      actor: 'stranger',
    });
    expect((await write(second, 'k-6', { token: stranger })).status).toBe(201);
  });
});

/** What changes the body of a route. */
function other(route: string): object {
  return route === EVIDENCE ? { kind: 'corroborate' } : { body: 'Measured once more.' };
}

it('a key on another claim is another request of the same route', async () => {
  await write(EVIDENCE, 'k-7');
  const path = `/v1/claims/${claimIdOf(await fixture.claim('40 metres'))}/evidence`;
  const sent = { method: 'POST', body: bodies[EVIDENCE], token, headers: { 'idempotency-key': 'k-7' } };
  const { status, body } = await send(fixture.rest(), path, sent);
  expect([status, body.error.details]).toEqual([422, { used_by: EVIDENCE }]);
});

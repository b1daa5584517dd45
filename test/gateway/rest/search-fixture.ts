/** Searches of agents over the fixture of the operations, for the tests of a file. */
import { afterAll, beforeAll, expect } from 'vitest';
import { attenuateToken } from '../../../engine/keys/token-chain.ts';
import type { Handle } from '../../../gateway/http/connection.ts';
import { agentSearchResponse } from '../../../gateway/wire/agent-search.ts';
import { openRestFixture, QUESTION, type RestFixture, type Sent, send } from './rest-fixture.ts';

export let fixture: RestFixture;
export let rest: Handle;
export let token: string;

/** One fixture for the tests of a file. */
export function openSearchFixture(): void {
  beforeAll(async () => {
    fixture = await openRestFixture();
    rest = fixture.rest();
    token = await fixture.mint({ capabilities: ['wiki.search', 'wiki.annotate', 'svc.evidence'] });
  });
  afterAll(() => fixture[Symbol.asyncDispose]());
}

export async function search(body: object, { handle = rest, ...sent }: Sent & { handle?: Handle } = {}) {
  const reply = await send(handle, '/v1/search', { method: 'POST', body: { q: QUESTION, ...body }, ...sent });
  expect(reply.body.error).toBeUndefined();
  expect(reply.status).toBe(200);
  return agentSearchResponse.parse(reply.body);
}

export async function refusedWith(body: object, path = '/v1/search', more: Sent = {}) {
  const { status, body: reply } = await send(rest, path, { method: 'POST', body, ...more });
  expect(reply.receipts).toHaveLength(1);
  return [status, reply.error?.reason];
}

export function attenuated(restrictions: Parameters<typeof attenuateToken>[1]): string {
  return attenuateToken(token, restrictions) ?? '';
}

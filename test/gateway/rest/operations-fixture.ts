/** Calls of the operations whose replies must fit their schemas, for the tests of a file. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { z } from 'zod';
import type { Handle } from '../../../gateway/http/connection.ts';
import { answerResponse } from '../../../gateway/wire/answers.ts';
import type { ClaimAddr } from '../../../graph/address.ts';
import { type Format, openRestFixture, QUESTION, type RestFixture, type Sent, send } from './rest-fixture.ts';

export let fixture: RestFixture;
export let rest: Handle;
export let token: string;
export let deep: ClaimAddr;

/** One fixture for the tests of a file. */
export function openOperations(): void {
  beforeAll(async () => {
    fixture = await openRestFixture();
    rest = fixture.rest();
    token = await fixture.mint();
    deep = await fixture.claim('212');
  });
  afterAll(() => fixture[Symbol.asyncDispose]());
}

/** The reply's body, which must fit the operation's schema. */
export async function get<S extends z.ZodType>(
  schema: S,
  status: number,
  path: string,
  sent: Sent = {},
): Promise<z.output<S>> {
  const reply = await send(rest, path, sent);
  expect(reply.body.error).toBeUndefined();
  expect(reply.status).toBe(status);
  expect(reply.headers.get('content-type')).toBe(`application/${sent.format ?? 'json'}`);
  expect(reply.headers.get('x-adduce-policy')).toBe('fold/1');
  return schema.parse(reply.body);
}

export function ask(body: object = {}, path = '/v1/answers', format: Format = 'json') {
  return get(answerResponse, 200, path, { method: 'POST', body: { q: QUESTION, ...body }, format });
}

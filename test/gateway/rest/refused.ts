/** Refusals of REST, and the requests that get them. */
import { expect } from 'vitest';
import type { Handle } from '../../../gateway/http/connection.ts';
import { errorResponse } from '../../../gateway/wire/error.ts';
import { type Received, type Sent, send } from './rest-fixture.ts';

/** Status and reason of a refusal, whose body must be an envelope in the caller's format. */
export function refusalOf(reply: Received): [number, string] {
  const { error } = errorResponse.parse(reply.body);
  expect(error.status).toBe(reply.status);
  return [reply.status, error.reason];
}

export async function refusedBy(handle: Handle, path: string, sent: Sent = {}): Promise<[number, string]> {
  return refusalOf(await send(handle, path, sent));
}

export function post(body?: unknown, more: Partial<Sent> = {}): Sent {
  return { method: 'POST', body, ...more };
}

/** A query of the engine's graph for a view of the page. */
import type { z } from 'zod';
import type { CallOptions } from '../../gateway/client/transport.ts';
import type { BffContext } from '../bff-context.ts';
import { refuse } from '../refusal.ts';

/**
 * The data of a query, read by its schema.
 * @throws {AdduceError} what the engine refuses @throws {BffRefusal} 502 where it sends something else
 */
export async function readGraph<T>(
  { client }: Pick<BffContext, 'client'>,
  call: CallOptions,
  { query, variables, data }: GraphRead<T>,
): Promise<T> {
  const reply = await client.graphql({ query, variables }, call);
  return dataOf(reply.data, data);
}

/** @throws {BffRefusal} 502 where the engine sends something else */
export function dataOf<T>(sent: unknown, data: z.ZodType<T>): T {
  const read = data.safeParse(sent);
  if (read.success) return read.data;
  const message = 'The engine could not show this.';
  throw refuse(502, 'Upstream', 'bff:view', message, 'Please try again in a moment.');
}

export interface GraphRead<T> {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly data: z.ZodType<T>;
}

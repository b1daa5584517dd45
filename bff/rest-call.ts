/** One call of `/api`, and how its input is read. */
import type { z } from 'zod';
import type { BffContext, Visitor } from './bff-context.ts';
import { parseInput } from './input.ts';
import { refuse } from './refusal.ts';

export interface SignedOut {
  /** Removes the cookie from the browser. */
  readonly setCookie: string;
  /** Where the identity provider ends its own session; null: there is nothing more to end. */
  readonly continueAt: string | null;
}
type SignOut = () => Promise<SignedOut>;

export interface ApiCall {
  readonly bff: BffContext;
  readonly signOut: SignOut;
  readonly visitor: Visitor;
  readonly request: Request;
  readonly url: URL;
  /** The value of `:id` in the path. */
  readonly id: string;
}

export type ApiRoute = (call: ApiCall) => Promise<Response>;

/** By path, and by method. */
export type Operations = Readonly<Record<string, Readonly<Record<string, ApiRoute>>>>;

export function query<T>({ url }: ApiCall, schema: z.ZodType<T>): T {
  return parseInput(schema, Object.fromEntries(url.searchParams), 'query');
}

export async function body<T>({ request }: ApiCall, schema: z.ZodType<T>): Promise<T> {
  const type = request.headers.get('content-type') ?? '';
  // A form of another site cannot send this type without a preflight request (CORS).
  if (!/^application\/json\b/i.test(type)) {
    throw refuse(415, 'UnsupportedMediaType', 'invalid:media_type', 'Send application/json.');
  }
  return parseInput(schema, await readJson(request), 'body');
}

async function readJson(request: Request): Promise<unknown> {
  const bytes = await request.arrayBuffer();
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw refuse(400, 'BadRequest', 'invalid:body', 'The body is not JSON.');
  }
}

/** Parses a visitor's input by its schema; a refusal names the value and what it accepts. */
import { z } from 'zod';
import { inputFault } from './input-fault.ts';
import { BffRefusal, refuse } from './refusal.ts';

/** Largest body of any request; a question with notes is far smaller. */
const MAX_BODY_BYTES = 65_536;

/** A text that every database can hold: PostgreSQL takes no U+0000. */
export const storedText = z.string().refine((text) => !text.includes('\0'), 'has a character of code 0');

/** @throws {BffRefusal} 400 naming the first member that does not fit */
export function parseInput<T>(schema: z.ZodType<T>, value: unknown, what: 'query' | 'body'): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new BffRefusal({ ...inputFault(parsed.error), reason: `invalid:${what}` }, parsed.error);
}

/**
 * The request with its body read up to the bound, so that later readers get no longer one, and with another signal.
 * @throws {BffRefusal} 413 past 64 KiB
 */
export async function withBoundedBody(request: Request, signal: AbortSignal): Promise<Request> {
  if (request.body === null) return new Request(request, { signal });
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  const { url, method, headers } = request;
  return new Request(url, { method, headers, signal, body: Buffer.concat(chunks) });
}

function tooLarge(): BffRefusal {
  const message = `A request has at most ${MAX_BODY_BYTES} bytes.`;
  return refuse(413, 'PayloadTooLarge', 'invalid:size', message);
}

/** The body of a reply, bounded, and the error in it where the reply is no success. */
import type { ErrorKind } from '../wire/error.ts';
import { AdduceError, kindOfStatus } from './adduce-error.ts';
import { retryAfterMs } from './retry-after.ts';

/** Answers with receipts are far shorter; a longer body is no reply of an engine. */
const MAX_BODY_BYTES = 16 * 1_048_576;

/** @returns undefined where the body is no JSON */
export async function readJson(response: Response, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
  const bytes = await readBytes(response, maxBytes);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

export async function readBytes(
  response: Response,
  maxBytes = MAX_BODY_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLong(response.status, maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The members of an envelope's `error` (docs/spec/decisions.md#6), as far as an unknown body has them. */
interface WireError {
  readonly kind?: unknown;
  readonly reason?: unknown;
  readonly message?: unknown;
  readonly retry_after_ms?: unknown;
}

export function failureOf(response: Response, body: unknown, nowMs: number): AdduceError {
  const stated = statedError(body);
  const { kind, reason, message } = stated;
  const wait = typeof stated.retry_after_ms === 'number' ? stated.retry_after_ms : null;
  return new AdduceError({
    status: response.status,
    // A kind that this version does not know is passed on as the engine gave it.
    kind: typeof kind === 'string' ? (kind as ErrorKind) : kindOfStatus(response.status),
    reason: typeof reason === 'string' ? reason : 'client:no_reason',
    message: typeof message === 'string' ? message : `the engine answered ${response.status}`,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after'), nowMs) ?? wait,
    envelope: body,
  });
}

function statedError(body: unknown): WireError {
  if (typeof body !== 'object' || body === null) return {};
  if ('error' in body) return typeof body.error === 'object' && body.error !== null ? body.error : {};
  return 'errors' in body && Array.isArray(body.errors) ? graphqlError(body.errors[0]) : {};
}

/** GraphQL says the reason in `extensions.code`, and the wait beside it (graphql.org/learn/response). */
function graphqlError(error: unknown): WireError {
  if (typeof error !== 'object' || error === null) return {};
  const extensions: unknown = Reflect.get(error, 'extensions');
  const { code, retryAfterMs: wait }: { code?: unknown; retryAfterMs?: unknown } = Object(extensions);
  return { reason: code, message: Reflect.get(error, 'message'), retry_after_ms: wait };
}

function tooLong(status: number, maxBytes: number): AdduceError {
  const message = `the reply is longer than ${maxBytes} bytes`;
  return new AdduceError({ status, kind: 'Upstream', reason: 'client:reply_too_long', message });
}

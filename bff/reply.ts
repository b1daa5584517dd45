/** Replies of /api: JSON, lists with validators, files, refusals. */
import { hash } from 'node:crypto';
import type { BffContext } from './bff-context.ts';
import type { ExportedFile } from './exported-file.ts';
import { refusalOf } from './refusal.ts';

/** Internal header with the reason for the service's log; it is removed before the reply is sent. */
export const REASON_HEADER = 'x-adduce-reason';

/** The one shape of every refusal: `{error: {status, kind, reason, message, next_step?, receipt_id?, retry_after_ms?, needed_role?}}`. */
export function refusalResponse(error: unknown, bff: BffContext): Response {
  const { view } = refusalOf(error, bff.client.circuit().openForMs);
  const response = json(view.status, { error: view });
  response.headers.set(REASON_HEADER, view.reason);
  if (view.retry_after_ms !== undefined) {
    response.headers.set('retry-after', String(Math.ceil(view.retry_after_ms / 1_000)));
  }
  return response;
}

/** A download, never shown: HTML of the engine must not run under the page's origin. */
export function fileReply({ type, bytes, name }: ExportedFile): Response {
  const headers = {
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return new Response(bytes, { headers });
}

/**
 * A list with an entity tag of its bytes (RFC 9110 §8.8.3). They hold the summary hash and the verdict of each entry,
 * so a client gets 304 as long as none of these has changed.
 */
export function listReply(request: Request, value: unknown): Response {
  const text = JSON.stringify(value);
  const etag = `"${hash('sha256', text, 'base64url')}"`;
  const headers = { etag, 'cache-control': 'private, no-cache', vary: 'cookie' };
  if (namesTag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, 'content-type': 'application/json' } });
}

/** Weak comparison (RFC 9110 §13.1.2). */
function namesTag(header: string | null, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/** The texts as they are made, in UTF-8. @param onEnd is called once, also where the reader goes away first */
export function textStream(
  texts: AsyncGenerator<string, void, void>,
  onEnd: () => void = () => undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const next = await texts.next().catch((error: unknown) => {
        onEnd();
        throw error;
      });
      if (next.done !== true) return controller.enqueue(encoder.encode(next.value));
      onEnd();
      controller.close();
    },
    cancel: async () => {
      onEnd();
      await texts.return();
    },
  });
}

export function json(status: number, value: unknown): Response {
  return Response.json(value, { status, headers: { 'cache-control': 'no-store' } });
}

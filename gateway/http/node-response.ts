/** A handler's `Response` written to a node:http connection. */

import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PlainReply } from './plain-post.ts';

/** An upload that nobody reads is taken in this far, so that its sender gets to read the reply. */
const MAX_DRAINED_BYTES = 32 * 1_048_576;
const DRAIN_TIMEOUT_MS = 2_000;

/** Resolves when everything has been handed to the operating system, or the caller has gone, with the body's bytes. */
export async function writeResponse(
  response: Response,
  outgoing: ServerResponse,
  gone: AbortSignal,
): Promise<number> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') outgoing.setHeader(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
  // A stream of events has its head read before its first event; a body that is there goes out with its head.
  if (!response.headers.has('content-length')) outgoing.flushHeaders();
  const bytes = response.body === null ? 0 : await writeBody(response.body.getReader(), outgoing, gone);
  if (gone.aborted) return bytes;
  const finished = once(outgoing, 'finish', { signal: gone });
  outgoing.end();
  await finished.catch(ignoreAbort);
  return bytes;
}

/**
 * Resolves as `writeResponse` does. The head and the body go out in one piece.
 * @param more headers: those that were set before would be held against these one by one
 */
export function writePlain(
  { status, headers, body }: PlainReply,
  outgoing: ServerResponse,
  more: Readonly<Record<string, string>>,
): Promise<number> {
  const bytes = Buffer.byteLength(body);
  // It may have closed before there was anything to write.
  if (outgoing.destroyed || outgoing.closed) return Promise.resolve(0);
  return new Promise((resolve) => {
    outgoing.once('close', () => resolve(outgoing.writableFinished ? bytes : 0));
    outgoing.writeHead(status, { ...headers, ...more, 'content-length': bytes });
    outgoing.end(body);
  });
}

/** No faster than the caller reads; the source is cancelled when the caller leaves. */
async function writeBody(
  source: ReadableStreamDefaultReader<Uint8Array>,
  outgoing: ServerResponse,
  gone: AbortSignal,
): Promise<number> {
  let bytes = 0;
  const cancel = () => void source.cancel(gone.reason).catch(ignoreAbort);
  gone.addEventListener('abort', cancel, { once: true });
  if (gone.aborted) cancel();
  for (;;) {
    const { done, value } = await source.read();
    if (done || gone.aborted) break;
    bytes += value.length;
    if (!outgoing.write(value)) await once(outgoing, 'drain', { signal: gone }).catch(ignoreAbort);
  }
  gone.removeEventListener('abort', cancel);
  return bytes;
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}

/** Takes in what is left of the request's body; false where it went on for too long or was too much. */
export function drain(incoming: IncomingMessage): Promise<boolean> {
  if (incoming.complete || incoming.destroyed) {
    incoming.resume();
    return Promise.resolve(true);
  }
  return new Promise((resolve) => {
    let bytes = 0;
    const settle = (isEnded: boolean) => {
      clearTimeout(timer);
      incoming.off('data', count);
      resolve(isEnded);
    };
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_DRAINED_BYTES) settle(false);
    };
    const timer = setTimeout(() => settle(false), DRAIN_TIMEOUT_MS);
    // A reader that gave up waits for `readable`, which keeps the stream from flowing.
    incoming.removeAllListeners('readable');
    incoming.on('data', count);
    incoming.once('close', () => settle(true));
    incoming.once('end', () => settle(true));
    incoming.resume();
  });
}

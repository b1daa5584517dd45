/** Somebody in front of the page of a running service: its cookies, and every door behind which answers lie. */
import type { Visitor } from '../../bff/browser.ts';

/** A call of a procedure as the page makes it. */
export function query(visitor: Visitor, procedure: string, input: unknown) {
  const sent = encodeURIComponent(JSON.stringify(input));
  return visitor.send('GET', `/api/trpc/${procedure}?input=${sent}`);
}

export function mutate(visitor: Visitor, procedure: string, input: unknown) {
  return visitor.send('POST', `/api/trpc/${procedure}`, input);
}

export function explore(visitor: Visitor, document: string, headers: Record<string, string> = {}) {
  return visitor.send('POST', '/api/graphql', { query: document }, headers);
}

/** For what comes, on a machine that many share; less than a test may take. */
const PATIENCE_MS = 60_000;

interface StreamRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly ms: number;
  /** What ends it before. */
  readonly until?: string;
}

/** Headers of a request for an event stream, by who has the cookie. */
const streamHeaders = (cookie: string | null): Record<string, string> => ({
  accept: 'text/event-stream',
  ...(cookie !== null && { cookie }),
});

type PageStreamRequest = Omit<StreamRequest, 'headers'> & { readonly cookie: string | null };

/** What an event stream of the page sends within a time, as text. */
export function streamed(url: string, { cookie, ...request }: PageStreamRequest): Promise<string> {
  return heardWithin(url, { ...request, headers: streamHeaders(cookie) });
}

/** The status, and what is sent within a time from then on, as text. */
export async function heardWithin(url: string, { path, headers, ms, until }: StreamRequest): Promise<string> {
  const leaving = new AbortController();
  const response = await fetch(`${url}${path}`, { headers, signal: leaving.signal });
  const late = setTimeout(() => leaving.abort(), ms);
  let text = `${response.status} `;
  try {
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (until !== undefined && text.includes(until)) break;
    }
  } catch {
    // The time is over.
  }
  clearTimeout(late);
  leaving.abort();
  return text;
}

/**
 * Resolves when the first event of a stream of the page is there, with what the stream sends until the service ends it;
 * `text` rejects where it does not within a minute. Rejects where there is no stream, or one that ends without an event.
 */
export async function openStream(
  url: string,
  { cookie, path }: { readonly cookie: string | null; readonly path: string },
): Promise<{ readonly text: Promise<string> }> {
  const limit = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(`${url}${path}`, { headers: streamHeaders(cookie), signal: limit });
  if (response.status !== 200) throw new Error(`no stream: ${response.status} ${await response.text()}`);
  const { promise: first, resolve } = Promise.withResolvers<void>();
  const text = (async () => {
    let heard = '';
    try {
      for await (const chunk of response.body ?? []) {
        heard += Buffer.from(chunk).toString();
        if (heard.includes('\ndata: ')) resolve();
      }
    } catch (fault) {
      if (limit.aborted) throw fault;
    }
    return heard;
  })();
  const ended = text.then((heard) => {
    throw new Error(`the stream ended before an event: ${heard}`);
  });
  await Promise.race([first, ended]);
  return { text };
}

/** The address of the page's stream for one answer in front. */
export function watching(answerId: string): string {
  return `/api/trpc/findings?input=${encodeURIComponent(JSON.stringify({ answer_ids: [answerId] }))}`;
}

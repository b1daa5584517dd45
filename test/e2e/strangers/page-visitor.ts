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

interface StreamRequest {
  readonly cookie: string | null;
  readonly path: string;
  readonly ms: number;
  /** What ends it before. */
  readonly until?: string;
}

/** What an event stream of the page sends within a time, as text. */
export async function streamed(url: string, { cookie, path, ms, until }: StreamRequest): Promise<string> {
  const headers = { accept: 'text/event-stream', ...(cookie !== null && { cookie }) };
  const response = await fetch(`${url}${path}`, { headers, signal: AbortSignal.timeout(ms) });
  let text = `${response.status} `;
  try {
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (until !== undefined && text.includes(until)) break;
    }
  } catch {
    // The time is over.
  }
  return text;
}

/** The address of the page's stream for one answer in front. */
export function watching(answerId: string): string {
  return `/api/trpc/findings?input=${encodeURIComponent(JSON.stringify({ answer_ids: [answerId] }))}`;
}

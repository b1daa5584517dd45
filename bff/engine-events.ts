/** GraphQL subscriptions of the engine as server-sent events (graphql-sse): of the answers that a page shows. */
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { Fetch } from '../gateway/client/transport.ts';

export interface EventsRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Whose answers they are. */
  readonly tenant: string;
  readonly signal: AbortSignal;
}

/** The payloads of a subscription, until the signal aborts or the engine ends it. @throws {Error} where it is refused or lost */
export type EngineEvents = (request: EventsRequest) => AsyncIterable<unknown>;

export interface EventsOptions {
  /** Where the engine is. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: Fetch;
}

export function engineEventsOver({ baseUrl, apiKey, fetch }: EventsOptions): EngineEvents {
  return async function* ({ query, variables, tenant, signal }) {
    const headers = {
      accept: 'text/event-stream',
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'x-tenant': tenant,
    };
    const body = JSON.stringify({ query, variables });
    const url = `${baseUrl.replace(/\/+$/, '')}/graphql`;
    const response = await fetch(new Request(url, { method: 'POST', headers, body, signal }));
    if (!response.ok || response.body === null)
      throw new Error(`the engine answered ${response.status} to a subscription`);
    const events = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream());
    for await (const { event, data } of events) if (event === 'next') yield JSON.parse(data);
  };
}

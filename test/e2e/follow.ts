/** Subscribers over both transports, as client programs write them: each comes back by itself, behind what it has. */
import { EventSource } from 'eventsource';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

/** A subscription whose only field gives events with positions. */
export interface Subscription<Event> {
  /** With the variable `after`. */
  readonly query: string;
  /** The others. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Null: what stands, then live. */
  readonly after: number | null;
  readonly seqOf: (event: Event) => number;
  /** An engine key or a token. */
  readonly credential?: string | undefined;
}

export interface Follower<Event> extends AsyncDisposable {
  readonly received: readonly Event[];
  /** How connections ended: a socket's close code and reason, or `broken` for a stream. */
  readonly ended: readonly string[];
  /** Results that were errors. */
  readonly errors: readonly unknown[];
}

const RETRY_MS = 100;
const MAX_RETRIES = 300;
/** graphql-transport-ws: a client that gets this has no reason to come back. */
const FORBIDDEN = 4_403;

interface Result<Event> {
  /** By the subscription's field. */
  readonly data?: Readonly<Record<string, Event>> | null;
  readonly errors?: readonly unknown[];
}

/** What a follower has got, and behind which position it subscribes again. */
class Inbox<Event> {
  readonly received: Event[] = [];
  readonly ended: string[] = [];
  readonly errors: unknown[] = [];
  readonly variables: Record<string, unknown>;
  readonly #seqOf: (event: Event) => number;

  constructor({ variables, after, seqOf }: Subscription<Event>) {
    this.variables = { ...variables, after };
    this.#seqOf = seqOf;
  }

  take({ data, errors }: Result<Event>): void {
    const [event] = Object.values(data ?? {});
    if (event === undefined) {
      this.errors.push(...(errors ?? ['no data']));
      return;
    }
    this.received.push(event);
    this.variables.after = this.#seqOf(event);
  }
}

/** graphql-transport-ws by the library's own client. */
function followBySocket<Event>(url: string, subscription: Subscription<Event>): Follower<Event> {
  const { query, credential } = subscription;
  const inbox = new Inbox(subscription);
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: credential === undefined ? {} : { authorization: `Bearer ${credential}` },
    retryAttempts: MAX_RETRIES,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, RETRY_MS)),
    shouldRetry: (event) => !isClose(event) || event.code !== FORBIDDEN,
    on: { closed: (event) => inbox.ended.push(describeClose(event)) },
  });
  // The client sends the same payload again when it comes back: by then its position has moved.
  const payload = { query, variables: inbox.variables };
  client.subscribe(payload, {
    next: (result) => inbox.take(result as Result<Event>),
    // A close that it does not come back from is in `ended` already.
    error: (fault) => isClose(fault) || inbox.errors.push(fault),
    complete: () => undefined,
  });
  return Object.assign(inbox, {
    // It rejects with the connection that it was about to open, where no service listens any more.
    [Symbol.asyncDispose]: async () => Promise.resolve(client.dispose()).catch(() => undefined),
  });
}

interface Close {
  readonly code: number;
  readonly reason: string;
}

function isClose(fault: unknown): fault is Close {
  return typeof fault === 'object' && fault !== null && 'code' in fault && 'reason' in fault;
}

function describeClose(event: unknown): string {
  return isClose(event) ? `${event.code} ${event.reason}` : String(event);
}

/** GraphQL over SSE by the platform's EventSource. */
function followBySse<Event>(url: string, subscription: Subscription<Event>): Follower<Event> {
  const { query, credential } = subscription;
  const inbox = new Inbox(subscription);
  const source = new EventSource(`${url}/graphql`, {
    fetch: (address, init) => {
      const target = new URL(address);
      target.searchParams.set('query', query);
      target.searchParams.set('variables', JSON.stringify(inbox.variables));
      const headers = { ...init.headers, ...(credential && { authorization: `Bearer ${credential}` }) };
      return fetch(target, { ...init, headers });
    },
  });
  source.addEventListener('next', ({ data }) => inbox.take(JSON.parse(data)));
  source.addEventListener('complete', () => {
    inbox.ended.push('complete');
    source.close();
  });
  source.addEventListener('error', () => inbox.ended.push('broken'));
  return Object.assign(inbox, { [Symbol.asyncDispose]: async () => source.close() });
}

/** One follower on each transport. */
export interface Followers<Event> extends AsyncDisposable {
  readonly all: readonly Follower<Event>[];
  each(check: (follower: Follower<Event>) => void): void;
}

export function followOnAll<Event>(url: string, subscription: Subscription<Event>): Followers<Event> {
  const all = [followBySocket(url, subscription), followBySse(url, subscription)];
  return {
    all,
    each: (check) => all.forEach(check),
    [Symbol.asyncDispose]: async () => {
      for (const follower of all) await follower[Symbol.asyncDispose]();
    },
  };
}

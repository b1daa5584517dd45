/** Subscribers to findings over both transports, as client programs write them: each comes back by itself. */
import { EventSource } from 'eventsource';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

export interface Transition {
  readonly seq: number;
  readonly answerId: string;
  readonly from: string;
  readonly to: string;
  readonly at: string;
  readonly reasons: readonly { readonly code: string; readonly claim: string | null }[];
}

export interface FollowRequest {
  /** Null: what stands, then live. */
  readonly after: number | null;
  readonly answerIds?: readonly string[];
  /** An engine key. */
  readonly key?: string;
}

export interface Follower extends AsyncDisposable {
  readonly received: readonly Transition[];
  /** How connections ended: a socket's close code and reason, or `broken` for a stream. */
  readonly ended: readonly string[];
  /** Results that were errors. */
  readonly errors: readonly unknown[];
}

type Follow = (url: string, request: FollowRequest) => Follower;

const FINDINGS = `subscription ($after: Int, $answerIds: [ID!]) {
  findings(after: $after, answerIds: $answerIds) { seq answerId from to at reasons { code claim } }
}`;
const RETRY_MS = 100;
const MAX_RETRIES = 300;
/** graphql-transport-ws: whoever is told this has no reason to come back. */
const FORBIDDEN = 4_403;

interface Result {
  readonly data?: { readonly findings: Transition } | null;
  readonly errors?: readonly unknown[];
}

/** What a follower has got, and behind which position it subscribes again. */
class Inbox {
  readonly received: Transition[] = [];
  readonly ended: string[] = [];
  readonly errors: unknown[] = [];
  readonly variables: { after: number | null; answerIds: readonly string[] | null };

  constructor({ after, answerIds }: FollowRequest) {
    this.variables = { after, answerIds: answerIds ?? null };
  }

  take({ data, errors }: Result): void {
    if (!data) {
      this.errors.push(...(errors ?? ['no data']));
      return;
    }
    this.received.push(data.findings);
    this.variables.after = data.findings.seq;
  }
}

/** graphql-transport-ws by the library's own client. */
const followBySocket: Follow = (url, request) => {
  const inbox = new Inbox(request);
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: request.key === undefined ? {} : { authorization: `Bearer ${request.key}` },
    retryAttempts: MAX_RETRIES,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, RETRY_MS)),
    shouldRetry: (event) => !isClose(event) || event.code !== FORBIDDEN,
    on: { closed: (event) => inbox.ended.push(describeClose(event)) },
  });
  // The client sends the same payload again when it comes back: by then its position has moved.
  const payload = { query: FINDINGS, variables: inbox.variables };
  client.subscribe(payload, {
    next: (result) => inbox.take(result as Result),
    // A close that it does not come back from is in `ended` already.
    error: (fault) => isClose(fault) || inbox.errors.push(fault),
    complete: () => undefined,
  });
  return Object.assign(inbox, { [Symbol.asyncDispose]: async () => client.dispose() });
};

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
const followBySse: Follow = (url, request) => {
  const inbox = new Inbox(request);
  const source = new EventSource(`${url}/graphql`, {
    fetch: (address, init) => {
      const target = new URL(address);
      target.searchParams.set('query', FINDINGS);
      target.searchParams.set('variables', JSON.stringify(inbox.variables));
      const headers = { ...init.headers, ...(request.key && { authorization: `Bearer ${request.key}` }) };
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
};

/** One follower on each transport. */
export interface Followers extends AsyncDisposable {
  readonly all: readonly Follower[];
  each(check: (follower: Follower) => void): void;
}

export function followOnAll(url: string, request: FollowRequest): Followers {
  const all = [followBySocket(url, request), followBySse(url, request)];
  return {
    all,
    each: (check) => all.forEach(check),
    [Symbol.asyncDispose]: async () => {
      for (const follower of all) await follower[Symbol.asyncDispose]();
    },
  };
}

/** `FROM TO` of each transition, in the order in which they came. */
export function verdictsOf({ received }: Follower): string[] {
  return received.map(({ from, to }) => `${from} ${to}`);
}

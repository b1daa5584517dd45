/** Findings over a socket: by the library's own client, and message by message. */
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { RunningServer } from './graphql-server.ts';
import { openRaw, type RawSocket } from './raw-socket.ts';

export const FINDINGS = `subscription ($after: LogPosition, $answerIds: [ID!]) {
  findings(after: $after, answerIds: $answerIds) { seq answerId from to at reasons { code claim } }
}`;

export const socketUrl = ({ url }: { readonly url: string }) => url.replace('http', 'ws');

export interface Received {
  readonly seq: number;
  readonly answerId: string;
}

export const seqsOf = (received: readonly Received[]) => received.map(({ seq }) => seq);

/** The first findings of a subscription, as many as wanted; `seen` hears the count after each. */
export async function receive(
  server: RunningServer,
  count: number,
  variables = {},
  seen: (count: number) => void = () => {},
): Promise<Received[]> {
  const client = createClient({ url: socketUrl(server), webSocketImpl: WebSocket, retryAttempts: 0 });
  const received: Received[] = [];
  for await (const { data, errors } of client.iterate<{ findings: Received }>({
    query: FINDINGS,
    variables,
  })) {
    if (!data) throw new Error(JSON.stringify(errors));
    received.push(data.findings);
    seen(received.length);
    if (received.length === count) break;
  }
  await client.dispose();
  return received;
}

/** A socket that has said who it is. */
export async function openInitialised(
  server: RunningServer,
  payload: object = {},
  headers: object = {},
): Promise<RawSocket> {
  const raw = await openRaw(server.url, { headers });
  raw.send({ type: 'connection_init', payload });
  return raw;
}

/** The message that subscribes to findings. */
export const subscribe = (id: string, variables = {}) => ({
  id,
  type: 'subscribe',
  payload: { query: FINDINGS, variables },
});

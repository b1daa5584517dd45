/** A socket that is spoken to by hand. */
import { once } from 'node:events';
import { WebSocket } from 'ws';

export const PROTOCOL = 'graphql-transport-ws';

export interface RawSocket {
  readonly socket: WebSocket;
  readonly messages: { readonly type: string; readonly id?: string; readonly payload?: unknown }[];
  /** Close code and reason. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  send(message: unknown): void;
}

/** @param url of the server, `http://…/graphql` */
export async function openRaw(
  url: string,
  options: { readonly protocol?: string; readonly headers?: object } = {},
): Promise<RawSocket> {
  const socket = new WebSocket(url.replace('http', 'ws'), options.protocol ?? PROTOCOL, {
    headers: { ...options.headers },
  });
  const messages: RawSocket['messages'] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  const closed = once(socket, 'close').then(([code, reason]) => ({
    code: Number(code),
    reason: String(reason),
  }));
  await once(socket, 'open');
  return { socket, messages, closed, send: (message) => socket.send(JSON.stringify(message)) };
}

/** @param authorization e.g. `Bearer adk_…`; null: nobody */
export async function openAcknowledged(url: string, authorization: string | null = null): Promise<RawSocket> {
  const raw = await openRaw(url);
  const acknowledged = once(raw.socket, 'message');
  raw.send({ type: 'connection_init', payload: authorization === null ? {} : { authorization } });
  await acknowledged;
  raw.messages.length = 0;
  return raw;
}

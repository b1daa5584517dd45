/** Single requests from an address of one's own, whose outcome is a value: servers under attack refuse, hang and die. */
import { type Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';

/** How a request ended: a status, or `lost` where no whole reply came. */
export type Outcome = number | 'lost';

export interface Reply {
  readonly outcome: Outcome;
  readonly cookie: string | null;
  readonly body: string;
}

export interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly cookie?: string | null | undefined;
  /** Sent as JSON. */
  readonly body?: string | Uint8Array | undefined;
}

export interface Sender {
  readonly url: string;
  readonly agent: Agent;
  /** Of the loopback network: what is limited by address is limited for each by itself. */
  readonly from: string;
  readonly signal?: AbortSignal | undefined;
}

/** Never rejects. */
export function send(sender: Sender, sent: Sent): Promise<Reply> {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const lost = () => resolve({ outcome: 'lost', cookie: null, body: '' });
  const outgoing = request(new URL(sent.path, sender.url), optionsOf(sender, sent));
  outgoing.on('error', lost);
  outgoing.on('response', (incoming) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('error', lost);
    incoming.on('close', lost);
    incoming.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      resolve({ outcome: incoming.statusCode ?? 'lost', cookie: cookieOf(incoming), body });
    });
  });
  outgoing.end(sent.body);
  return promise;
}

export function optionsOf(
  { url, agent, from, signal }: Sender,
  { method, cookie, body }: Sent,
): RequestOptions {
  const headers = {
    origin: new URL(url).origin,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...(cookie == null ? {} : { cookie }),
  };
  return { method, agent, localAddress: from, headers, ...(signal === undefined ? {} : { signal }) };
}

function cookieOf(incoming: IncomingMessage): string | null {
  const cookies = incoming.headers['set-cookie']?.map((cookie) => cookie.split(';')[0] ?? '') ?? [];
  return cookies.length === 0 ? null : cookies.join('; ');
}

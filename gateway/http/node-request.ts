/** A node:http request as the `Request` that handlers take. */
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';

/** Methods that a `Request` cannot hold: the connection names them beside it. */
const UNHOLDABLE: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);
const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', ...UNHOLDABLE]);
/** A `Host` that could change more of a URL than its host is ignored. */
const HOST = /^[A-Za-z0-9._-]+(?::\d{1,5})?$|^\[[0-9A-Fa-f:.]+\](?::\d{1,5})?$/;

export function isUnholdable(method: string | undefined): method is string {
  return method !== undefined && UNHOLDABLE.has(method);
}

/**
 * The request, with its body as a stream that is read only as far as somebody reads it; null where no URL can be made
 * of its target, and where it does not name one host (RFC 9112 §3.2). A method that a `Request` cannot hold is given as GET.
 * @param signal aborted when the caller goes away
 * @param body where it has been read already
 */
export function requestOf(
  incoming: IncomingMessage,
  signal: AbortSignal,
  body: string | null = null,
): Request | null {
  const headers = headersOf(incoming);
  const url = namesHost(incoming, headers) ? urlOf(incoming) : null;
  if (url === null) return null;
  const method = isUnholdable(incoming.method) ? 'GET' : (incoming.method ?? 'GET');
  const init = { method, headers, signal };
  if (BODILESS.has(incoming.method ?? 'GET')) return new Request(url, init);
  if (body !== null) return new Request(url, { ...init, body });
  // A body that is a stream is sent one way at a time; the type does not know the member that says so.
  const streamed: RequestInit & { duplex: 'half' } = { ...init, body: bodyOf(incoming), duplex: 'half' };
  return new Request(url, streamed);
}

function urlOf({ url: target = '/', headers: { host = '' }, socket }: IncomingMessage): URL | null {
  const scheme = socket instanceof TLSSocket ? 'https' : 'http';
  const origin = `${scheme}://${HOST.test(host) ? host : 'localhost'}`;
  if (target.startsWith('/')) return URL.parse(`${origin}${target}`);
  const absolute = URL.parse(target);
  if (absolute === null || !/^https?:$/.test(absolute.protocol)) return URL.parse(origin);
  // A `Request` takes no URL with credentials in it.
  return absolute.username === '' && absolute.password === '' ? absolute : null;
}

/** `Host` stands once; HTTP/1.0 may leave it out. */
function namesHost({ httpVersion }: IncomingMessage, headers: Headers): boolean {
  const host = headers.get('host');
  return host === null ? httpVersion === '1.0' : !host.includes(',');
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '');
  return headers;
}

/** What is left unread stays with the connection, which must go on to carry the response. */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer> = incoming.iterator({ destroyOnReturn: false });
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done, value } = await chunks.next();
    if (done) controller.close();
    else controller.enqueue(new Uint8Array(value));
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

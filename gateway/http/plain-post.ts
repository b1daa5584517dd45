/** A POST as it came over node:http: of most, no `Request` needs to be made, which costs as much as a small answer. */
import type { IncomingMessage } from 'node:http';
import type { HttpConnection } from './connection.ts';
import { requestOf } from './node-request.ts';

/** A whole reply, without a `Response`. */
export interface PlainReply {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a route does by itself of the POSTs to the very path that it is mounted at. */
export interface PlainHandler {
  /** Whether it takes the request: nothing has been read of its body. */
  takes(post: PlainPost): boolean;
  handle(post: PlainPost, connection: HttpConnection): Promise<PlainReply | Response>;
}

const DECODER = new TextDecoder();

export class PlainPost {
  /** As the request's URL has it. */
  readonly hostname: string;
  /** Aborts when the caller goes away. */
  readonly gone: AbortSignal;
  readonly #incoming: IncomingMessage;

  /**
   * Null for another method, and where a `Request` would say otherwise what it is: where a header stands twice, and where
   * a URL would spell the host in another way.
   */
  static of(incoming: IncomingMessage, gone: AbortSignal): PlainPost | null {
    const { method, headers, rawHeaders } = incoming;
    // node:http keeps one of some headers that stand twice, and joins others.
    const isPlain = method === 'POST' && Object.keys(headers).length * 2 === rawHeaders.length;
    const host = isPlain ? URL.parse(`http://${headers.host}`) : null;
    return host === null || host.host !== headers.host ? null : new PlainPost(incoming, host.hostname, gone);
  }

  private constructor(incoming: IncomingMessage, hostname: string, gone: AbortSignal) {
    this.#incoming = incoming;
    this.hostname = hostname;
    this.gone = gone;
  }

  /** The request target as it was sent. */
  get target(): string {
    return this.#incoming.url ?? '';
  }

  /** @param name in lower case */
  header(name: string): string | null {
    const value = this.#incoming.headers[name];
    return value === undefined ? null : String(value);
  }

  /** The body, once: UTF-8, without a byte order mark. Rejects where the caller goes away. */
  async text(): Promise<string> {
    const chunks: Buffer[] = [];
    const incoming = this.#incoming;
    if (incoming.destroyed) throw new Error('the caller went away before its body was read');
    await new Promise<void>((resolve, reject) => {
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('end', resolve);
      incoming.once('error', reject);
    });
    const [first = Buffer.alloc(0)] = chunks;
    return DECODER.decode(chunks.length === 1 ? first : Buffer.concat(chunks));
  }

  /** The request, for who needs it all the same. @param body as `text` gave it */
  request(body: string, signal: AbortSignal): Request {
    const request = requestOf(this.#incoming, signal, body);
    if (request === null) throw new RangeError('a plain post names one host');
    return request;
  }
}

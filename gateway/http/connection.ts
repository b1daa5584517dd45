/** What a server of requests knows of the connection of each, and the port that it calls. */
import type { Trace } from './trace.ts';

/** Why the bytes of a connection were not read as a request: they are malformed, or too many others are waiting. */
export type Unread = 'invalid:http' | 'invalid:headers' | 'limited:time' | 'upstream:unavailable';

/** What the service's log says of a request beside what its connection knows: never a text that the caller wrote. */
export interface RequestNote {
  /** Path with its parameters, as OpenAPI writes it; null for a path that is none of ours. */
  readonly route: string | null;
  /** Why it was refused, null where it was not. */
  readonly reason: string | null;
  readonly tokenId: string | null;
  readonly keyId: string | null;
}

/** What a `Request` cannot say of the connection it came over. */
export interface HttpConnection {
  /** The caller's address; null for a caller in this process, whom no limit by address concerns. */
  readonly remoteAddress: string | null;
  /** The request target as it was sent: a `Request` has already resolved its dots and backslashes. */
  readonly target: string | null;
  /**
   * The method of a request that is only refused, empty where none could be read (a `Request` cannot hold TRACE and
   * CONNECT); null for any other request.
   */
  readonly method: string | null;
  /** Where the server has read it from the request already. */
  readonly trace?: Trace;
  /** Set where there is no request to do, only one to refuse. */
  readonly unread?: Unread;
  /** Receives what to log, once the reply is known. */
  readonly note?: (note: RequestNote) => void;
}

export const IN_PROCESS: HttpConnection = { remoteAddress: null, target: null, method: null };

/** A server of one kind of paths. */
export type Handle = (request: Request, connection?: HttpConnection) => Promise<Response>;

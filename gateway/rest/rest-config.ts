/** What a gateway is configured with, and what it knows of the connection of a request. */
import type { Trace } from '../trace.ts';

export interface RestConfig {
  /** `RCX_ENFORCE`: `off` skips the capability check and nothing else. */
  readonly enforce: 'enforce' | 'off';
  /** `ADDUCE_ENGINE_AUTH`: `open` lets callers without a key act for the tenant `local`. */
  readonly engineAuth: 'required' | 'open';
  /** `ADDUCE_RATE`: requests per minute of one key, or of one address without one; null: no limit. */
  readonly ratePerMinute: number | null;
  /** Id of an engine key whose calls are not counted: that of the page, which counts each of its visitors. */
  readonly uncountedKey?: string;
  /**
   * The host names it answers under; null: any. Only a rebound DNS name reaches a loopback server under another name,
   * and with it comes a page of another site.
   */
  readonly answersTo: ((hostname: string) => boolean) | null;
  /** `SVC_STUBS_LIFECYCLE`: whether an annotation may close a coverage gap; a `stub_id` is ignored otherwise. */
  readonly stubsLifecycle: boolean;
  /** Where readers reach this server; absent or null: at the address that each of them asks. */
  readonly publicUrl?: () => string | null;
  /** Build version. */
  readonly version: string;
  /** Whether a signal has ended the service; absent: none does. */
  readonly isEnding?: () => boolean;
  /** Text of verify.mjs, which anybody may get; absent or null where it was not built. */
  readonly verifier?: string | null;
  /** Is notified of every fault that a caller saw as a 5xx, and of one whose write is stored all the same. */
  readonly onFault: (fault: unknown) => void;
}

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

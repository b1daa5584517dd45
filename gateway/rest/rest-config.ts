/** What a gateway is told about itself and about the connection a request came over. */

export interface RestConfig {
  /** `RCX_ENFORCE`: `off` skips the capability check and nothing else. */
  readonly enforce: 'enforce' | 'off';
  /** `ADDUCE_ENGINE_AUTH`: `open` lets callers without a key act for the tenant `local`. */
  readonly engineAuth: 'required' | 'open';
  /** `ADDUCE_RATE`: requests per minute of one key, or of one address without one; null: no limit. */
  readonly ratePerMinute: number | null;
  /**
   * The host names it answers under; null: any. Only a rebound DNS name reaches a loopback server under another one,
   * and what it brings there is a stranger's page.
   */
  readonly answersTo: ((hostname: string) => boolean) | null;
  /** Build version. */
  readonly version: string;
  /** Hears of every fault that a caller saw as a 5xx. */
  readonly onFault: (fault: unknown) => void;
}

/** What a `Request` cannot say of the connection it came over. */
export interface Connection {
  /** The caller's address; null for a caller in this process, whom no limit by address concerns. */
  readonly remoteAddress: string | null;
  /** The request target as it was sent: a `Request` has already resolved its dots and backslashes. */
  readonly target: string | null;
  /** A method that no `Request` can hold (TRACE, CONNECT), null for any other. */
  readonly method: string | null;
}

export const IN_PROCESS: Connection = { remoteAddress: null, target: null, method: null };

/** A server of one kind of paths. */
export type Handle = (request: Request, connection?: Connection) => Promise<Response>;

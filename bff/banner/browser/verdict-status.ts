/** What a banner knows of an answer. */

export interface LatestVerdict {
  readonly state: 'PASS' | 'WARN' | 'FAIL' | 'UNKNOWN';
  /** Codes such as `belief_stale`; those that end in `_stale` are of age. */
  readonly reasons: readonly string[];
  /** Since when, RFC 3339 UTC; null where that is not known. */
  readonly at: string | null;
}

/**
 * `connecting`: nothing was received yet. `live`: the verdict is current. `lost`: it is the last one received. `refused`: the
 * token was revoked, or it is of another answer.
 */
export type ConnectionState = 'connecting' | 'live' | 'lost' | 'refused';

export interface VerdictStatus {
  /** Null until the first one is received, and once it is refused. */
  readonly verdict: LatestVerdict | null;
  readonly connection: ConnectionState;
}

/** Which verdict, and by what right. */
export interface VerdictSource {
  /** Where the page of the answers is, e.g. `https://answers.example`. */
  readonly server: string;
  /** `ans_…` */
  readonly answer: string;
  /** Of a link of kind `banner` to that answer. */
  readonly token: string;
}

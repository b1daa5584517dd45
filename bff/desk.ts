/** What the BFF's use cases work with, and on whose behalf. */
import type { AdduceClient } from '../gateway/client/create-client.ts';
import type { SubscribeFindings } from './findings.ts';
import type { Limits } from './limits.ts';
import type { RecordStore } from './records.ts';
import type { WatchTiming } from './watch.ts';

export interface Desk {
  readonly client: AdduceClient;
  readonly records: RecordStore;
  readonly limits: Limits;
  readonly subscribeFindings: SubscribeFindings;
  readonly watchTiming: WatchTiming;
  /** The organisation that this BFF serves: the one of its engine key. */
  readonly org: string;
  /** Features that it has unless its records say otherwise. */
  readonly features: readonly string[];
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A fresh id, unique for good. */
  readonly newId: () => string;
}

/** Whoever is in front of the page: known by a session cookie only. */
export interface Visitor {
  /** Derived from the cookie, not the cookie itself. */
  readonly user: string;
}

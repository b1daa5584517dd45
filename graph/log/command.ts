/** Commands: what decides under the log's lock which entries are written. */
import type { StoredEntry } from '../store/log.ts';
import type { TransactionReader } from '../store/store.ts';
import type { EntryBody } from './entry.ts';

/** An entry before it has its place in the log. */
export interface NewEntry {
  readonly corpus: string | null;
  readonly tenant: string | null;
  /** Null: the time of the append. A later time than that is cut to it: `effective_at` is never later than `at`. */
  readonly effectiveAt: string | null;
  readonly body: EntryBody;
}

/** Bytes under the BLAKE3-256 that their producer has computed: a large blob's hash takes longer than its writing. */
export interface NamedBlob {
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** What a command decided to write. Nothing has happened yet: a command has no other effect. */
export interface Plan<R> {
  readonly entries: readonly NewEntry[];
  readonly blobs?: readonly (Uint8Array | NamedBlob)[];
  /** Hashes of blobs that go. */
  readonly removed?: readonly string[];
  readonly notes?: readonly (readonly [name: string, value: string])[];
  /** Turns what was written into the command's result; runs before the acknowledgement. */
  readonly result: (stored: readonly StoredEntry[]) => R;
}

/** Decides under the log's lock what to write. `now` is RFC 3339 UTC with ms and never earlier than the newest entry. */
export type Command<R> = (state: TransactionReader, now: string) => Promise<Plan<R>>;

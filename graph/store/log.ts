/**
 * The log (a role of the store port): its head, its entries and the nodes of its Merkle tree.
 *
 * - **Order.** Entries have a gapless `seq` in commit order, from 0.
 * - **Absence.** Positions behind the head have no entry yet. A missing Merkle node is a corrupted store.
 * - **Cost.** The head is one row. A page of entries costs as much as its limit, types that are rare included.
 */
import type { EntryType, LogEntry } from '../log/entry.ts';

/** The head of the log; `frontier` holds the roots of the complete subtrees, largest first (RFC 6962 §2.1). */
export interface LogHead {
  readonly size: number;
  readonly frontier: readonly Uint8Array[];
  /** `at` of the newest entry, null when the log is empty. */
  readonly at: string | null;
  /**
   * The projections hold only the entries before this position: the store was opened by a program with another format of
   * them, which cleared them (`graph/log/replay.ts`). Absent: they are whole. `save` ignores it.
   */
  readonly replayedTo?: number;
}

/** A complete subtree of the Merkle tree: 2^level leaves from index·2^level on. */
export interface MerkleNode {
  readonly level: number;
  readonly index: number;
  readonly hash: Uint8Array;
}
export type MerkleNodeId = Pick<MerkleNode, 'level' | 'index'>;

/** An entry with its exact bytes (canonical CBOR) and the tree's root at size `seq + 1` (hex). */
export interface StoredEntry {
  readonly entry: LogEntry;
  readonly bytes: Uint8Array;
  readonly root: string;
}

export interface EntryQuery {
  /** Only seq > after; -1 starts at the beginning. */
  readonly after: number;
  /** At most 1,000. */
  readonly limit: number;
  /** Null: every type. */
  readonly types: readonly EntryType[] | null;
}

/** The part of the log's reader that most callers need. */
export interface HeadReader {
  head(): Promise<LogHead>;
}

export interface LogReader extends HeadReader {
  /** Entries by `seq`, oldest first. */
  entries(query: EntryQuery): Promise<StoredEntry[]>;
  /** Hashes of complete subtrees, in the order of `ids`. Throws `StoreCorrupted` where one is missing. */
  merkleNodes(ids: readonly MerkleNodeId[]): Promise<Uint8Array[]>;
}

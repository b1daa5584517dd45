/**
 * GraphStore: the port behind which the claim graph, the log and the blobs live. It consists of roles, each in a file
 * of its own, so that a caller names what it needs and a store may serve some of them:
 *
 * | Role | Methods |
 * |---|---|
 * | `LogReader` (`log.ts`) | head, entries, Merkle nodes |
 * | `BlobReader`, `BlobWriter` (`blobs.ts`) | blobs by hash, notes by name |
 * | `RecordReader` (`records.ts`) | rows by id |
 * | `RangeReader` (`ranges.ts`) | parts of ordered lists |
 * | `ListReader` (`lists.ts`) | filters, groups, counts |
 * | `EdgeReader` (`edges.ts`) | edges of the claim graph, and what rests on a node |
 * | `TextReader` (`text.ts`) | full text, near-copies |
 * | `BeliefReader`, `BeliefTransaction` (`beliefs.ts`) | the projection of beliefs |
 * | `Beats` (`beats.ts`) | signs of life of the processes on a store |
 *
 * One behaviour, every adapter; `test/conformance/graph-store.ts` is the contract in code.
 *
 * - **Order.** Entries have a gapless `seq` in commit order. A list is ordered by `seq`, or as its role says.
 * - **Durability.** When `transact` resolves, everything saved in it is on disk, whole; when it rejects, none of it is.
 * - **Concurrency.** `transact` holds the log head's lock: one transaction at a time per store, also across processes.
 *   Reads outside it see a committed state, never a torn one, and may lag behind a transaction of another process only
 *   until that has committed. Reads inside it see what the transaction has saved.
 * - **Absence.** Batch reads keep the order of their arguments and give `null` (or an empty list) for what is not there.
 * - **Callers.** A read outside transactions whose caller has left rejects with the reason, and is ended where that is
 *   possible (`graph/caller.ts`). Transactions and listeners know no caller.
 * - **Values.** Adapters store what they are given and compute nothing: projections come from `graph/project.ts`,
 *   so that every store holds the same.
 */
import type { ArtefactId } from '../address.ts';
import type { StubClosure } from '../annotation.ts';
import type { ArtefactState, Observation } from '../artefact.ts';
import type { ClaimOccurrence, ClaimRecord, ClaimRivalry } from '../claim.ts';
import type { LedgerEntry } from '../evidence.ts';
import type { Beats } from './beats.ts';
import type { BeliefReader, BeliefTransaction } from './beliefs.ts';
import type { BlobReader, BlobWriter } from './blobs.ts';
import type { EdgeReader } from './edges.ts';
import type { ListReader } from './lists.ts';
import type { LogHead, LogReader, MerkleNode, StoredEntry } from './log.ts';
import type { RangeReader } from './ranges.ts';
import type { RecordReader } from './records.ts';
import type {
  AnswerRecord,
  CorpusRecord,
  FindingRecord,
  IdempotencyRecord,
  IndexedSection,
  KeyRecord,
  Revocation,
  StoredAnnotation,
  StoredFingerprint,
  StoredQuote,
} from './rows.ts';
import type { TallyChange } from './tallies.ts';
import type { TextReader } from './text.ts';

/** Everything that can be read. */
export interface GraphReader
  extends LogReader,
    BlobReader,
    RecordReader,
    RangeReader,
    ListReader,
    EdgeReader,
    TextReader,
    BeliefReader {}

/** What one group of entries changes: upserts, in this order, computed by `graph/project.ts`. */
export interface Changes {
  readonly head: LogHead;
  readonly entries: readonly StoredEntry[];
  readonly merkleNodes: readonly MerkleNode[];
  readonly corpora: readonly CorpusRecord[];
  readonly artefacts: readonly ArtefactState[];
  readonly observations: readonly Observation[];
  readonly sections: readonly IndexedSection[];
  readonly fingerprints: readonly StoredFingerprint[];
  /** Positions of artefacts whose fingerprints go. */
  readonly lostFingerprints: readonly number[];
  readonly claims: readonly ClaimRecord[];
  readonly occurrences: readonly ClaimOccurrence[];
  readonly quotes: readonly StoredQuote[];
  /** Artefacts whose quotes go. */
  readonly lostQuotes: readonly ArtefactId[];
  readonly rivals: readonly ClaimRivalry[];
  readonly ledger: readonly LedgerEntry[];
  readonly idempotency: readonly IdempotencyRecord[];
  /** The first of an id stays, whatever comes after. */
  readonly annotations: readonly StoredAnnotation[];
  /** The first of a stub stays, whatever comes after. */
  readonly closures: readonly StubClosure[];
  readonly answers: readonly AnswerRecord[];
  readonly findings: readonly FindingRecord[];
  readonly keys: readonly KeyRecord[];
  readonly revocations: readonly Revocation[];
  /** What the entries add: alone of these they are no upserts, so that an entry is saved with them once. */
  readonly tallies: readonly TallyChange[];
}

/** What a transaction reads: what decides which entries are written. Lists, edges and full text may follow behind the log. */
export interface TransactionReader
  extends LogReader,
    BlobReader,
    RecordReader,
    RangeReader,
    Pick<TextReader, 'sectionsSharing' | 'nearFingerprints'> {}

export interface GraphTransaction extends TransactionReader, BlobWriter {
  save(changes: Changes): Promise<void>;
  /** Removes what `graph/project.ts` derives from entries; entries, head, Merkle nodes, blobs and notes stay. */
  clearProjections(): Promise<void>;
  /** Sets the head's `replayedTo`; null: the projections are whole. */
  saveReplayed(to: number | null): Promise<void>;
}

/** How an adapter differs where it may. */
export interface GraphCapabilities {
  readonly engine: 'embedded' | 'neo4j';
  /** Names the ranking in receipts: stores rank alike, not equally (docs/spec/decisions.md#1-determinism, c). */
  readonly textRanker: string;
}

export interface GraphStore extends GraphReader, Beats, AsyncDisposable {
  readonly capabilities: GraphCapabilities;
  /**
   * Runs `work` under the log head's lock in one durable transaction. The lock is taken before the first read.
   * Transient faults of the store are retried by running `work` again, so it must have no effect outside `tx`.
   * Throws `StoreUnavailable` when the store cannot be reached or cannot write.
   */
  transact<T>(work: (tx: GraphTransaction) => Promise<T>): Promise<T>;
  /**
   * As `transact`, for a step of the projection of beliefs, which follows the log. Where claims and ledgers follow it too, `work`
   * finds those of every entry that was committed before, and holds the lock of their store, not the log's.
   */
  moveBeliefs<T>(work: (tx: BeliefTransaction) => Promise<T>): Promise<T>;
  /**
   * Clears away what removed and replaced values have left behind in the store's files, as far as the store can: see the
   * adapter. It may take as long as writing the whole store anew. Throws `StoreUnavailable` while others hold it; a retry
   * is safe.
   */
  purge(): Promise<void>;
  /**
   * Why writes are refused now, in words for an operator, null where they are taken. What the last write met counts until
   * another is taken; where none is made meanwhile, the store tries a small one of its own, which waits for no lock.
   */
  writeRefusal(): Promise<string | null>;
  /**
   * Names of projections that were written to past this port, as far as the store can detect it in a time that does not grow
   * with it: see the adapter.
   */
  foreignWrites(): Promise<readonly string[]>;
  /** Called after each commit of this process, and soon (≤ 250 ms) after one of another process. Returns the way to stop. */
  onCommit(listener: (size: number) => void): () => void;
}

/** What serves the log and what a transaction reads: all that a copy of the log needs. */
export interface LogStore
  extends TransactionReader,
    Pick<GraphStore, 'transact' | 'purge' | 'writeRefusal' | 'onCommit'>,
    AsyncDisposable {}

/** The store cannot be reached or cannot write now; a retry is safe. */
export class StoreUnavailable extends Error {
  readonly code = 'store_unavailable';
}

/** What the store holds contradicts itself; `seq` names the first bad entry where that is known. */
export class StoreCorrupted extends Error {
  readonly code = 'store_corrupted';
  readonly seq: number | null;
  constructor(message: string, seq: number | null, options?: ErrorOptions) {
    super(message, options);
    this.seq = seq;
  }
}

/**
 * GraphStore: the port behind which the claim graph, the log and the blobs live.
 *
 * One behaviour, every adapter; `test/conformance/graph-store.ts` is the contract in code.
 *
 * - **Order.** Entries have a gapless `seq` in commit order. A list is ordered by `seq`, or as its method says.
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
import type { AnnotationId, AnswerId, ArtefactId, ClaimAddr, EventId } from './address.ts';
import type { AnnotationRecord, StoredVoice, StubClosure } from './annotation.ts';
import type { ArtefactState, Observation } from './artefact.ts';
import type { ClaimOccurrence, ClaimRecord, ClaimRivalry } from './claim.ts';
import type { EdgeReader } from './edges.ts';
import type { EvidenceKind, LedgerEntry } from './evidence.ts';
import type { ListReader } from './listing.ts';
import type {
  AnswerAssembled,
  EntryType,
  FindingsChanged,
  FindingsState,
  KeyMinted,
  LogEntry,
} from './log/entry.ts';
import type { PageReader } from './pages.ts';

/** The head of the log; `frontier` holds the roots of the complete subtrees, largest first (RFC 6962 §2.1). */
export interface LogHead {
  readonly size: number;
  readonly frontier: readonly Uint8Array[];
  /** `at` of the newest entry, null when the log is empty. */
  readonly at: string | null;
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

/** What the store keeps of a corpus; everything else of it is derived. */
export interface CorpusRecord {
  readonly name: string;
  /** Position and root at the newest knowledge entry; size 0 and the empty root before the first. */
  readonly size: number;
  readonly root: string;
  /** Latest effective time of a knowledge or `corpus.observed` entry: T is the end of its UTC day. */
  readonly newestEffectiveAt: string;
  /** `at` of the newest `corpus.observed` entry, null when there is none. */
  readonly observedAt: string | null;
  /** Newest vectors of a model that was trained on the corpus. */
  readonly vectors: CorpusVectorsRecord | null;
  /**
   * Artefacts by language (primary subtag), of languages that have a stemmer; absent in a store that an earlier version
   * made, until it is rebuilt: some of them counted would say less than none.
   */
  readonly languages?: Readonly<Record<string, number>>;
  /** Newest vectors of each model that came trained, by its `model_hash`; absent where there are none. */
  readonly sentenceVectors?: Readonly<Record<string, CorpusVectorsRecord>>;
}

/** A `vectors.finished` entry as the corpus keeps it. */
export interface CorpusVectorsRecord {
  readonly seq: number;
  readonly model: string;
  readonly model_hash: string;
  /** Blob of the list of the vectors' blobs. */
  readonly vectors_hash: string;
  /** Sections that have a vector. */
  readonly count: number;
  /** 0: the model came trained. */
  readonly trainedOn: number;
}

/** One section as the full-text index holds it: analysed terms, joined by single spaces. */
export interface IndexedSection {
  readonly addr: string;
  readonly artefact: ArtefactId;
  readonly corpus: string;
  readonly titleTerms: string;
  readonly textTerms: string;
  readonly seq: number;
  readonly effective_at: string;
}

/** Full text: terms come analysed by `graph/terms.ts`; the adapter only matches and ranks by BM25, title weighted ×5. */
export interface TextQuery {
  readonly corpus: string;
  /** At most 64 distinct terms. */
  readonly terms: readonly string[];
  /** `all`: every term must occur (in title or text); `any`: at least one. */
  readonly match: 'all' | 'any';
  /** At most 200. */
  readonly limit: number;
  readonly view: View;
}

/** A hit; higher scores are better; ties are ordered by `addr`. */
export interface TextHit {
  readonly addr: string;
  readonly artefact: ArtefactId;
  readonly score: number;
}

/** What a read may see: entries with seq ≤ `seq` and effective time ≤ `until` (decisions §1, "two times"). */
export interface View {
  readonly seq: number;
  readonly until: string;
}

/** An assembled answer's log record with its position. */
export interface AnswerRecord {
  readonly seq: number;
  readonly at: string;
  readonly corpus: string;
  readonly tenant: string;
  readonly body: AnswerAssembled;
}

/** A verdict transition with its position. */
export interface FindingRecord {
  readonly seq: number;
  readonly at: string;
  readonly tenant: string;
  readonly corpus: string;
  readonly body: FindingsChanged;
}

export interface FindingsQuery {
  /** Null: of every tenant. */
  readonly tenant: string | null;
  /** Only seq > after; null starts at the beginning. */
  readonly after: number | null;
  readonly answers: readonly AnswerId[] | null;
  /** At most 1,000. */
  readonly limit: number;
}

export interface KeyRecord {
  readonly seq: number;
  readonly at: string;
  readonly body: KeyMinted;
  readonly revoked: boolean;
}

export interface AnswersUsingQuery {
  readonly claims: readonly ClaimAddr[];
  readonly artefacts: readonly ArtefactId[];
  /** Only seq > after; -1 starts at the beginning. */
  readonly after: number;
  readonly limit: number;
}

export interface EntryQuery {
  /** Only seq > after; -1 starts at the beginning. */
  readonly after: number;
  /** At most 1,000. */
  readonly limit: number;
  readonly types: readonly EntryType[] | null;
}

/** The fingerprint of an artefact's text, under the bands by which near-copies of it are found; see `fingerprint.ts`. */
export interface StoredFingerprint {
  readonly artefact: ArtefactId;
  /** Registrable domain. */
  readonly publisher: string;
  /** Log position of the artefact: no two fingerprints have one. */
  readonly seq: number;
  /** As `encodeSketch` makes it. */
  readonly sketch: string;
  /** Integers below 2^53, each once. */
  readonly bands: readonly number[];
}
export type NearFingerprint = Pick<StoredFingerprint, 'artefact' | 'sketch'>;

export interface FingerprintQuery {
  readonly bands: readonly number[];
  /** Whose own fingerprints are left out. */
  readonly publisher: string;
  /** Fingerprints of each band that are looked at: the earliest. */
  readonly ofEach: number;
  readonly limit: number;
}

/** Which sections have rare terms in common with each of some texts. */
export interface SharingQuery {
  readonly corpus: string;
  /** The terms of each text, analysed, as in `TextQuery`. */
  readonly texts: readonly (readonly string[])[];
  /** A term that more sections contain says nothing. */
  readonly common: number;
  /** Sections of each text. */
  readonly limit: number;
}
export type SharedSection = Pick<IndexedSection, 'addr' | 'artefact'>;

export interface SharedTerms {
  /** Of each text, in the order of the texts. */
  readonly sections: readonly (readonly SharedSection[])[];
  /** Those of the terms that were too common. */
  readonly common: readonly string[];
}

export interface SlotQuery {
  readonly corpus: string;
  readonly slots: readonly string[];
  /** Only seq ≤ upTo. */
  readonly upTo: number;
  readonly limit: number;
}

export interface LedgerQuery {
  readonly claim: ClaimAddr;
  /** Ledger positions > after; -1 starts at the beginning. */
  readonly after: number;
  readonly limit: number | null;
}

export interface ActorOnClaim {
  readonly claim: ClaimAddr;
  readonly actorRoot: string;
}

export interface IdempotencyRecord {
  readonly key: string;
  readonly request_hash: string;
  /** What the guarded request led to. */
  readonly result_id: EventId | AnnotationId;
}

/** An annotation with its position. */
export interface StoredAnnotation {
  readonly record: AnnotationRecord;
  readonly seq: number;
  readonly effective_at: string;
}

/** Where a page of a target's annotations begins. */
export interface AnnotationPlace {
  /** The target's address, exactly as the annotation has it. */
  readonly target: string;
  /** Only seq > after; -1 starts at the beginning. */
  readonly after: number;
}

export interface AnnotationQuery extends AnnotationPlace {
  readonly limit: number;
}

export interface AnnotationRange extends Pick<AnnotationQuery, 'target' | 'after'> {
  /** Only seq ≤ upTo. */
  readonly upTo: number;
}

/** The first of a list, and how long the list is. */
export interface Counted<T> {
  readonly first: readonly T[];
  readonly total: number;
}

/** How much the store holds of a corpus, beliefs aside. An unknown corpus has nothing of anything. */
export interface CorpusCounts {
  /** Every version of every document, withdrawn ones too. */
  readonly artefacts: number;
  readonly documents: number;
  /** Indexed sections, of every version. */
  readonly sections: number;
  readonly claims: number;
  /** Entries of the claims' ledgers. */
  readonly events: number;
  /** The same by kind; a kind that none is of is absent. */
  readonly eventKinds: Readonly<Partial<Record<EvidenceKind, number>>>;
  readonly annotations: number;
  readonly closedStubs: number;
  /** Artefacts (counted as above) per licence. */
  readonly licences: Readonly<Record<string, number>>;
  /** Earliest and latest effective time of an artefact, null without one. */
  readonly oldestEffectiveAt: string | null;
  readonly newestEffectiveAt: string | null;
}

/** Answers per state of their latest transition; a state that no answer is in is absent. */
export type FindingsCounts = Readonly<Partial<Record<FindingsState, number>>>;

/** Everything that can be read. */
export interface GraphReader extends ListReader, EdgeReader, PageReader {
  head(): Promise<LogHead>;
  /** Complete-subtree hashes; a missing node is a corrupted store and throws `StoreCorrupted`. */
  merkleNodes(ids: readonly MerkleNodeId[]): Promise<Uint8Array[]>;
  entries(query: EntryQuery): Promise<StoredEntry[]>;
  /** Blobs by BLAKE3 hex. */
  blobs(hashes: readonly string[]): Promise<(Uint8Array | null)[]>;

  /** In order of first appearance in the log. */
  corpora(): Promise<CorpusRecord[]>;
  corpus(name: string): Promise<CorpusRecord | null>;

  artefacts(ids: readonly ArtefactId[]): Promise<(ArtefactState | null)[]>;
  /** Every version of each document, oldest first. */
  versions(corpus: string, docIds: readonly string[]): Promise<ArtefactState[][]>;
  /** All artefacts of a corpus by `seq`, paged. */
  artefactsOf(corpus: string, after: number, limit: number): Promise<ArtefactState[]>;
  /** Artefacts of a corpus by url or by bytes hash: what an evidence ref may mean. */
  artefactsByRef(corpus: string, refs: readonly string[]): Promise<ArtefactState[][]>;
  /** Every time the bytes of each hash were observed, oldest first. */
  observations(hashes: readonly string[]): Promise<Observation[][]>;

  claims(addrs: readonly ClaimAddr[]): Promise<(ClaimRecord | null)[]>;
  /** The newest canonical claims of each slot, at most `limit` of each, in the order of the log. */
  claimsBySlot(query: SlotQuery): Promise<ClaimRecord[][]>;
  claimsByCluster(clusterIds: readonly string[]): Promise<ClaimRecord[][]>;
  occurrences(addrs: readonly ClaimAddr[]): Promise<ClaimOccurrence[][]>;
  occurrencesIn(artefacts: readonly ArtefactId[]): Promise<ClaimOccurrence[][]>;
  /** Contradictions known of each claim, in either direction. */
  rivals(addrs: readonly ClaimAddr[]): Promise<ClaimRivalry[][]>;

  /** Ledger entries in ledger order, which is also (at, event_id). */
  ledger(query: LedgerQuery): Promise<LedgerEntry[]>;
  ledgerHeads(addrs: readonly ClaimAddr[]): Promise<(LedgerEntry | null)[]>;
  /** The newest ledger entry of each actor root on each claim. */
  latestBy(pairs: readonly ActorOnClaim[]): Promise<(LedgerEntry | null)[]>;
  events(ids: readonly EventId[]): Promise<(LedgerEntry | null)[]>;
  /** Ledger entries (of any claim) whose evidence names the artefact, by log position. */
  eventsCiting(artefact: ArtefactId, limit: number): Promise<Counted<LedgerEntry>>;
  idempotency(keys: readonly string[]): Promise<(IdempotencyRecord | null)[]>;
  annotations(ids: readonly AnnotationId[]): Promise<(StoredAnnotation | null)[]>;
  /** Annotations of one target by seq, paged. */
  annotationsOf(query: AnnotationQuery): Promise<StoredAnnotation[]>;
  /** How many annotations of one target lie in a range of the log; reads an index and no annotation. */
  countAnnotations(range: AnnotationRange): Promise<number>;
  /** What annotations say for or against each target, by seq; of each at most `limit`. Notes say nothing, and cost nothing. */
  voicesOn(places: readonly AnnotationPlace[], limit: number): Promise<StoredVoice[][]>;
  /** What closed each stub: the first closing, for good. */
  closures(stubIds: readonly string[]): Promise<(StubClosure | null)[]>;
  /** Claims of which a proposed supersession names this claim as successor. */
  predecessors(addrs: readonly ClaimAddr[]): Promise<ClaimAddr[][]>;

  searchText(query: TextQuery): Promise<TextHit[]>;
  /**
   * Sections that contain the most of a text's terms in title or text, but for common ones; then the earliest. What it costs
   * depends on the query's bounds, not on the corpus.
   */
  sectionsSharing(query: SharingQuery): Promise<SharedTerms>;
  /** Fingerprints that share the most of these bands; then the earliest. Its cost is bounded as that of `sectionsSharing`. */
  nearFingerprints(query: FingerprintQuery): Promise<NearFingerprint[]>;
  sections(addrs: readonly string[]): Promise<(IndexedSection | null)[]>;

  answers(ids: readonly AnswerId[]): Promise<(AnswerRecord | null)[]>;
  /** Answers of a tenant by seq, newest first. */
  answersOf(tenant: string, limit: number): Promise<AnswerRecord[]>;
  /** Answers (of any tenant) that use any of these claims or artefacts, each once, by seq, paged. */
  answersUsing(query: AnswersUsingQuery): Promise<AnswerRecord[]>;
  /** Answers of one tenant whose evidence set holds the artefact, newest first; with `before` those at earlier positions. */
  answersRestingOn(
    artefact: ArtefactId,
    tenant: string,
    limit: number,
    before?: number,
  ): Promise<Counted<AnswerRecord>>;
  /** Answers of a corpus by seq, paged, for a monitor that must look at all. */
  answersIn(corpus: string, after: number, limit: number): Promise<AnswerRecord[]>;
  findings(query: FindingsQuery): Promise<FindingRecord[]>;
  /** The latest transition of each answer. */
  latestFindings(ids: readonly AnswerId[]): Promise<(FindingRecord | null)[]>;
  /** The latest transition of every answer of a tenant, by seq; of every tenant where it is null. */
  standingFindings(tenant: string | null, answers: readonly AnswerId[] | null): Promise<FindingRecord[]>;

  /**
   * Counted over indexes when asked, without parsing records or reading blobs: the time grows with the corpus. The counts
   * change with the corpus' knowledge entries only, so that `CorpusRecord.size` tells whether they still hold.
   */
  counts(corpus: string): Promise<CorpusCounts>;
  /**
   * The same of what had taken effect by then, and of claims that an artefact had stated by then. Rows are looked at one by
   * one, which takes many times as long, so that claims and events are counted up to `MAX_COUNTED`.
   */
  countsBy(corpus: string, until: string): Promise<CorpusCounts>;
  /** With `before` as the log stood when it held the positions before that one. */
  findingsCounts(tenant: string, before?: number): Promise<FindingsCounts>;

  keyByHash(hash: string): Promise<KeyRecord | null>;
  keys(ids: readonly string[]): Promise<(KeyRecord | null)[]>;
  /** Ids of revoked keys with the position of their revocation > after, by that position; all without a limit. */
  revocations(after: number, limit?: number): Promise<{ readonly keyId: string; readonly seq: number }[]>;

  /** A named position or value of this installation, such as the findings monitor's cursor. Not part of the log. */
  note(name: string): Promise<string | null>;
}

/** What one group of entries changes: all upserts, in this order, computed by `graph/project.ts`. */
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
  readonly revocations: readonly { readonly keyId: string; readonly seq: number }[];
}

export interface GraphTransaction extends GraphReader {
  save(changes: Changes): Promise<void>;
  /** Idempotent: the name is the hash of the bytes. */
  saveBlobs(blobs: readonly { readonly hash: string; readonly bytes: Uint8Array }[]): Promise<void>;
  /** Blobs that are not there are passed over. See `purge`. */
  removeBlobs(hashes: readonly string[]): Promise<void>;
  saveNote(name: string, value: string): Promise<void>;
  /** Removes what `graph/project.ts` derives from entries; entries, head, Merkle nodes, blobs and notes stay. */
  clearProjections(): Promise<void>;
}

/** How an adapter differs where it may. */
export interface GraphCapabilities {
  readonly engine: 'embedded' | 'neo4j';
  /** Names the ranking in receipts: stores rank alike, not equally (decisions §1 c). */
  readonly textRanker: string;
}

export interface GraphStore extends GraphReader, AsyncDisposable {
  readonly capabilities: GraphCapabilities;
  /**
   * Runs `work` under the log head's lock in one durable transaction. The lock is taken before the first read.
   * Transient faults of the store are retried by running `work` again, so it must have no effect outside `tx`.
   * Throws `StoreUnavailable` when the store cannot be reached or cannot write.
   */
  transact<T>(work: (tx: GraphTransaction) => Promise<T>): Promise<T>;
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

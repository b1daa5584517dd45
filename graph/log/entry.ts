/**
 * The log's entries: every fact of Adduce, in commit order (docs/spec/decisions.md#1-entries).
 * An entry's bytes are its canonical CBOR; its leaf is SHA-256(0x00 || bytes) (RFC 6962 §2.1).
 */
import type { AnnotationId, AnswerId, ArtefactId, ClaimAddr, EventId } from '../address.ts';
import type { AnnotationRecord, StubClosure } from '../annotation.ts';
import type { ArtefactRecord } from '../artefact.ts';
import type { ClaimCore, Span, StanceOpinion } from '../claim.ts';
import type { LedgerEntryBody } from '../evidence.ts';

/** An artefact version was read, with all that was found of it. */
export interface ArtefactObserved {
  readonly type: 'artefact.observed';
  readonly artefact: ArtefactRecord;
}

/** An operator takes an artefact back: from now on nothing rests on it. */
export interface ArtefactWithdrawn {
  readonly type: 'artefact.withdrawn';
  readonly artefact: ArtefactId;
  readonly reason: string;
  /** Who said so, in the operator's words; absent: nobody was named. */
  readonly by?: string;
}

/**
 * An operator has an artefact's bytes and text erased; its hashes and entries stay. It holds from when the artefact itself
 * does, since there is no time as of which the bytes could still be read.
 */
export interface ArtefactRedacted {
  readonly type: 'artefact.redacted';
  readonly artefact: ArtefactId;
  readonly reason: string;
  /** As of a withdrawal. */
  readonly by?: string;
}

/** An artefact states a claim at a place. The first such entry of an address creates the claim. */
export interface ClaimAsserted {
  readonly type: 'claim.asserted';
  readonly addr: ClaimAddr;
  readonly core: ClaimCore;
  readonly content_hash: string;
  readonly claim_cluster_id: string;
  readonly slot: string | null;
  readonly artefact: ArtefactId;
  readonly span: Span;
  readonly sentence: Span;
  readonly context_spans: readonly Span[];
  /** The newest canonical claims of its slot that it contradicted when it was asserted; readers compare the whole slot. */
  readonly contradicts: readonly ClaimAddr[];
  /** What a judge said when it was asserted, so that nothing that is made from the log asks again; absent: nothing. */
  readonly opinions?: readonly StanceOpinion[];
}

export interface EvidenceAppended {
  readonly type: 'evidence.appended';
  readonly entry: LedgerEntryBody;
  readonly idempotency: Idempotency | null;
}

/** An `Idempotency-Key` kept in the same transaction as what it guards. */
export interface Idempotency {
  /** The writer's scope and the key, joined; at most 512 characters. */
  readonly key: string;
  /** BLAKE3-256 of the request's canonical body. */
  readonly request_hash: string;
}

/** An additive fact about a target; it never changes a corpus item. Its tenant is `FACTS_TENANT`. */
export interface AnnotationAdded {
  readonly type: 'annotation.added';
  readonly annotation: AnnotationRecord;
  readonly idempotency: Idempotency | null;
}

/** A coverage gap was closed by an annotation. The gap itself is never an entry: its id is stateless. */
export interface StubClosed {
  readonly type: 'stub.closed';
  readonly closure: StubClosure;
}

export interface VectorsFinished {
  readonly type: 'vectors.finished';
  readonly model: string;
  readonly dimensions: number;
  /** Blob of the model (projection matrix and vocabulary, or what pins a model that came trained), BLAKE3-256. */
  readonly model_hash: string;
  /** Blob of the list of the vectors' blobs, BLAKE3-256. */
  readonly vectors_hash: string;
  /** Blobs that this list names and the model's list before it does not. */
  readonly parts: readonly string[];
  /** How many sections the vectors cover. */
  readonly count: number;
  /** How many sections the model was trained on; the rest was folded in. 0: a model that came trained. */
  readonly trained_on: number;
}

/** A corpus' source was looked at to its end, whether or not anything had changed. */
export interface CorpusObserved {
  readonly type: 'corpus.observed';
  readonly source: string;
  readonly documents: number;
  /** Blob of the canonical CBOR array of the artefact ids seen, sorted; BLAKE3-256. */
  readonly manifest_hash: string;
}

/** An answer was assembled. The blobs hold canonical CBOR; the receipt pins everything the answer rests on. */
export interface AnswerAssembled {
  readonly type: 'answer.assembled';
  readonly answer_id: AnswerId;
  /** BLAKE3-256 of the question's text, which is a blob. */
  readonly question_hash: string;
  /** BLAKE3-256 of the blob that holds the answer as it was given. */
  readonly answer_hash: string;
  /** BLAKE3-256 of the blob that holds the receipt's content. */
  readonly receipt_hash: string;
  readonly receipt_id: string;
  readonly mode: 'light' | 'verified' | 'audit';
  /** The snapshot it was made at. */
  readonly snapshot: string;
  readonly snapshot_seq: number;
  /** T: the effective time it was made at. */
  readonly effective_until: string;
  /** The request's `as_of`, null when the answer follows the present. */
  readonly as_of: string | null;
  readonly max_snapshot_age: string | null;
  /** Claims that the summary uses. */
  readonly claims: readonly ClaimAddr[];
  /** Canonical claims whose ledgers those share, where they are others; absent: none is. */
  readonly ledgers?: readonly ClaimAddr[];
  /** Artefacts of its evidence set. */
  readonly artefacts: readonly ArtefactId[];
  /** Which artefact of the set covers which claim. */
  readonly cover: readonly { readonly claim: ClaimAddr; readonly artefacts: readonly ArtefactId[] }[];
}

export type FindingsState = 'PASS' | 'WARN' | 'FAIL' | 'UNKNOWN';
export type FindingCode =
  | 'contradiction_authoritative'
  | 'superseded_contradicting'
  | 'coverage_lost'
  | 'hash_mismatch'
  | 'contested'
  | 'superseded_refining'
  | 'artefact_withdrawn'
  | 'diversity_lost'
  | 'snapshot_stale'
  | 'licence_changed'
  | 'belief_stale'
  | 'newer_rival'
  | 'not_evaluated'
  | 'store_unavailable'
  | 'no_support';

export interface FindingReason {
  readonly code: FindingCode;
  readonly claim: ClaimAddr | null;
  readonly artefact?: ArtefactId;
  readonly event?: string;
}

/** An answer's verdict changed. */
export interface FindingsChanged {
  readonly type: 'findings.changed';
  readonly answer_id: AnswerId;
  readonly from: FindingsState;
  readonly to: FindingsState;
  readonly reasons: readonly FindingReason[];
  /** Log position of the newest entry that the verdict took into account. */
  readonly evaluated_seq: number;
}

/** A key or an actor came into being. Only its hash is kept. */
export interface KeyMinted {
  readonly type: 'key.minted';
  readonly key_id: string;
  readonly kind: 'engine' | 'token';
  /** SHA-256 of an engine key, 64 hex digits; null for a token, which carries its own proof. */
  readonly key_hash: string | null;
  readonly org: string | null;
  readonly actor: string | null;
}

/** A write found its content there already: what its `Idempotency-Key` stands for from now on. */
export interface IdempotencyKept {
  readonly type: 'idempotency.kept';
  readonly idempotency: Idempotency;
  /** What was there. */
  readonly result_id: EventId | AnnotationId;
}

export interface KeyRevoked {
  readonly type: 'key.revoked';
  readonly key_id: string;
}

export type KnowledgeBody =
  | ArtefactObserved
  | ArtefactWithdrawn
  | ArtefactRedacted
  | ClaimAsserted
  | EvidenceAppended
  | AnnotationAdded
  | StubClosed
  | VectorsFinished;
export type ServiceBody =
  | CorpusObserved
  | AnswerAssembled
  | FindingsChanged
  | KeyMinted
  | KeyRevoked
  | IdempotencyKept;
export type EntryBody = KnowledgeBody | ServiceBody;
export type EntryType = EntryBody['type'];

/** One entry of the log. `corpus` and `tenant` are null where the entry belongs to none. */
export interface LogEntry<B extends EntryBody = EntryBody> {
  readonly v: 1;
  /** Gapless, from 0, in commit order. */
  readonly seq: number;
  /** When the server committed it, RFC 3339 UTC with ms, never earlier than the entry before. */
  readonly at: string;
  /** When it took effect in the world; never later than `at`. */
  readonly effective_at: string;
  readonly corpus: string | null;
  readonly tenant: string | null;
  readonly body: B;
}

const SERVICE: ReadonlySet<EntryType> = new Set<ServiceBody['type']>([
  'corpus.observed',
  'answer.assembled',
  'findings.changed',
  'key.minted',
  'key.revoked',
  'idempotency.kept',
]);

/** Whether the entry adds to what is known (and so moves the corpus' snapshot), rather than to the service's own record. */
export function isKnowledge(body: EntryBody): body is KnowledgeBody {
  return !SERVICE.has(body.type);
}

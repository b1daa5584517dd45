/**
 * Records by id (a role of the store port): one method for every kind of row that an id names.
 *
 * - **Order.** That of the ids; an id that occurs twice gives its record twice.
 * - **Absence.** Null in its place.
 * - **Cost.** One look-up by key for each id, independent of the size of the store. A call sees one committed state.
 */
import type { AnnotationId, AnswerId, ArtefactId, ClaimAddr, EventId } from '../address.ts';
import type { StubClosure } from '../annotation.ts';
import type { ArtefactState } from '../artefact.ts';
import type { ClaimRecord } from '../claim.ts';
import type { LedgerEntry } from '../evidence.ts';
import type { StoredEntry } from './log.ts';
import type {
  AnswerRecord,
  CorpusRecord,
  FindingRecord,
  IdempotencyRecord,
  IndexedSection,
  KeyRecord,
  SectionPlace,
  StoredAnnotation,
} from './rows.ts';

export interface LedgerPosition {
  readonly claim: ClaimAddr;
  /** In the claim's ledger, from 0. */
  readonly seq: number;
}

export interface ActorOnClaim {
  readonly claim: ClaimAddr;
  readonly actorRoot: string;
}

interface RecordOf<Id, Row> {
  readonly id: Id;
  readonly row: Row;
}

/** Each kind with the type of its ids and of its rows. */
export interface RecordKinds {
  /** By position in the log. */
  readonly entries: RecordOf<number, StoredEntry>;
  /** By name. */
  readonly corpora: RecordOf<string, CorpusRecord>;
  readonly artefacts: RecordOf<ArtefactId, ArtefactState>;
  /** By address of the section. */
  readonly sections: RecordOf<string, IndexedSection>;
  /** The same without the terms. */
  readonly sectionPlaces: RecordOf<string, SectionPlace>;
  readonly claims: RecordOf<ClaimAddr, ClaimRecord>;
  readonly events: RecordOf<EventId, LedgerEntry>;
  /** The ledger entry at a position of a ledger. */
  readonly ledgerEntries: RecordOf<LedgerPosition, LedgerEntry>;
  /** The newest ledger entry of each claim. */
  readonly ledgerHeads: RecordOf<ClaimAddr, LedgerEntry>;
  /** The newest ledger entry of an actor root on a claim. */
  readonly latestByActor: RecordOf<ActorOnClaim, LedgerEntry>;
  /** By idempotency key. */
  readonly idempotency: RecordOf<string, IdempotencyRecord>;
  readonly annotations: RecordOf<AnnotationId, StoredAnnotation>;
  /** What closed a stub, by the stub's id: the first closing, for good. */
  readonly closures: RecordOf<string, StubClosure>;
  readonly answers: RecordOf<AnswerId, AnswerRecord>;
  /** The latest verdict change of an answer. */
  readonly latestFindings: RecordOf<AnswerId, FindingRecord>;
  /** By id of the key. */
  readonly keys: RecordOf<string, KeyRecord>;
  /** By hash of the token; where several keys have it, the earliest. */
  readonly keysByHash: RecordOf<string, KeyRecord>;
}
export type RecordKind = keyof RecordKinds;
export type RecordId<K extends RecordKind> = RecordKinds[K]['id'];
export type RecordRow<K extends RecordKind> = RecordKinds[K]['row'];

export interface RecordReader {
  records<K extends RecordKind>(kind: K, ids: readonly RecordId<K>[]): Promise<(RecordRow<K> | null)[]>;
  /** Every corpus, in order of first appearance in the log. */
  corpora(): Promise<CorpusRecord[]>;
}

/** The record of one id, null where there is none. */
export async function readRecord<K extends RecordKind>(
  reader: RecordReader,
  kind: K,
  id: RecordId<K>,
): Promise<RecordRow<K> | null> {
  const [row] = await reader.records(kind, [id]);
  return row ?? null;
}

/** What an adapter has for `records`: a read for each kind. */
export type RecordReads<K extends RecordKind = RecordKind> = {
  readonly [Kind in K]: (ids: readonly RecordId<Kind>[]) => Promise<(RecordRow<Kind> | null)[]>;
};

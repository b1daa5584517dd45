/** Rows that every store holds beside the values of the graph: values with their position in the log. */
import type { AnnotationId, ArtefactId, ClaimAddr, EventId } from '../address.ts';
import type { AnnotationRecord } from '../annotation.ts';
import type { AnswerAssembled, FindingsChanged, KeyMinted } from '../log/entry.ts';

/** What a read may see: entries with seq ≤ `seq` and effective time ≤ `until` (docs/spec/decisions.md#1-two-times). */
export interface View {
  readonly seq: number;
  readonly until: string;
}

/** Sees all that there is. */
export const EVERYTHING: View = { seq: Number.MAX_SAFE_INTEGER, until: '9999-12-31T23:59:59.999Z' };

/** The first rows of a list, and how long the list is. */
export interface Counted<T> {
  readonly first: readonly T[];
  readonly total: number;
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
   * made, until it is rebuilt: a partial count would be wrong.
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

/** Where a section is, without its terms, which are most of it. */
export type SectionPlace = Omit<IndexedSection, 'titleTerms' | 'textTerms'>;

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

/** The sentence at one place that states a claim, for stores whose graph shows it; no read of the port gives it. */
export interface StoredQuote {
  readonly claim: ClaimAddr;
  readonly artefact: ArtefactId;
  /** Log position of the place. */
  readonly seq: number;
  readonly text: string;
}

/** An annotation with its position. */
export interface StoredAnnotation {
  readonly record: AnnotationRecord;
  readonly seq: number;
  readonly effective_at: string;
}

/** An assembled answer's log record with its position. */
export interface AnswerRecord {
  readonly seq: number;
  readonly at: string;
  readonly corpus: string;
  readonly tenant: string;
  readonly body: AnswerAssembled;
}

/** A verdict change with its position. */
export interface FindingRecord {
  readonly seq: number;
  readonly at: string;
  readonly tenant: string;
  readonly corpus: string;
  readonly body: FindingsChanged;
}

export interface KeyRecord {
  readonly seq: number;
  readonly at: string;
  readonly body: KeyMinted;
  readonly revoked: boolean;
}

/** The revocation of a key with its position. */
export interface Revocation {
  readonly keyId: string;
  readonly seq: number;
}

export interface IdempotencyRecord {
  readonly key: string;
  readonly request_hash: string;
  /** What the guarded request led to. */
  readonly result_id: EventId | AnnotationId;
}

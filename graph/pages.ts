/** Reads of pages: one page of each of many lists at once, so that lists beside each other cost one read, not one each. */
import type { AnswerId, ArtefactId, ClaimAddr } from './address.ts';
import type { AnnotationKind } from './annotation.ts';
import type { EvidenceKind, LedgerEntry } from './evidence.ts';
import type { FindingsState } from './log/entry.ts';
import type { AnswerRecord, FindingRecord, StoredAnnotation, StoredEntry } from './store.ts';

/** Positions strictly between two. */
export interface Stretch {
  /** -1 starts at the beginning. */
  readonly after: number;
  /** Null goes to the end. */
  readonly before: number | null;
}

/** How each list of a read is cut: its first or its last entries, in the order in which they were counted. */
export interface PageCut {
  readonly limit: number;
  /** False: oldest first. */
  readonly newestFirst: boolean;
}

export interface AnnotationCut extends PageCut {
  /** Absent: of every kind. */
  readonly kinds?: readonly AnnotationKind[] | undefined;
}

export interface FindingCut extends PageCut {
  /** Of the later verdict; absent: any. */
  readonly states?: readonly FindingsState[] | undefined;
}

export interface LedgerPosition {
  readonly claim: ClaimAddr;
  /** In the claim's ledger. */
  readonly seq: number;
}

/** Ledger entries of all claims of a corpus, by log position. */
export interface EvidenceQuery extends Stretch, PageCut {
  readonly corpus: string;
  readonly kinds: readonly EvidenceKind[];
}

export interface LedgerPlace {
  readonly claim: ClaimAddr;
  /** Ledger positions > after; -1 starts at the beginning. */
  readonly after: number;
}

export interface AnnotationStretch extends Stretch {
  readonly target: string;
}

export interface FindingStretch extends Stretch {
  readonly answer: AnswerId;
}

/** What an answer uses: a claim of its summary, or an artefact of its set. */
export type AnswerUse = { readonly claim: ClaimAddr } | { readonly artefact: ArtefactId };

export interface AnswerQuery extends Stretch, PageCut {
  readonly tenant: string;
  /** Null: of every corpus. */
  readonly corpus: string | null;
  /** Null: whatever they use. */
  readonly uses: AnswerUse | null;
}

/**
 * Lists in the order of their places; positions are those of the log where nothing else is said. A page of some kinds or
 * states costs as much as one of all, however many others lie between.
 */
export interface PageReader {
  /** Entries at positions of the log, null where it has none yet. */
  entriesAt(seqs: readonly number[]): Promise<(StoredEntry | null)[]>;
  /** Ledger entries from a place on, at most `limit` of each claim, in ledger order. */
  ledgerPages(places: readonly LedgerPlace[], limit: number): Promise<LedgerEntry[][]>;
  /** Ledger entries at positions of their ledgers, null where there is none. */
  ledgerAt(places: readonly LedgerPosition[]): Promise<(LedgerEntry | null)[]>;
  evidencePage(query: EvidenceQuery): Promise<LedgerEntry[]>;
  annotationPages(places: readonly AnnotationStretch[], cut: AnnotationCut): Promise<StoredAnnotation[][]>;
  /** Transitions of one tenant's answers. */
  findingPages(
    tenant: string,
    places: readonly FindingStretch[],
    cut: FindingCut,
  ): Promise<FindingRecord[][]>;
  /** Answers of one tenant. */
  answerPage(query: AnswerQuery): Promise<AnswerRecord[]>;
}

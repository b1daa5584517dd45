/**
 * An answer as it is stored: immutable, hashed, with the wire's names (docs/adr/0003-…,
 * docs/spec/decisions.md#5-answer). Its verdict is not part of it: that is among the findings and may change.
 */
import type { AnswerId, ArtefactId, ClaimAddr, ReceiptId, SetId } from '../../graph/address.ts';
import type { Belief } from '../../graph/evidence.ts';
import type { FindingReason, FindingsState } from '../../graph/log/entry.ts';

export type AnswerMode = 'light' | 'verified' | 'audit';

/** A verbatim quote: `[start, end)` in UTF-16 code units of the artefact's extracted text. */
export interface Citation {
  readonly artefact_id: ArtefactId;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
}

export interface AnswerSentence {
  readonly text: string;
  readonly claims: readonly ClaimAddr[];
  readonly citations: readonly Citation[];
}

/**
 * A sentence near to a question that nothing answers: verbatim, and not verified. In later reads its quote is empty
 * where the artefact was redacted since or its licence is refused now.
 */
export interface Passage extends Citation {
  readonly title: string;
  /** Its share of the ranking, 0 to 1. */
  readonly probability: number;
}

export interface AnswerClaim {
  readonly addr: ClaimAddr;
  readonly text: string;
  /** What the text leaves unsaid, outermost first; absent where it stands by itself. */
  readonly context?: readonly string[];
  readonly claim_cluster_id: string;
  /** Belief when the answer was made; null where the ledger was empty. */
  readonly belief: Belief | null;
}

export interface AnswerArtefact {
  readonly artefact_id: ArtefactId;
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  readonly domain: string;
  readonly licence: string;
  readonly lang: string;
  readonly published: string | null;
  readonly observed_at: string;
  readonly hash: string;
  readonly role: 'evidence' | 'counterfactual';
}

/** docs/spec/contract.md#ae-coverage-record. */
export interface CoverageItem {
  readonly claim_id: ClaimAddr;
  readonly artefact_id: ArtefactId;
  readonly domain: string;
  /** 0..1 */
  readonly score: number;
  readonly licence: string;
  readonly observed_at: string;
}

/**
 * docs/spec/contract.md#ae-coverage-record: a counterfactual; `quote` with its span is a documented extra, empty where
 * the licence is refused.
 */
export interface Counterfactual {
  readonly claim_id: ClaimAddr;
  readonly artefact_id: ArtefactId;
  /** `superseded`: an earlier value that the answer's has replaced; `disputed`: another one of the same time, or a dispute. */
  readonly kind?: 'superseded' | 'disputed';
  /** `superseded_value`, `rival_value`, `disputes`, `opposite_stance`. */
  readonly reason: string;
  /** `disclosed`: superseded, shown without a warning; `flagged`: disputed. */
  readonly action: 'disclosed' | 'flagged';
  /** 0..1 */
  readonly score: number;
  /** The claim that disagrees, where one is known. */
  readonly rival: ClaimAddr | null;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
}

/**
 * How a counterfactual was found: a contradiction that the graph knows, a sentence read for the question, a ledger's
 * dispute, a search for the opposite, or what a stance judge said when the document was read.
 */
export type DiscoveryLane = 'graph' | 'ranking' | 'ledger' | 'opposite_search' | 'stance';

/** One full-text search for what would disagree with a claim. */
export interface OppositeSearched {
  /** `other_value`, `negation`, `succession`, `antonym`. */
  readonly kind: string;
  /** As the index was asked: analysed words. */
  readonly terms: readonly string[];
  /** Sections that it found, at most 12. */
  readonly sections: number;
}

/** The searches for what disagrees with a claim, and their results. */
export interface CheckedClaim {
  readonly claim_id: ClaimAddr;
  /** At most 4. */
  readonly searches: readonly OppositeSearched[];
  /** Sentences that were compared with the claim. */
  readonly sentences_read: number;
  /** Artefacts of these sentences in which nothing disagrees, by id; at most 20. */
  readonly clear: readonly ArtefactId[];
  /** How each counterfactual of the claim was found, in their order. */
  readonly found_by: readonly DiscoveryLane[];
}

export interface ClaimCluster {
  readonly claim_cluster_id: string;
  readonly coverage: readonly CoverageItem[];
  readonly counterfactuals: readonly Counterfactual[];
  /** Absent from answers that were made before this was recorded. */
  readonly checked?: readonly CheckedClaim[];
}

export interface EvidenceSet {
  readonly set_id: SetId;
  readonly artefact_ids: readonly ArtefactId[];
  readonly optimality: 'proved' | 'bounded';
}

/** The request in its one form: what the answer id is derived from. */
export interface CanonicalRequest {
  readonly q: string;
  readonly k: number;
  readonly mode: AnswerMode;
  readonly max_snapshot_age: string | null;
  readonly as_of: string | null;
}

export interface Answer {
  readonly v: 1;
  readonly answer_id: AnswerId;
  readonly request: CanonicalRequest;
  readonly corpus: { readonly name: string; readonly snapshot: string };
  readonly summary: string;
  readonly sentences: readonly AnswerSentence[];
  /** That the summary answers the question, 0 to 1, calibrated; absent from an empty answer and a chooser's. */
  readonly confidence?: number;
  /** The nearest sentences to the question of an empty answer, best first; absent where none is near. */
  readonly passages?: readonly Passage[];
  readonly claims: readonly AnswerClaim[];
  readonly artefacts: readonly AnswerArtefact[];
  readonly evidence_set: EvidenceSet;
  readonly claim_clusters: readonly ClaimCluster[];
  /** What was searched: lanes in use and documents in view (the envelope's `coverage`). */
  readonly coverage: {
    readonly lanes: readonly string[];
    readonly doc_count: number;
    /** What was found and may not be used: the licences that the trust policy refuses. */
    readonly note?: string;
  };
  readonly receipt: { readonly receipt_id: ReceiptId; readonly hash: string };
}

/** The verdict of an answer as of now. */
export interface Trust {
  readonly findings_state: FindingsState;
  readonly reasons: readonly FindingReason[];
  /** Log position of the transition, -1 before the first. */
  readonly seq: number;
  readonly at: string | null;
}

/** An answer as a read returns it. */
export interface AnswerView {
  readonly answer: Answer;
  readonly tenant: string;
  /** Position of the entry that recorded it. */
  readonly seq: number;
  readonly at: string;
  readonly trust: Trust;
  /**
   * When the answer leaves its window, unless its corpus is observed again: its trust has `snapshot_stale` behind that.
   * Absent where no window applies, and where it was read as the log has it.
   */
  readonly freshUntil?: string;
}

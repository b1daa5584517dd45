/**
 * An answer as an auditor reads it: its verdict and how it came, what each sentence quotes, what disagrees, why each
 * artefact was taken or left, and why its claims are believed. It is of one position of the log and of nothing else, so
 * that the same position gives the same report. Names are those of the wire
 * (docs/spec/contract.md#ae-trust-report).
 */
import type { AnswerId, ArtefactId, ClaimAddr, EventId, ReceiptId } from '../../graph/address.ts';
import type { Discount } from '../../graph/belief/explain.ts';
import type { Flip, FlipEvent } from '../../graph/belief/flip.ts';
import type { BeliefState, EvidenceItemKind, EvidenceKind } from '../../graph/evidence.ts';
import type { FindingReason, FindingsState } from '../../graph/log/entry.ts';
import type { View } from '../../graph/store/rows.ts';
import type { AnswerMode, Citation, DiscoveryLane, Trust } from '../answer/answer.ts';

/** As many as a report names; how many more there are is in `left_out`. */
export const REPORT_BOUNDS = {
  transitions: 100,
  sentences: 200,
  claims: 100,
  counter_evidence: 200,
  artefacts: 300,
  /** Of one claim's ledger. */
  events: 50,
} as const;

/** Where in the log the report was made. */
export interface ReportPosition {
  /** Entries of the log. */
  readonly tree_size: number;
  /** Hex. */
  readonly root: string;
  /** Signed note of that tree (C2SP tlog-checkpoint). */
  readonly checkpoint: string;
  /** S and T under which beliefs are shown. */
  readonly view: View;
  /** When the corpus was last observed, null: never. */
  readonly observed_at: string | null;
  /** When the snapshot leaves the answer's freshness window: from then on the verdict is WARN at best. Null: never. */
  readonly fresh_until: string | null;
}

export interface ReportTransition {
  readonly seq: number;
  readonly at: string;
  readonly from: FindingsState;
  readonly to: FindingsState;
  readonly reasons: readonly FindingReason[];
}

export interface ReportSentence {
  readonly text: string;
  readonly claims: readonly ClaimAddr[];
  readonly citations: readonly Citation[];
}

export interface ReportCounterEvidence {
  readonly claim_id: ClaimAddr;
  readonly artefact_id: ArtefactId;
  readonly reason: string;
  readonly action: 'disclosed' | 'flagged';
  readonly score: number;
  /** Empty where its licence is refused. */
  readonly quote: string;
  readonly start: number;
  readonly end: number;
  /** Null where the answer did not record it. */
  readonly found_by: DiscoveryLane | null;
}

/** What an artefact is to the answer. */
export type ArtefactPart = 'evidence' | 'counter_evidence' | 'looked_at';

export interface ReportArtefact {
  readonly artefact_id: ArtefactId;
  readonly title: string;
  readonly url: string;
  readonly domain: string;
  readonly publisher: string;
  readonly licence: string;
  /** Language of its text, BCP 47. */
  readonly lang: string;
  readonly published: string | null;
  /** First. */
  readonly observed_at: string;
  /** By the report's T: from that day on age takes from its freshness. */
  readonly last_observed_at: string;
  /** BLAKE3-256 of its bytes, hex. */
  readonly hash: string;
  readonly part: ArtefactPart;
  /** Whether it is in the evidence set. */
  readonly taken: boolean;
  /** `covers` for one that was taken, else a word such as `mirror` or `not_needed`. */
  readonly reason: string;
  /** Claims that it was taken for. */
  readonly covers: readonly ClaimAddr[];
  /** 0..1, four decimals, as of the report's T. */
  readonly freshness: number;
  /** When and why it was withdrawn, null where it was not. */
  readonly withdrawn: ReportWithdrawal | null;
}

export interface ReportWithdrawal {
  readonly seq: number;
  /** When it was said: nothing rests on the artefact since `effective_at`, which may be long before. */
  readonly at: string;
  readonly effective_at: string;
  readonly reason: string;
  /** Null: nobody was named. */
  readonly by: string | null;
  /** Whether its bytes and its text were erased too. */
  readonly redacted: boolean;
}

/** One item of a ledger entry; weights and contribution are masses, 1 = one million micro. */
export interface ReportEvidence {
  readonly ref: string;
  readonly kind: EvidenceItemKind;
  readonly domain: string;
  readonly check: 'match' | 'unknown';
  /** In micro. */
  readonly weight: number;
  /** In micro: what age leaves of it. */
  readonly decayed: number;
  /** In micro: its part of the mass of its side. */
  readonly contribution: number;
  readonly discounts: readonly Discount[];
}

export interface ReportEvent {
  readonly event_id: EventId;
  readonly effective_at: string;
  readonly kind: EvidenceKind;
  readonly actor_root: string;
  readonly vetted: boolean;
  /** Whether it still stands. */
  readonly open: boolean;
  readonly evidence: readonly ReportEvidence[];
}

/** An event that would flip a state, and the state before and after it. */
export type ReportFlip = Omit<FlipEvent, 'weight'> & Pick<Flip, 'from' | 'to'>;

/** Why a claim is believed as it is, at the report's view. */
export interface ReportBelief {
  readonly state: BeliefState;
  readonly effective_confidence: number;
  readonly superseded_by: ClaimAddr | null;
  /** Masses of all evidence in micro, the unvetted capped: they give the confidence. */
  readonly support: number;
  readonly opposition: number;
  /** Masses of vetted evidence in micro: they decide the state. */
  readonly vetted_support: number;
  readonly vetted_opposition: number;
  /** Entries of the ledger in the view. */
  readonly events: number;
  /** In order of effect; none where the ledger is too long to be explained entry by entry. */
  readonly explained: readonly ReportEvent[];
  /** The smallest single event that would flip the state; null: none does, or the ledger is too long. */
  readonly flip: ReportFlip | null;
}

export interface ReportClaim {
  readonly addr: ClaimAddr;
  readonly text: string;
  /** When the answer was made, null for an empty ledger. */
  readonly answered: { readonly state: string; readonly effective_confidence: number } | null;
  /** Null for an empty ledger. */
  readonly belief: ReportBelief | null;
}

/** How many of a list are not named. */
export interface LeftOut {
  readonly transitions: number;
  readonly sentences: number;
  readonly claims: number;
  readonly counter_evidence: number;
  readonly artefacts: number;
}

export interface TrustReport {
  readonly answer_id: AnswerId;
  readonly question: string;
  readonly mode: AnswerMode;
  readonly as_of: string | null;
  readonly corpus: { readonly name: string; readonly snapshot: string };
  /** S and T of the answer. */
  readonly view: View;
  /** When the answer was recorded, and where in the log. */
  readonly at: string;
  readonly seq: number;
  readonly position: ReportPosition;
  /** The last transition by then. */
  readonly trust: Trust;
  /** Oldest first; of too many the newest. */
  readonly transitions: readonly ReportTransition[];
  /** Empty where nothing supports an answer. */
  readonly summary: string;
  /** What was found and may not be used. */
  readonly note: string | null;
  readonly sentences: readonly ReportSentence[];
  readonly claims: readonly ReportClaim[];
  readonly counter_evidence: readonly ReportCounterEvidence[];
  /** How far the search for what disagrees went, null where the answer did not record it. */
  readonly checked: {
    readonly searches: number;
    readonly sentences_read: number;
    readonly clear: number;
  } | null;
  /** Those taken, then those that disagree, then those looked at, each in the order of the ranking. */
  readonly artefacts: readonly ReportArtefact[];
  readonly evidence_set: {
    readonly set_id: string;
    readonly optimality: 'proved' | 'bounded';
    /** Claims that have fewer publishers than was wanted. */
    readonly uncovered: readonly {
      readonly claim: string;
      readonly wanted: number;
      readonly found: number;
    }[];
  };
  readonly receipt: { readonly receipt_id: ReceiptId; readonly hash: string };
  readonly left_out: LeftOut;
}

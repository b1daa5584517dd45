/** Evidence on a claim: the entries of its ledger (docs/spec/decisions.md#3). Pure data with wire names (ADR 3). */
import type { ArtefactId, ClaimAddr, EventId } from './address.ts';

export const EVIDENCE_KINDS = ['corroborate', 'dispute', 'supersede-propose'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];
export type EvidenceItemKind = 'source' | 'receipt' | 'reproduction';

/** One piece of evidence as frozen at append. */
export interface EvidenceItem {
  /** 1 to 2,048 characters; never fetched. */
  readonly ref: string;
  readonly hash: string;
  readonly kind: EvidenceItemKind;
  /** `match`: a stored artefact of that ref has that hash; `unknown`: nothing stored says. */
  readonly check: 'match' | 'unknown';
  readonly artefact?: ArtefactId;
  readonly domain: string;
  readonly observed_at?: string;
  readonly licence?: string;
}

/** What an event id is derived from: the same core sent again is the same event. */
export interface EventCore {
  readonly v: 1;
  readonly claim: ClaimAddr;
  readonly kind: EvidenceKind;
  readonly actor_root: string;
  /** The actor's previous event on this claim, so that a changed mind is a new event. */
  readonly previous: EventId | null;
  readonly evidence: readonly {
    readonly ref: string;
    readonly hash: string;
    readonly kind: EvidenceItemKind;
  }[];
  readonly attestations: readonly string[];
  readonly stake: number | null;
}

/** One entry of a claim's ledger, as it is hashed into the log. */
export interface LedgerEntryBody {
  readonly event_id: EventId;
  readonly claim: ClaimAddr;
  /** Gapless position within this claim's ledger, from 0. */
  readonly seq: number;
  /** Server time, RFC 3339 UTC with ms, strictly increasing per claim. */
  readonly at: string;
  readonly effective_at: string;
  readonly kind: EvidenceKind;
  readonly actor: string;
  readonly actor_root: string;
  /** 0 to 1000 per mille, frozen so that the fold is pure. */
  readonly standing: number;
  readonly token_id: string | null;
  readonly evidence: readonly EvidenceItem[];
  readonly attestations: readonly string[];
  readonly stake: { readonly amount: number; readonly charged: false } | null;
  readonly successor: ClaimAddr | null;
  /** Why a supersede-propose needs no quorum: the writer holds `svc.supersede`, or the trust policy names it. */
  readonly authority: 'capability' | 'policy' | null;
  readonly policy: string;
  /** `entry_hash` of the entry before, null for the first. */
  readonly prev: string | null;
}

/** A ledger entry as readers get it. */
export interface LedgerEntry extends LedgerEntryBody {
  /** BLAKE3-256 of the body's canonical CBOR. */
  readonly entry_hash: string;
  /** The transparency log's position and its root at that very size. */
  readonly log: { readonly seq: number; readonly tree_size: number; readonly root: string };
}

export type BeliefState = 'settled' | 'contested' | 'disputed' | 'stale' | 'superseded';

/** Belief on the wire (docs/spec/contract.md#ap-belief). */
export interface Belief {
  readonly state: BeliefState;
  /** 0..1, four decimals. */
  readonly effective_confidence: number;
  readonly contest_ref?: string;
  readonly superseded_by?: ClaimAddr;
}

/** What a fold needs to know of a proposed successor (rule 8), as of the same T. */
export interface SuccessorStanding {
  /** Effective time of the successor's newest vetted support, null when it has none. */
  readonly newest_support: string | null;
  readonly disputed: boolean;
}

/** What a fold takes beside the ledger, and what it gives. */
import type { ClaimAddr, EventId } from '../address.ts';
import type { Belief, BeliefState, SuccessorStanding } from '../evidence.ts';
import type { ObservedAt } from './observations.ts';
import type { Masses, Opinion } from './opinion.ts';

/** An annotation on the claim, as far as feedback counts it. */
export interface AnnotationVoice {
  readonly actor_root: string;
  /** 0 to 1000 per mille, frozen when the annotation was added. */
  readonly standing: number;
  readonly kind: 'correction' | 'context';
  /** Whether its citation was found in the store; only a checked context helps. */
  readonly checked: boolean;
}

/** What is known beside the ledger, all as of the same T. */
export interface FoldContext {
  /**
   * Artefact hash (64 hex digits) → its latest observation ≤ T that still held the same bytes.
   * Not changed in place while an incremental state reads it, except that hashes may be added.
   */
  readonly observed: ObservedAt;
  /** Standing of each proposed successor; one that is missing cannot be accepted. */
  readonly successors: Readonly<Record<string, SuccessorStanding>>;
  /** Annotations that took effect by T; feedback only, they never move belief. */
  readonly annotations?: readonly AnnotationVoice[];
}

/** Belief in a claim as of T, with what led to it. Masses are in micro. */
export interface FoldResult {
  /** As the wire shows it (docs/spec/contract.md#ap-belief). */
  readonly belief: Belief;
  readonly state: BeliefState;
  /** Masses of vetted evidence: they decide the state. */
  readonly vetted: Masses;
  /** Masses of all evidence, the unvetted capped: they give the confidence. */
  readonly total: Masses;
  /** Of all evidence, in micro, rounded down; `belief` shows it with four decimals. */
  readonly confidence: number;
  /** Of vetted evidence, in micro, rounded down. */
  readonly vettedConfidence: number;
  /** Belief, disbelief and uncertainty of all evidence. */
  readonly opinion: Opinion;
  /** Effective time of the newest live vetted corroborate. */
  readonly newestSupport: string | null;
  /** Whether the claim is disputed, also where `superseded` hides it. */
  readonly disputed: boolean;
  /** Distinct domains with live vetted support. */
  readonly supportDomains: number;
  /** Vetted roots with an open dispute. */
  readonly openDisputers: number;
  readonly voices: FeedbackVoices;
  readonly acceptedSuccessor: ClaimAddr | null;
  /** The newest open vetted dispute. */
  readonly contestRef: EventId | null;
  /** The only root that ever corroborated with standing, null where there are several or none. */
  readonly author: string | null;
}

/** Actors that spoke for or against a claim, by ledger and annotation, each once. */
export interface FeedbackVoices {
  /** Vetted roots with an open dispute or a correction. */
  readonly contestedBy: number;
  /** All such roots. */
  readonly contestedByUnweighted: number;
  /** Vetted roots with live corroboration or a checked context. */
  readonly helpfulBy: number;
}

/** A claim's standing as somebody else's successor. Successors need not be known to compute it: no recursion. */
export function successorStanding(result: FoldResult | null): SuccessorStanding {
  return { newest_support: result?.newestSupport ?? null, disputed: result?.disputed ?? false };
}

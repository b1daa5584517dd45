import type { ClaimBelief } from '../../../../engine/belief/read-beliefs.ts';
import type { ClaimAddr } from '../../../../graph/address.ts';
import type { BeliefState } from '../../../../graph/evidence.ts';

/** Belief in a claim at the time that the claim is seen at. */
export interface BeliefNode {
  readonly state: BeliefState;
  readonly effectiveConfidence: number;
  /** The newest open dispute of a contested or disputed claim. */
  readonly contestRef: string | null;
  readonly successor: ClaimAddr | null;
  readonly asOf: string | null;
  /** What it was folded from. */
  readonly read: ClaimBelief;
}

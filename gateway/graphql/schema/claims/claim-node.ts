import type { ClaimView } from '../../../../engine/claim-view.ts';
import { type ClaimAddr, claimIdOf } from '../../../../graph/address.ts';
import { canonicalClaim } from '../../../../graph/cluster.ts';
import type { BeliefNode } from '../beliefs/belief-node.ts';

/** A claim as it is seen at a time. Fields that need nothing else are read as they are, without a resolver. */
export class ClaimNode {
  readonly view: ClaimView;
  /** Null: the present. Whatever is reached from the claim is seen at the same time. */
  readonly asOf: string | null;
  /** Compiled queries read a field as often as they need it. */
  #belief: BeliefNode | null = null;

  constructor(view: ClaimView, asOf: string | null) {
    this.view = view;
    this.asOf = asOf;
  }

  get addr(): string {
    return this.view.claim.addr;
  }

  get claimId(): string {
    return claimIdOf(this.view.claim.addr);
  }

  get text(): string {
    return this.view.claim.core.text;
  }

  get context(): readonly string[] {
    return this.view.claim.core.context ?? [];
  }

  get lang(): string {
    return this.view.claim.core.lang;
  }

  get corpus(): string {
    return this.view.claim.core.corpus;
  }

  get cluster(): string {
    return this.view.claim.claim_cluster_id;
  }

  /** Null for the canonical claim itself. */
  get canonical(): ClaimAddr | null {
    const canonical = canonicalClaim(this.view.claim);
    return canonical === this.view.claim.addr ? null : canonical;
  }

  get effectiveAt(): string {
    return this.view.claim.effective_at;
  }

  /** Null without evidence. */
  get belief(): BeliefNode | null {
    this.#belief ??= beliefNode(this);
    return this.#belief;
  }
}

function beliefNode({ view: { belief }, asOf }: ClaimNode): BeliefNode | null {
  if (belief.fold === null) return null;
  const {
    state,
    effective_confidence: effectiveConfidence,
    contest_ref: contestRef = null,
  } = belief.fold.belief;
  return {
    state,
    effectiveConfidence,
    contestRef,
    successor: belief.fold.acceptedSuccessor,
    asOf,
    read: belief,
  };
}

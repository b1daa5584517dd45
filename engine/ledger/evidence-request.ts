import type { ClaimAddr } from '../../graph/address.ts';
import type { EvidenceItemKind, EvidenceKind } from '../../graph/evidence.ts';
import type { GuardedRequest } from '../idempotency.ts';

/** The verified caller of a write. */
export interface EvidenceWriter {
  readonly actor: string;
  readonly actorRoot: string;
  /** 0 to 1000 per mille at the time of the append. */
  readonly standing: number;
  readonly tokenId: string;
  /** Holds `svc.supersede`: proposals need no quorum. */
  readonly maySupersede: boolean;
}

export interface EvidenceRequest extends GuardedRequest {
  readonly claim: ClaimAddr;
  readonly corpus: string;
  readonly kind: EvidenceKind;
  /** At least one, each with a ref: the caller has refused anything else as `denied:evidence_missing`. */
  readonly evidence: readonly {
    readonly ref: string;
    readonly hash: string;
    readonly kind: EvidenceItemKind;
  }[];
  readonly attestations: readonly string[];
  readonly stake: number | null;
  readonly writer: EvidenceWriter;
}

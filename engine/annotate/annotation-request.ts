import type { AnnotationCitation, AnnotationKind, AnnotationRecord } from '../../graph/annotation.ts';
import type { GuardedRequest } from '../idempotency.ts';
import type { EvidenceWriter } from '../ledger/evidence-request.ts';

export interface AnnotationRequest extends GuardedRequest {
  /** An address in the corpus, which is known: the caller has refused any other. Nothing needs to be there. */
  readonly target: string;
  readonly corpus: string;
  readonly kind: AnnotationKind;
  readonly body: string;
  /** Its ref is an address or an http(s) URL. */
  readonly citation: AnnotationCitation;
  readonly writer: Omit<EvidenceWriter, 'maySupersede'>;
}

export interface CloseStubRequest {
  readonly stubId: string;
  /** What closes it: stored already. */
  readonly annotation: AnnotationRecord;
  /** Who closes it. */
  readonly writer: AnnotationRequest['writer'];
}

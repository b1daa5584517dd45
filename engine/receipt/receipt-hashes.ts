/** The hashes and ids that a receipt states: shared by the code that builds one and the code that checks one. */
import type { ReceiptId, SetId } from '../../graph/address.ts';
import { hashId } from '../../graph/address.ts';
import { encodeCanonical } from '../../graph/canonical.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { CanonicalRequest, EvidenceSet } from '../answer/answer.ts';

/** A receipt is named after its hash, so that the id certifies itself. */
export function receiptIdOf(hash: string): ReceiptId {
  return hashId('rc_', { v: 1, hash });
}

/** BLAKE3-256 of the canonical request and the snapshot's root (docs/spec/decisions.md#5-receipt). */
export function seedOf(request: CanonicalRequest, root: string): string {
  return blake3Hex(encodeCanonical({ v: 1, request, root }));
}

/** An evidence set is named after its artefacts and what is known of it. */
export function setIdOf({ artefact_ids, optimality }: Omit<EvidenceSet, 'set_id'>): SetId {
  return hashId('es_', { v: 1, artefact_ids, optimality });
}

/** BLAKE3-256 of a quote's UTF-8 bytes. */
export function spanHash(quote: string): string {
  return blake3Hex(new TextEncoder().encode(quote));
}

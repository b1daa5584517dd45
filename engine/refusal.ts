/**
 * Outcomes that a caller must handle are values: why the engine did not do what was asked
 * (docs/spec/decisions.md#6-reasons).
 */

export type RefusalReason =
  | 'denied:token_missing'
  | 'denied:token_invalid'
  | 'denied:token_expired'
  | 'denied:token_revoked'
  | 'denied:capability_missing'
  | 'denied:corpus_forbidden'
  | 'denied:evidence_missing'
  | 'denied:evidence_hash_mismatch'
  | 'denied:successor_missing'
  | 'denied:licence_refused'
  | 'denied:quota_exhausted'
  | 'denied:key_missing'
  | 'denied:key_invalid'
  | 'limited:rate'
  | 'payment:required'
  | 'invalid:body'
  | 'invalid:query'
  | 'invalid:addr'
  | 'invalid:cbor'
  | 'invalid:corpus_unknown'
  | 'invalid:idempotency_key'
  | 'missing:claim'
  | 'missing:answer'
  | 'missing:artefact'
  | 'missing:corpus'
  | 'missing:entry'
  | 'missing:tile'
  | 'missing:item'
  | 'missing:route'
  | 'conflict:contradiction'
  | 'stale:snapshot'
  | 'upstream:error'
  | 'upstream:unavailable'
  | 'upstream:timeout';

/** A refusal in words for the caller; `details` is safe to show. */
export interface Refusal {
  readonly reason: RefusalReason;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

export function done<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function refused(
  reason: RefusalReason,
  message: string,
  details?: Readonly<Record<string, unknown>>,
): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: details === undefined ? { reason, message } : { reason, message, details } };
}

/** `Idempotency-Key`: a retry of a write is the write that it repeats (docs/spec/decisions.md#3-idempotency). */
import type { Refusal } from '../../engine/refusal.ts';
import { encodeCanonical } from '../../graph/canonical.ts';
import { blake3Hex } from '../../graph/digest.ts';
import { type GatewayOutcome, type GatewayRefusal, refuse } from '../refusal/refusals.ts';
import { createAnnotation } from '../wire/annotations.ts';
import { appendEvidence } from '../wire/evidence.ts';
import type { OperationContract } from '../wire/operation.ts';

export interface IdempotencyKey {
  readonly key: string;
  /** BLAKE3-256 of what the key guards. */
  readonly requestHash: string;
}

const FORM = /^[\x21-\x7e]{1,255}$/;

/**
 * Null without the header; `invalid:idempotency_key` for what is no key.
 * @param guarded what a repetition must repeat, however its body is encoded
 */
export function idempotencyKey(headers: Headers, guarded: unknown): GatewayOutcome<IdempotencyKey | null> {
  const key = headers.get('idempotency-key');
  if (key === null) return { ok: true, value: null };
  if (!FORM.test(key)) {
    return refuse('invalid:idempotency_key', 'an Idempotency-Key is 1 to 255 visible ASCII characters');
  }
  return { ok: true, value: { key, requestHash: blake3Hex(encodeCanonical(guarded)) } };
}

const ROUTES = new Map<unknown, Pick<OperationContract, 'method' | 'route'>>([
  ['evidence', appendEvidence],
  ['annotation', createAnnotation],
]);

/** Adds to the refusal of a used key the operation that used it; any other refusal stays as it is. */
export function withUsedRoute(refusal: Refusal): GatewayRefusal {
  const used = ROUTES.get(refusal.details?.used_for);
  if (refusal.reason !== 'invalid:idempotency_key' || used === undefined) return refusal;
  const usedBy = `${used.method} ${used.route}`;
  const message =
    `this Idempotency-Key was used by ${usedBy} for another request: ` +
    'a key is for one request, and for its repetitions on the same route';
  return { ...refusal, message, details: { used_by: usedBy } };
}

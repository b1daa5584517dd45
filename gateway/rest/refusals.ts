/** Why a request was not done, and which status and kind say so (decisions §6). */
import type { Refusal, RefusalReason } from '../../engine/refusal.ts';
import type { ErrorKind } from '../wire/error.ts';

/** Reasons of the transport, beside those of the engine. */
export type GatewayReason =
  | 'denied:host'
  | 'missing:key'
  | 'invalid:method'
  | 'invalid:accept'
  | 'invalid:media_type'
  | 'invalid:size'
  | 'internal:fault';
export type ErrorReason = RefusalReason | GatewayReason;

export interface GatewayRefusal extends Omit<Refusal, 'reason'> {
  readonly reason: ErrorReason;
  readonly retryAfterMs?: number;
}

/** A value, or why there is none; an engine's `Outcome` is one. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: GatewayRefusal };

export function refuse(
  reason: ErrorReason,
  message: string,
  more: Pick<GatewayRefusal, 'details' | 'retryAfterMs'> = {},
): { readonly ok: false; readonly refusal: GatewayRefusal } {
  return { ok: false, refusal: { reason, message, ...more } };
}

interface Verdict {
  readonly status: number;
  readonly kind: ErrorKind;
}

const BAD_REQUEST: Verdict = { status: 400, kind: 'BadRequest' };
const UNAUTHORIZED: Verdict = { status: 401, kind: 'Unauthorized' };
const FORBIDDEN: Verdict = { status: 403, kind: 'Forbidden' };
const NOT_FOUND: Verdict = { status: 404, kind: 'NotFound' };

const VERDICTS: Readonly<Record<ErrorReason, Verdict>> = {
  'denied:token_missing': FORBIDDEN,
  'denied:token_invalid': FORBIDDEN,
  'denied:token_expired': FORBIDDEN,
  'denied:token_revoked': FORBIDDEN,
  'denied:capability_missing': FORBIDDEN,
  'denied:corpus_forbidden': FORBIDDEN,
  'denied:evidence_missing': FORBIDDEN,
  'denied:evidence_hash_mismatch': FORBIDDEN,
  'denied:successor_missing': FORBIDDEN,
  'denied:licence_refused': FORBIDDEN,
  'denied:quota_exhausted': FORBIDDEN,
  'denied:host': FORBIDDEN,
  'denied:key_missing': UNAUTHORIZED,
  'denied:key_invalid': UNAUTHORIZED,
  'limited:rate': { status: 429, kind: 'RateLimited' },
  'payment:required': { status: 402, kind: 'PaymentRequired' },
  'invalid:body': BAD_REQUEST,
  'invalid:query': BAD_REQUEST,
  'invalid:addr': BAD_REQUEST,
  'invalid:cbor': BAD_REQUEST,
  'invalid:corpus_unknown': BAD_REQUEST,
  'invalid:idempotency_key': { status: 422, kind: 'Unprocessable' },
  'invalid:method': { status: 405, kind: 'MethodNotAllowed' },
  'invalid:accept': { status: 406, kind: 'NotAcceptable' },
  'invalid:media_type': { status: 415, kind: 'UnsupportedMediaType' },
  'invalid:size': { status: 413, kind: 'PayloadTooLarge' },
  'missing:claim': NOT_FOUND,
  'missing:answer': NOT_FOUND,
  'missing:artefact': NOT_FOUND,
  'missing:corpus': NOT_FOUND,
  'missing:key': NOT_FOUND,
  'missing:route': NOT_FOUND,
  'conflict:contradiction': { status: 409, kind: 'Contradiction' },
  'stale:snapshot': { status: 412, kind: 'StaleSnapshot' },
  'internal:fault': { status: 500, kind: 'Internal' },
  'upstream:error': { status: 502, kind: 'Upstream' },
  'upstream:unavailable': { status: 503, kind: 'Unavailable' },
  'upstream:timeout': { status: 504, kind: 'Timeout' },
};

export function verdictOf(reason: ErrorReason): Verdict {
  return VERDICTS[reason];
}

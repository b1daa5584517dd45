/** The `error` member of every refusal, beside the envelope's members (docs/spec/decisions.md#6-reasons). */
import { z } from 'zod';
import { envelope } from './envelope.ts';

/** What a client switches on; the status says the same more coarsely. */
const ERROR_KINDS = [
  'BadRequest',
  'Unauthorized',
  'PaymentRequired',
  'Forbidden',
  'NotFound',
  'MethodNotAllowed',
  'NotAcceptable',
  'Contradiction',
  'StaleSnapshot',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'Unprocessable',
  'RateLimited',
  'Internal',
  'Upstream',
  'Unavailable',
  'Timeout',
] as const;

export const errorKind = z.enum(ERROR_KINDS);
export type ErrorKind = z.infer<typeof errorKind>;

/**
 * The closed words of `error.reason`, with the status and kind that say the same more coarsely
 * (docs/spec/decisions.md#6-reasons). New ones may come with a minor release.
 */
export const ERROR_REASONS = {
  'denied:token_missing': { status: 403, kind: 'Forbidden' },
  'denied:token_invalid': { status: 403, kind: 'Forbidden' },
  'denied:token_expired': { status: 403, kind: 'Forbidden' },
  'denied:token_revoked': { status: 403, kind: 'Forbidden' },
  'denied:capability_missing': { status: 403, kind: 'Forbidden' },
  'denied:corpus_forbidden': { status: 403, kind: 'Forbidden' },
  'denied:evidence_missing': { status: 403, kind: 'Forbidden' },
  'denied:evidence_hash_mismatch': { status: 403, kind: 'Forbidden' },
  'denied:successor_missing': { status: 403, kind: 'Forbidden' },
  'denied:licence_refused': { status: 403, kind: 'Forbidden' },
  'denied:quota_exhausted': { status: 403, kind: 'Forbidden' },
  'denied:host': { status: 403, kind: 'Forbidden' },
  'denied:key_missing': { status: 401, kind: 'Unauthorized' },
  'denied:key_invalid': { status: 401, kind: 'Unauthorized' },
  'limited:rate': { status: 429, kind: 'RateLimited' },
  'payment:required': { status: 402, kind: 'PaymentRequired' },
  'invalid:body': { status: 400, kind: 'BadRequest' },
  'invalid:query': { status: 400, kind: 'BadRequest' },
  'invalid:addr': { status: 400, kind: 'BadRequest' },
  'invalid:cbor': { status: 400, kind: 'BadRequest' },
  'invalid:corpus_unknown': { status: 400, kind: 'BadRequest' },
  'invalid:idempotency_key': { status: 422, kind: 'Unprocessable' },
  'invalid:method': { status: 405, kind: 'MethodNotAllowed' },
  'invalid:accept': { status: 406, kind: 'NotAcceptable' },
  'invalid:media_type': { status: 415, kind: 'UnsupportedMediaType' },
  'invalid:size': { status: 413, kind: 'PayloadTooLarge' },
  'invalid:http': { status: 400, kind: 'BadRequest' },
  'invalid:headers': { status: 431, kind: 'PayloadTooLarge' },
  'limited:time': { status: 408, kind: 'Timeout' },
  'missing:claim': { status: 404, kind: 'NotFound' },
  'missing:answer': { status: 404, kind: 'NotFound' },
  'missing:artefact': { status: 404, kind: 'NotFound' },
  'missing:item': { status: 404, kind: 'NotFound' },
  'missing:corpus': { status: 404, kind: 'NotFound' },
  'missing:key': { status: 404, kind: 'NotFound' },
  'missing:entry': { status: 404, kind: 'NotFound' },
  'missing:tile': { status: 404, kind: 'NotFound' },
  'missing:route': { status: 404, kind: 'NotFound' },
  'conflict:contradiction': { status: 409, kind: 'Contradiction' },
  'stale:snapshot': { status: 412, kind: 'StaleSnapshot' },
  'internal:fault': { status: 500, kind: 'Internal' },
  'upstream:error': { status: 502, kind: 'Upstream' },
  'upstream:unavailable': { status: 503, kind: 'Unavailable' },
  'upstream:timeout': { status: 504, kind: 'Timeout' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly kind: ErrorKind }>>;
export type ErrorReason = keyof typeof ERROR_REASONS;

/** Why any request may be refused, whatever it asks for. */
export const REQUEST_REASONS = [
  'denied:host',
  'invalid:method',
  'invalid:accept',
  'invalid:headers',
] as const satisfies readonly ErrorReason[];

/** Why any operation that needs the store may be refused. */
export const COMMON_REASONS = [
  ...REQUEST_REASONS,
  'internal:fault',
  'upstream:unavailable',
] as const satisfies readonly ErrorReason[];

/**
 * What a client of an operation that reads or writes the corpus should handle although nothing gives it yet
 * (docs/spec/contract.md#ap-errors): where a remote model fails, another ranks and the reply says so
 * (docs/adr/0032-…).
 */
export const RESERVED_REASONS = ['upstream:error'] as const satisfies readonly ErrorReason[];

/** Why any operation that takes a body may be refused for it. */
export const BODY_REASONS = [
  'invalid:body',
  'invalid:cbor',
  'invalid:media_type',
  'invalid:size',
] as const satisfies readonly ErrorReason[];

/** Why a capability token that was sent may be refused. */
export const TOKEN_REASONS = [
  'denied:token_invalid',
  'denied:token_expired',
  'denied:token_revoked',
] as const satisfies readonly ErrorReason[];

/** Why a call may be refused that needs a capability. */
export const CAPABILITY_REASONS = [
  'denied:token_missing',
  ...TOKEN_REASONS,
  'denied:capability_missing',
  'denied:corpus_forbidden',
] as const satisfies readonly ErrorReason[];

/** Why a call of the engine plane may be refused. */
export const KEY_REASONS = [
  'denied:key_missing',
  'denied:key_invalid',
] as const satisfies readonly ErrorReason[];

/** Why a call was refused that another credential would open: these come with `WWW-Authenticate`. */
export const CHALLENGED_REASONS: ReadonlySet<ErrorReason> = new Set([...CAPABILITY_REASONS, ...KEY_REASONS]);

export const wireError = z
  .object({
    status: z.int().min(400).max(599),
    kind: errorKind,
    reason: z
      .string()
      .describe('A word of a documented list, such as `denied:token_missing`; a release may add some.'),
    message: z.string().describe('For people; never parse it.'),
    retry_after_ms: z.int().min(0).optional(),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'ErrorV1', description: 'Why the request was not done.' });
export type WireError = z.infer<typeof wireError>;

/** Any response with a status of 400 or more. */
export const errorResponse = envelope.extend({ error: wireError }).meta({
  id: 'ErrorResponseV1',
  description: 'A refusal or a fault: an envelope with its receipt, and why.',
});

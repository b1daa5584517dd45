/** The `error` member of every refusal, beside the envelope's members (decisions §6). */
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

export const wireError = z.object({
  status: z.int().min(400).max(599),
  kind: errorKind,
  /** Closed words such as `denied:token_missing`; new ones may come with a minor release. */
  reason: z.string(),
  /** For people; never parse it. */
  message: z.string(),
  retry_after_ms: z.int().min(0).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type WireError = z.infer<typeof wireError>;

/** Any response with a status of 400 or more. */
export const errorResponse = envelope.extend({ error: wireError });

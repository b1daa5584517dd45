/** `Idempotency-Key`: a retry of a write is the write that it repeats (decisions §3). */
import { encodeCanonical } from '../../graph/canonical.ts';
import { blake3Hex } from '../../graph/digest.ts';
import { type Checked, refuse } from './refusals.ts';

export interface IdempotencyKey {
  readonly key: string;
  /** BLAKE3-256 of what the key guards. */
  readonly requestHash: string;
}

const FORM = /^[\x21-\x7e]{1,255}$/;

/**
 * Null without the header; `invalid:idempotency_key` for what is no key.
 * @param guarded what a repetition must say again, however its body spells it
 */
export function idempotencyKey(headers: Headers, guarded: unknown): Checked<IdempotencyKey | null> {
  const key = headers.get('idempotency-key');
  if (key === null) return { ok: true, value: null };
  if (!FORM.test(key)) {
    return refuse('invalid:idempotency_key', 'an Idempotency-Key is 1 to 255 visible ASCII characters');
  }
  return { ok: true, value: { key, requestHash: blake3Hex(encodeCanonical(guarded)) } };
}

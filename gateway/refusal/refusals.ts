/** Why a request was not done, and which status and kind say so (docs/spec/decisions.md#6-reasons). */
import type { Refusal } from '../../engine/refusal.ts';
import { ERROR_REASONS, type ErrorKind, type ErrorReason } from '../wire/error.ts';

export interface GatewayRefusal extends Omit<Refusal, 'reason'> {
  readonly reason: ErrorReason;
  readonly retryAfterMs?: number;
}

/** A value, or why there is none; an engine's `Outcome` is one. */
export type GatewayOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: GatewayRefusal };

export function refuse(
  reason: ErrorReason,
  message: string,
  more: Pick<GatewayRefusal, 'details' | 'retryAfterMs'> = {},
): { readonly ok: false; readonly refusal: GatewayRefusal } {
  return { ok: false, refusal: { reason, message, ...more } };
}

const MS_PER_SECOND = 1_000;

/** The header that says when to come again, in whole seconds; none where the refusal does not say. */
export function retryAfter({ retryAfterMs }: GatewayRefusal): Readonly<Record<string, string>> {
  return retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / MS_PER_SECOND)) };
}

export function verdictOf(reason: ErrorReason): { readonly status: number; readonly kind: ErrorKind } {
  return ERROR_REASONS[reason];
}

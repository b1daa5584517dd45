/**
 * Refusals of the BFF, with messages for the visitor of the page
 * (docs/spec/contract.md#ae-friendly-errors).
 */
import { AdduceError } from '../gateway/client/adduce-error.ts';
import type { ErrorKind } from '../gateway/wire/error.ts';
import { type RefusalWords, wordsOf } from './refusal-words.ts';
import type { Role } from './roles.ts';

/** A refusal as clients of the BFF see it. */
export interface RefusalView {
  readonly status: number;
  readonly kind: ErrorKind;
  readonly reason: string;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What would help, in one sentence. */
  readonly next_step?: string;
  /** Of the engine's refusal: names it in the engine's logs. */
  readonly receipt_id?: string;
  readonly retry_after_ms?: number;
  /** The least role that would be let, where a role is what is missing. */
  readonly needed_role?: Role;
}

export class BffRefusal extends Error {
  override readonly name = 'BffRefusal';
  readonly view: RefusalView;

  constructor(view: RefusalView, cause?: unknown) {
    super(view.message, { cause });
    this.view = view;
  }
}

/** How long an outage lasts before the page speaks of degraded service (docs/spec/contract.md#ae-client-rules). */
export const DEGRADED_AFTER_MS = 30_000;

const DEGRADED: RefusalWords = {
  message: 'The engine has been out of reach for a while: service is degraded.',
  next_step: 'Your history and saved answers are still here; this page says when the engine is back.',
};

const INTERNAL: RefusalWords = {
  message: 'Something went wrong here.',
  next_step: 'Please try again; if it happens again, tell the operator what you did.',
};

/** Statuses with which the BFF reports that the engine gave no reply. */
const NO_REPLY_STATUS: Readonly<Partial<Record<ErrorKind, number>>> = {
  Timeout: 504,
  Unavailable: 503,
  RateLimited: 429,
};

/**
 * Any failure as a refusal; the message of an unforeseen fault shows nothing of its cause.
 * @param openForMs how long the engine has been out of reach, null when it is not
 */
export function refusalOf(error: unknown, openForMs: number | null): BffRefusal {
  if (error instanceof BffRefusal) return error;
  if (!(error instanceof AdduceError)) {
    return new BffRefusal({ status: 500, kind: 'Internal', reason: 'bff:internal', ...INTERNAL }, error);
  }
  const status = error.status >= 400 ? error.status : (NO_REPLY_STATUS[error.kind] ?? 502);
  const isDegraded = status >= 500 && openForMs !== null && openForMs > DEGRADED_AFTER_MS;
  const receiptId = receiptIdOf(error.envelope);
  const view: RefusalView = {
    status,
    kind: error.kind,
    reason: error.reason,
    ...(isDegraded ? DEGRADED : wordsOf(error)),
    ...(receiptId !== null && { receipt_id: receiptId }),
    ...(error.retryAfterMs !== null && { retry_after_ms: error.retryAfterMs }),
  };
  return new BffRefusal(view, error);
}

export function refuse(
  status: number,
  kind: ErrorKind,
  reason: string,
  message: string,
  nextStep?: string,
): BffRefusal {
  const view = { status, kind, reason, message };
  return new BffRefusal(nextStep === undefined ? view : { ...view, next_step: nextStep });
}

/** The first receipt of the engine's envelope, null where the reply had none. */
function receiptIdOf(envelope: unknown): string | null {
  const receipts = memberOf(envelope, 'receipts');
  const id = Array.isArray(receipts) ? memberOf(receipts[0], 'receipt_id') : undefined;
  return typeof id === 'string' ? id : null;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

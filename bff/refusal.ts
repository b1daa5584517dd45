/** Why the BFF did not do what was asked, in words for the person in front of the page (contract: Errors). */
import { AdduceError } from '../gateway/client/adduce-error.ts';
import type { ErrorKind } from '../gateway/wire/error.ts';

/** What a client of the BFF gets to know. */
export interface RefusalView {
  readonly status: number;
  readonly kind: ErrorKind;
  readonly reason: string;
  readonly message: string;
  readonly retry_after_ms?: number;
  /** What the reader can do about it. */
  readonly next_step?: string;
  /** Of the engine's call that failed. */
  readonly receipt_id?: string;
}

export class BffRefusal extends Error {
  override readonly name = 'BffRefusal';
  readonly view: RefusalView;

  constructor(view: RefusalView, cause?: unknown) {
    super(view.message, { cause });
    this.view = view;
  }
}

/** How long an outage lasts before the page speaks of degraded service (contract: "Client rules"). */
const DEGRADED_AFTER_MS = 30_000;

const OF_KIND: Readonly<Partial<Record<ErrorKind, string>>> = {
  BadRequest: 'That question cannot be read. Please shorten or rephrase it.',
  Unauthorized: 'This server is not allowed to ask the engine. Its operator has to set the key.',
  Forbidden: 'This server is not allowed to do that.',
  NotFound: 'There is nothing of that name here.',
  Contradiction: 'Checked sources contradict each other on this question. Both sides are shown.',
  StaleSnapshot:
    'What is known here is older than this question allows. Ask again later, or in a lighter mode.',
  RateLimited: 'Too many requests in a short time. Please wait a moment.',
  Upstream: 'A part of the engine did not answer. Please try again.',
  Unavailable: 'The engine cannot be reached right now. Please try again in a moment.',
  Timeout: 'The engine took too long to answer. Please try again.',
  Internal: 'Something went wrong in the engine. Please try again.',
};

const DEGRADED =
  'The engine has been out of reach for a while: service is degraded. Your history and saved answers are still here.';

/** Statuses by which the BFF passes on that the engine gave no reply. */
const NO_REPLY_STATUS: Readonly<Partial<Record<ErrorKind, number>>> = { Timeout: 504, Unavailable: 503 };

/**
 * Any failure as a refusal; what is unforeseen says nothing of the inside.
 * @param openForMs how long the engine has been out of reach, null when it is not
 */
export function refusalOf(error: unknown, openForMs: number | null): BffRefusal {
  if (error instanceof BffRefusal) return error;
  if (!(error instanceof AdduceError)) return refuse(500, 'Internal', 'bff:internal', INTERNAL, error);
  const status = error.status >= 400 ? error.status : (NO_REPLY_STATUS[error.kind] ?? 502);
  const view = { status, kind: error.kind, reason: error.reason, message: messageOf(error, openForMs) };
  if (error.retryAfterMs === null) return new BffRefusal(view, error);
  return new BffRefusal({ ...view, retry_after_ms: error.retryAfterMs }, error);
}

const INTERNAL = 'Something went wrong here. Please try again.';

function messageOf(error: AdduceError, openForMs: number | null): string {
  if (openForMs !== null && openForMs > DEGRADED_AFTER_MS) return DEGRADED;
  return OF_KIND[error.kind] ?? error.message;
}

export function refuse(
  status: number,
  kind: ErrorKind,
  reason: string,
  message: string,
  cause?: unknown,
): BffRefusal {
  return new BffRefusal({ status, kind, reason, message }, cause);
}

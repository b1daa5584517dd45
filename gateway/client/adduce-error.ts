/** The one error that this library throws (docs/spec/contract.md#ae-client-rules; docs/spec/decisions.md#6). */

import type { ErrorKind } from '../wire/error.ts';

const KIND_OF_STATUS: Readonly<Record<number, ErrorKind>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  402: 'PaymentRequired',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  409: 'Contradiction',
  412: 'StaleSnapshot',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Unprocessable',
  429: 'RateLimited',
  500: 'Internal',
  502: 'Upstream',
  503: 'Unavailable',
  504: 'Timeout',
};

/** What is known of a failed call. */
export interface Failure {
  /** The HTTP status; 0 where no response came. */
  readonly status: number;
  /** What a caller switches on; new ones may come with a minor version. */
  readonly kind: ErrorKind;
  /** The engine's `error.reason`, or `client:…` for what this library found out itself. */
  readonly reason: string;
  readonly message: string;
  /** How long to wait before the next call, null where the engine did not say. */
  readonly retryAfterMs?: number | null;
  /** The whole body of the reply, where it was JSON. A 409 carries both sides of the contradiction in it. */
  readonly envelope?: unknown;
  readonly cause?: unknown;
}

export class AdduceError extends Error {
  override readonly name = 'AdduceError';
  readonly status: number;
  readonly kind: ErrorKind;
  readonly reason: string;
  readonly retryAfterMs: number | null;
  readonly envelope: unknown;

  constructor(failure: Failure) {
    super(failure.message, { cause: failure.cause });
    this.status = failure.status;
    this.kind = failure.kind;
    this.reason = failure.reason;
    this.retryAfterMs = failure.retryAfterMs ?? null;
    this.envelope = failure.envelope ?? null;
  }
}

/** The kind that a status means where the body does not name one. */
export function kindOfStatus(status: number): ErrorKind {
  if (status >= 400 && status < 500) return KIND_OF_STATUS[status] ?? 'BadRequest';
  return KIND_OF_STATUS[status] ?? 'Upstream';
}

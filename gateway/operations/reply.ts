/** What an operation replies, before it becomes an envelope with a receipt in the caller's format. */
import type { z } from 'zod';
import type { CorpusView } from '../../engine/view.ts';
import { type GatewayRefusal, retryAfter, verdictOf } from '../refusal/refusals.ts';
import type { Budget, Coverage, Envelope, Spend } from '../wire/envelope.ts';
import type { WireError } from '../wire/error.ts';
import type { OperationContract } from '../wire/operation.ts';
import type { Download, PlainForm } from './plain-form.ts';
import type { PublicFile } from './public-file.ts';
import { costOf } from './token-budget.ts';

export interface Reply {
  readonly status: number;
  /** The operation's own members, beside the envelope's. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Equivalent members with other random ids: those that cost the fewest tokens are sent. */
  readonly variants: readonly Readonly<Record<string, unknown>>[];
  /** The corpus that was read; null: the one that the request means by its query. */
  readonly corpus: { readonly name: string; readonly snapshot: string } | null;
  /** Null: the enforcement mode. */
  readonly mode: string | null;
  readonly budget: Budget;
  readonly coverage: Coverage | null;
  /** Null: no capability of a token was used. */
  readonly spend: Spend | null;
  /** The member that repeats the response's own receipt, null for most. */
  readonly receiptAs: 'plan_receipt' | null;
  /** What is sent instead of an envelope, null for every operation. */
  readonly file: PublicFile | null;
  /** The same in a standard's own form, for callers that prefer it; null where there is none. */
  readonly plain: PlainForm | null;
  /** A file that the caller asked for, sent instead of an envelope; null for most. */
  readonly download: Download | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Lists and objects as the engine gives them: read-only, and without the members that a schema allows but does not name. */
type Unchanging<T> = T extends readonly (infer E)[]
  ? readonly Unchanging<E>[]
  : T extends object
    ? { readonly [K in keyof T as IsUnnamed<K, T[K]> extends true ? never : K]: Unchanging<T[K]> }
    : T;
type IsUnnamed<K, V> = string extends K ? (unknown extends V ? true : false) : false;

/** What `writeEnvelope` and `refusalReply` add. */
type Added = keyof Envelope | 'plan_receipt' | 'error';

/** A body's own members, as its schema describes them: of each kind of a union those of that kind. */
export type Members<S extends z.ZodType, B = z.input<S>> = B extends unknown
  ? { readonly [K in keyof B as Exclude<K, Added>]: Unchanging<B[K]> }
  : never;

type More = Partial<Omit<Reply, 'status' | 'members'>>;

/** What an operation replies where it did what it was asked for, with the status and the members of its contract. */
export function reply<C extends OperationContract>(
  contract: C,
  members: Members<C['reply']['schema']>,
  more: More & { readonly variants?: readonly Members<C['reply']['schema']>[] } = {},
): Reply {
  return replyOf(contract.reply.status, members, more);
}

/** What is sent in place of an envelope's members: a file, or nothing. */
export function bareReply(more: More): Reply {
  return replyOf(200, {}, more);
}

function replyOf(status: number, members: Readonly<Record<string, unknown>>, more: More): Reply {
  const plain = {
    variants: [],
    corpus: null,
    mode: null,
    coverage: null,
    spend: null,
    receiptAs: null,
    file: null,
    plain: null,
    download: null,
    headers: {},
  };
  return { status, members, budget: more.budget ?? costOf(members), ...plain, ...more };
}

/** The corpus member of an envelope for what a view read. */
export function corpusOf({ corpus, snapshot }: CorpusView): { name: string; snapshot: string } {
  return { name: corpus, snapshot };
}

const NOTHING: Budget = { asked: 0, spent: 0, dropped: { count: 0, kinds: [] } };

/** @param more what else to say: the members of an answer that is contradicted, a corpus, headers */
export function refusalReply(refusal: GatewayRefusal, more: Partial<Omit<Reply, 'status'>> = {}): Reply {
  const { members, headers, ...rest } = more;
  const error = wireErrorOf(refusal);
  return replyOf(
    error.status,
    { ...members, error },
    { budget: NOTHING, ...rest, headers: { ...retryAfter(refusal), ...headers } },
  );
}

function wireErrorOf({ reason, message, retryAfterMs, details }: GatewayRefusal): WireError {
  return {
    ...verdictOf(reason),
    reason,
    message,
    ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
    ...(details !== undefined && { details: { ...details } }),
  };
}

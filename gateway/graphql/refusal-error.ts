/**
 * What a client sees of refusals and faults: a reason word in `extensions.code`, nothing of the inside
 * (docs/spec/decisions.md#6-reasons).
 */
import { GraphQLError } from 'graphql';
import { AnswerDamaged, damageWords } from '../../engine/answer/answer-damaged.ts';
import { callerSignal } from '../../graph/caller.ts';
import { WriterOverloaded } from '../../graph/log/writer.ts';
import { StoreUnavailable } from '../../graph/store/store.ts';
import type { GatewayRefusal } from '../rest/refusals.ts';

const MS_PER_SECOND = 1_000;

/** A refusal as a GraphQL error; `extensions.code` is its reason, such as `denied:key_missing`. */
export function refusalError({ reason, message, details }: GatewayRefusal): GraphQLError {
  return new GraphQLError(message, { extensions: { code: reason, ...(details && { details }) } });
}

/** The error of an operation that its caller's rate does not allow now; over HTTP it answers 429. */
export function rateError({ reason, message, retryAfterMs = 0 }: GatewayRefusal): GraphQLError {
  const headers = { 'retry-after': String(Math.ceil(retryAfterMs / MS_PER_SECOND)) };
  return new GraphQLError(message, {
    extensions: { code: reason, retryAfterMs, http: { status: 429, headers } },
  });
}

/** An error on purpose passes; a fault becomes a plain word, with the place in the query that it belongs to. */
export function maskFault(error: unknown): GraphQLError {
  if (isOnPurpose(error)) return error;
  const located = error instanceof GraphQLError;
  const { message, code } = publicFault(located ? error.originalError : error);
  const place = located ? { nodes: error.nodes, path: error.path } : {};
  return new GraphQLError(message, { ...place, extensions: { code } });
}

/** Whether it only says that the caller has left or their time is up: no fault, and nothing to report here. */
export function isLeaving(error: unknown): boolean {
  const signal = callerSignal();
  return signal?.aborted === true && innermost(error) === signal.reason;
}

function innermost(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? innermost(error.originalError) : error;
}

/** Execution wraps what a resolver threw, to say where: what counts is the innermost error. */
function isOnPurpose(error: unknown): error is GraphQLError {
  if (!(error instanceof GraphQLError)) return false;
  return error.originalError === undefined || isOnPurpose(error.originalError);
}

function publicFault(fault: unknown): { readonly message: string; readonly code: string } {
  if (fault instanceof StoreUnavailable || fault instanceof WriterOverloaded) {
    return { message: 'the store cannot answer now; try again', code: 'upstream:unavailable' };
  }
  if (fault instanceof AnswerDamaged) return { message: damageWords(fault), code: 'upstream:unavailable' };
  return { message: 'something went wrong on our side', code: 'internal' };
}

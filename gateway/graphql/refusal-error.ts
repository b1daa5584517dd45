/**
 * What a client sees of refusals and faults: a reason word in `extensions.code`, nothing of the inside
 * (docs/spec/decisions.md#6-reasons).
 */
import { GraphQLError } from 'graphql';
import { callerSignal } from '../../graph/caller.ts';
import { refusalOfFault } from '../refusal/refusal-of-fault.ts';
import { type GatewayRefusal, retryAfter, verdictOf } from '../refusal/refusals.ts';

/** A refusal as a GraphQL error; `extensions.code` is its reason, such as `denied:key_missing`. */
export function refusalError(refusal: GatewayRefusal): GraphQLError {
  return new GraphQLError(refusal.message, { extensions: extensionsOf(refusal) });
}

/** The error of an operation that its caller's rate does not allow now: over HTTP, the whole reply has its status. */
export function rateError(refusal: GatewayRefusal): GraphQLError {
  const http = { status: verdictOf(refusal.reason).status, headers: retryAfter(refusal) };
  return new GraphQLError(refusal.message, { extensions: { ...extensionsOf(refusal), http } });
}

export function extensionsOf({ reason, details, retryAfterMs }: GatewayRefusal) {
  return { code: reason, ...(retryAfterMs !== undefined && { retryAfterMs }), ...(details && { details }) };
}

/** An error on purpose passes; a fault becomes a plain word, with the place in the query that it belongs to. */
export function maskFault(error: unknown): GraphQLError {
  if (isOnPurpose(error)) return error;
  const located = error instanceof GraphQLError;
  const refusal = refusalOfFault(innermost(error));
  const place = located ? { nodes: error.nodes, path: error.path } : {};
  return new GraphQLError(refusal.message, { ...place, extensions: extensionsOf(refusal) });
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
  return error instanceof GraphQLError && innermost(error) instanceof GraphQLError;
}

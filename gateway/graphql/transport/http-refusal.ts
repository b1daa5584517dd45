/** A refusal before GraphQL has begun, in GraphQL's own form. */
import { type GatewayRefusal, retryAfter, verdictOf } from '../../refusal/refusals.ts';
import { extensionsOf } from '../refusal-error.ts';

type Headers = Readonly<Record<string, string>>;

/** @param headers what the response says of the caller's rate, and what else belongs to it */
export function refusalResponse(refusal: GatewayRefusal, headers: Headers = {}): Response {
  const errors = [{ message: refusal.message, extensions: extensionsOf(refusal) }];
  const { status } = verdictOf(refusal.reason);
  return Response.json({ errors }, { status, headers: { ...headers, ...retryAfter(refusal) } });
}

/**
 * A refused credential, with the scheme that is asked for: wrong engine keys are 401, the agent plane has no 401
 * (docs/spec/decisions.md#6-no-401).
 */
export function challengeResponse(refusal: GatewayRefusal, headers: Headers): Response {
  const scheme = verdictOf(refusal.reason).status === 401 ? 'Bearer' : 'Bearer realm="rcx"';
  return refusalResponse(refusal, { ...headers, 'www-authenticate': scheme });
}

/** A refusal before GraphQL has begun, in GraphQL's own form. */
import type { Refusal } from '../../../engine/refusal.ts';
import type { GatewayRefusal } from '../../rest/refusals.ts';

const MS_PER_SECOND = 1_000;

/** Wrong engine keys are 401; the agent plane has no 401 (docs/spec/decisions.md#6-no-401). */
function refusalStatus({ reason }: Refusal): 401 | 403 {
  return reason === 'denied:key_missing' || reason === 'denied:key_invalid' ? 401 : 403;
}

/** @param headers what the response says of the caller's rate */
export function refusalResponse(refusal: Refusal, headers: Readonly<Record<string, string>>): Response {
  const status = refusalStatus(refusal);
  const challenge = status === 401 ? 'Bearer' : 'Bearer realm="rcx"';
  return errorResponse(status, refusal.reason, refusal.message, {
    ...headers,
    'www-authenticate': challenge,
  });
}

/** A caller past its rate; `Retry-After` is in whole seconds. */
export function limitedResponse(
  { reason, message, retryAfterMs = 0 }: GatewayRefusal,
  headers: Readonly<Record<string, string>>,
): Response {
  const retryAfter = String(Math.ceil(retryAfterMs / MS_PER_SECOND));
  const errors = [{ message, extensions: { code: reason, retryAfterMs } }];
  return Response.json({ errors }, { status: 429, headers: { ...headers, 'retry-after': retryAfter } });
}

export function errorResponse(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ errors: [{ message, extensions: { code } }] }, { status, headers });
}

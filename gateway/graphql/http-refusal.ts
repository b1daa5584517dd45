/** A refusal before GraphQL has begun, in GraphQL's own form. */
import type { Refusal } from '../../engine/refusal.ts';

/** Wrong engine keys are 401; the agent plane has no 401 (decisions §6). */
function refusalStatus({ reason }: Refusal): 401 | 403 {
  return reason === 'denied:key_missing' || reason === 'denied:key_invalid' ? 401 : 403;
}

export function refusalResponse(refusal: Refusal): Response {
  const status = refusalStatus(refusal);
  const headers: Record<string, string> = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  if (status === 403) headers['www-authenticate'] = 'Bearer realm="rcx"';
  return errorResponse(status, refusal.reason, refusal.message, headers);
}

export function errorResponse(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ errors: [{ message, extensions: { code } }] }, { status, headers });
}

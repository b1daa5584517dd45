/**
 * What a browser learns about pages from elsewhere: those that the operator lists may call, no others
 * (docs/spec/promises.md#cors).
 */
import { isAllowedOrigin } from './origin.ts';

const METHODS = 'GET, POST, OPTIONS';
/** Credentials are sent by `Authorization`, never by a cookie. */
const REQUEST_HEADERS = 'authorization, content-type, last-event-id, x-tenant';
const RESPONSE_HEADERS = 'ratelimit, ratelimit-policy, retry-after, www-authenticate';
/** Seconds for which a browser keeps the answer to its question. */
const MAX_AGE = 600;

/** A browser's question before a request; it has neither credentials nor a body. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method');
}

/** @param allowed origins beside the server's own */
export function preflightResponse({ headers }: Request, allowed: readonly string[]): Response {
  const asked = {
    allow: METHODS,
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': REQUEST_HEADERS,
    'access-control-max-age': String(MAX_AGE),
  };
  const told = isListed(headers, allowed) ? asked : { allow: METHODS };
  return withOrigin(new Response(null, { status: 204, headers: told }), headers, allowed);
}

/** The response, which a listed origin's page may read. */
export function withOrigin(response: Response, asking: Headers, allowed: readonly string[]): Response {
  response.headers.append('vary', 'origin');
  const origin = asking.get('origin');
  if (origin === null || !isListed(asking, allowed)) return response;
  response.headers.set('access-control-allow-origin', origin);
  response.headers.set('access-control-expose-headers', RESPONSE_HEADERS);
  return response;
}

function isListed(headers: Headers, allowed: readonly string[]): boolean {
  const origin = headers.get('origin');
  return origin !== null && allowed.includes(origin);
}

export function mayCall({ headers, url }: Request, allowed: readonly string[]): boolean {
  return isAllowedOrigin(headers.get('origin'), headers.get('host') ?? new URL(url).host, allowed);
}

/** The refusal of a page that may not call. `denied:origin` is a reason of GraphQL alone, as `query:too_large` is. */
export function foreignPage(): Response {
  const errors = [{ message: 'this page may not call', extensions: { code: 'denied:origin' } }];
  return Response.json({ errors }, { status: 403 });
}

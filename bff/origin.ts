/**
 * Where a request may come from: the page's own origin (docs/spec/decisions.md#7-session;
 * docs/spec/promises.md#cors, #csrf).
 */
import { refuse } from './refusal.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Values of `Sec-Fetch-Site` for requests that the page or its user began. */
const OWN_SITES = new Set(['same-origin', 'none']);

/**
 * The origin at which the page is served.
 * @param publicUrl where a proxy serves it; without one it is the request's own
 * @throws {BffRefusal} 403 over plain http for a host name that is not loopback: only a rebound DNS name gets there
 */
export function ownOrigin(request: Request, publicUrl: string | null): string {
  if (publicUrl !== null) return new URL(publicUrl).origin;
  const url = new URL(request.url);
  if (url.protocol === 'https:' || LOOPBACK.has(url.hostname)) return url.origin;
  throw refuse(403, 'Forbidden', 'denied:origin', 'This server does not answer under that name.');
}

/**
 * Lets through what changes nothing, and what comes from the page. Programs send no `Origin` and no `Sec-Fetch-Site`;
 * a browser cannot leave both out.
 * @throws {BffRefusal} 403 for a write from another site
 */
export function checkOrigin(request: Request, own: string): void {
  if (SAFE_METHODS.has(request.method)) return;
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  if (origin === own || (origin === null && (site === null || OWN_SITES.has(site)))) return;
  throw refuse(403, 'Forbidden', 'denied:origin', 'Writes are accepted from this page only.');
}

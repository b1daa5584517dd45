/** Where the page goes on after a sign-in: an address of this page, and of no other site. */
import { refuse } from '../refusal.ts';

/** As a browser encodes it: a longer one does not fit a cookie, and the page begins anew then. */
const MAX_LENGTH = 2_000;
/** A browser reads the address as this one does. */
const SOMEWHERE = 'https://page.invalid';
/** Paths that show no page. */
const OTHERS = /^\/(?:auth|api|assets)(?:\/|$)/;

/**
 * Without its fragment: what the page reads there, such as an invitation, is not for a link to a sign-in to bring.
 * @throws {BffRefusal} 400 for an address elsewhere
 */
export function returnPath(to: string | null): string {
  if (to === null || to === '') return '/';
  const url = to.startsWith('/') ? URL.parse(to, SOMEWHERE) : null;
  if (url === null || url.origin !== SOMEWHERE || url.pathname.startsWith('//')) {
    throw refuse(400, 'BadRequest', 'invalid:query', 'A sign-in leads back to this page alone.');
  }
  const path = url.pathname + url.search;
  return OTHERS.test(url.pathname) || path.length > MAX_LENGTH ? '/' : path;
}

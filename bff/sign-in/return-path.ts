/** Where the page goes on after a sign-in: an address of this page, and of no other site. */
import { refuse } from '../refusal.ts';

/** A longer one does not fit a cookie: the page begins anew then. */
const MAX_LENGTH = 2_000;
/** A browser reads the address as this one does. */
const SOMEWHERE = 'https://page.invalid';
/** Paths that show no page. */
const OTHERS = /^\/(?:auth|api|assets)(?:\/|$)/;

/** @throws {BffRefusal} 400 for an address elsewhere */
export function returnPath(to: string | null): string {
  if (to === null || to === '' || to.length > MAX_LENGTH) return '/';
  const url = to.startsWith('/') ? URL.parse(to, SOMEWHERE) : null;
  if (url === null || url.origin !== SOMEWHERE || url.pathname.startsWith('//')) {
    throw refuse(400, 'BadRequest', 'invalid:query', 'A sign-in leads back to this page alone.');
  }
  return OTHERS.test(url.pathname) ? '/' : url.pathname + url.search + url.hash;
}

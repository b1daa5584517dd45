/** The session cookie: it makes an anonymous user, and nothing else hangs on it (decisions §7). */
import { hash, randomBytes } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Visitor } from './desk.ts';

const SECURE_NAME = '__Host-adduce_session';
const LOOPBACK_NAME = 'adduce_session';
/** The longest that browsers keep a cookie. */
const MAX_AGE_S = 400 * 86_400;
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export interface Session extends Visitor {
  /** `Set-Cookie` for a browser that has no session yet, null for one that has. */
  readonly setCookie: string | null;
}

/**
 * The session of a request, or a new one. The user's id is a hash of the cookie, so that the records alone let nobody in.
 * @param secure whether the page is served over https
 */
export function sessionOf(request: Request, secure: boolean): Session {
  const name = secure ? SECURE_NAME : LOOPBACK_NAME;
  const token = parseCookie(request.headers.get('cookie') ?? '')[name];
  if (token !== undefined && TOKEN.test(token)) return { user: userOf(token), setCookie: null };
  const fresh = randomBytes(TOKEN_BYTES).toString('base64url');
  const setCookie = stringifySetCookie({
    name,
    value: fresh,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: MAX_AGE_S,
  });
  return { user: userOf(fresh), setCookie };
}

function userOf(token: string): string {
  return `u_${hash('sha256', token).slice(0, 32)}`;
}

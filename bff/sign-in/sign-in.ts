/** Signing in and out of an account: use cases of the page's backend (ADR 85). */
import type { BffContext } from '../bff-context.ts';
import { refuse } from '../refusal.ts';
import { freshUser, type Sessions, type VisitorSession } from '../session.ts';
import { newSignIn, noPendingCookie, pendingCookie, proofOf, readPending } from './pending-sign-in.ts';
import { expired } from './provider-fault.ts';
import { returnPath } from './return-path.ts';
import { membershipsBy } from './role-mapping.ts';
import type { SignInService } from './sign-in-service.ts';

/** A browser at this server. */
export interface BrowserVisit {
  readonly request: Request;
  /** The origin at which the page is served. */
  readonly origin: string;
  readonly session: VisitorSession;
  readonly sessions: Sessions;
}

export const CALLBACK_PATH = '/auth/callback';
/** A sign-in waits so long for what the visitor had; the rest is moved while the page shows. */
const MERGE_MS = 1_000;
const MAX_STATE_LENGTH = 128;
/** Longer than its cookie is accepted: clocks of gateways differ. */
const STATE_KEPT_MS = 3_600_000;

/** Where the browser goes, and the cookies that it takes there. */
export interface Departure {
  readonly location: string;
  readonly cookies: readonly string[];
}

/** @throws {BffRefusal} 400 for a return to another site, 404 where nobody can sign in, 502 and 503 of the provider */
export async function beginSignIn(bff: BffContext, { request, origin }: BrowserVisit): Promise<Departure> {
  const { provider } = signInOf(bff);
  // Another site does not choose when, or as whom, a visitor signs in.
  if (!isByVisitor(request)) return { location: `${origin}/`, cookies: [] };
  const to = returnPath(new URL(request.url).searchParams.get('to'));
  const pending = newSignIn(to, bff.now());
  const proof = proofOf(bff.sessionKey, pending);
  const location = await provider.signInUrl(origin + CALLBACK_PATH, proof);
  return { location, cookies: [pendingCookie(bff.sessionKey, pending, isSecure(origin))] };
}

/**
 * The browser comes back from the provider: its session becomes one of the account, under another name.
 * @throws {BffRefusal} 403 for a sign-in that this browser did not begin, that took too long, was used before or was
 * cancelled; 502 where the identity does not verify; 503 where the provider is away
 */
export async function finishSignIn(bff: BffContext, visit: BrowserVisit): Promise<Departure> {
  const { provider, mapping, merging } = signInOf(bff);
  const { request, origin, session, sessions } = visit;
  const { search, searchParams } = new URL(request.url);
  const pending = await takePending(bff, visit, searchParams.get('state') ?? '');
  const callback = new URL(origin + CALLBACK_PATH + search);
  const identity = await provider.identify(callback, proofOf(bff.sessionKey, pending));
  const { issuer, subject, name, idToken, groups } = identity;
  const next = sessions.nextSignedIn();
  const { user, isMerging } = await bff.records.signIn({
    issuer,
    subject,
    name,
    before: session.isKnown ? sessions.endOf(session) : null,
    freshUser: freshUser(),
    session: next.session,
    sessionExpiresAt: next.until,
    idToken,
    memberships: membershipsBy(mapping, groups),
    at: bff.now(),
  });
  if (isMerging) await merging.runFor(MERGE_MS);
  const cookie = sessions.signedIn({ user, ...next }, isSecure(origin));
  return { location: origin + pending.to, cookies: [cookie, noPendingCookie(isSecure(origin))] };
}

/** Where the browser says who asks: this page, or the person by an address that was typed or kept. */
function isByVisitor({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  return site === null || site === 'same-origin' || site === 'none';
}

/** Whatever comes of it, the same state is accepted once. */
async function takePending(bff: BffContext, { request, origin }: BrowserVisit, state: string) {
  const given = { state: state.slice(0, MAX_STATE_LENGTH), now: bff.now(), secure: isSecure(origin) };
  const pending = readPending(bff.sessionKey, request, given);
  if (pending === null) throw expired();
  const until = pending.issued + STATE_KEPT_MS;
  if (await bff.records.takeState(pending.state, until, bff.now())) return pending;
  throw expired();
}

/** Where the provider ends its session, for a browser whose session has ended here; null: nowhere. */
export async function providerSignOut(
  bff: BffContext,
  { session, origin, idToken }: ProviderSession,
): Promise<string | null> {
  if (bff.signIn === null || !session.isSignedIn) return null;
  return bff.signIn.provider.signOutUrl(idToken, `${origin}/`);
}

interface ProviderSession {
  readonly session: VisitorSession;
  readonly origin: string;
  readonly idToken: string | null;
}

function signInOf({ signIn }: BffContext): SignInService {
  if (signIn !== null) return signIn;
  throw refuse(404, 'NotFound', 'missing:route', 'There is no sign-in on this server.');
}

function isSecure(origin: string): boolean {
  return origin.startsWith('https:');
}

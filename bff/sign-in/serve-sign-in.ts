/** `/auth/sign-in` and `/auth/callback`: a browser leaves for the identity provider, and comes back. */
import type { BffContext, Visitor } from '../bff-context.ts';
import { refusalOf, refuse } from '../refusal.ts';
import { REASON_HEADER, refusalResponse } from '../reply.ts';
import { type BrowserVisit, beginSignIn, CALLBACK_PATH, type Departure, finishSignIn } from './sign-in.ts';

const SIGN_IN_PATH = '/auth/sign-in';
/** Neither is shown in an address that the page passes on. */
const FOR_ALL = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

export function isSignIn(pathname: string): boolean {
  return pathname === '/auth' || pathname.startsWith('/auth/');
}

/** Every failure is a reply: for a browser the page, which says what it was; for a program the refusal. */
export async function serveSignIn(bff: BffContext, visitor: Visitor, visit: BrowserVisit): Promise<Response> {
  try {
    await bff.limits.write(visitor);
    return departure(await stepOf(bff, visit));
  } catch (error) {
    return wantsPage(visit.request) ? failedPage(bff, visit, error) : refusalResponse(error, bff);
  }
}

function stepOf(bff: BffContext, visit: BrowserVisit): Promise<Departure> {
  const { request } = visit;
  const { pathname } = new URL(request.url);
  if (pathname !== SIGN_IN_PATH && pathname !== CALLBACK_PATH) {
    throw refuse(404, 'NotFound', 'missing:route', 'There is nothing at this address.');
  }
  // A HEAD would use up the sign-in.
  if (request.method !== 'GET') {
    throw refuse(405, 'MethodNotAllowed', 'invalid:method', 'This address takes GET.');
  }
  return pathname === SIGN_IN_PATH ? beginSignIn(bff, visit) : finishSignIn(bff, visit);
}

function departure({ location, cookies }: Departure): Response {
  const headers = new Headers({ location, ...FOR_ALL });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}

function wantsPage({ headers }: Request): boolean {
  return (headers.get('accept') ?? '').includes('text/html');
}

function failedPage(bff: BffContext, { origin }: BrowserVisit, error: unknown): Response {
  const { view } = refusalOf(error, bff.client.circuit().openForMs);
  const headers = { location: `${origin}/#sign-in=${encodeURIComponent(view.reason)}`, ...FOR_ALL };
  return new Response(null, { status: 303, headers: { ...headers, [REASON_HEADER]: view.reason } });
}

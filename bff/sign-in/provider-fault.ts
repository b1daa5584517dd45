/** What went wrong between this server and the identity provider: for the person who signs in, and for the operator. */
import { BffRefusal, refuse } from '../refusal.ts';

/** `discovery`: reading what the provider says of itself. `exchange`: verifying who signed in. */
export type Phase = 'discovery' | 'exchange';

export interface ProviderFault {
  readonly refusal: BffRefusal;
  /** One line for the operator, who can mend it; null: nothing to mend. */
  readonly report: string | null;
}

const AGAIN = 'Sign in again.';

function cancelled(): BffRefusal {
  return refuse(403, 'Forbidden', 'denied:sign_in_cancelled', 'The sign-in was not completed.', AGAIN);
}

/** A sign-in that is not, or no longer, one of this browser. */
export function expired(): BffRefusal {
  const message = 'This sign-in took too long, was used before, or was begun in another browser.';
  return refuse(403, 'Forbidden', 'denied:sign_in_expired', message, AGAIN);
}

/** Errors that a provider sends through the browser for what the person did (RFC 6749 §4.1.2.1, OpenID Connect §3.1.2.6). */
const BY_PERSON: ReadonlySet<string> = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'login_required',
]);
/** Those for a client that is not set up well, of the same standards. A browser brings them: any other word may be made up. */
const BY_SETTINGS: ReadonlySet<string> = new Set([
  'invalid_request',
  'invalid_scope',
  'request_not_supported',
  'request_uri_not_supported',
  'unauthorized_client',
  'unsupported_response_type',
]);
const BY_LOAD: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable']);

export function providerFault(error: unknown, issuer: string, phase: Phase): ProviderFault {
  if (error instanceof BffRefusal) return { refusal: error, report: null };
  const code = textOf(error, 'code');
  const said = textOf(error, 'error');
  const isByBrowser = code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR';
  if (isByBrowser && BY_PERSON.has(said)) return { refusal: cancelled(), report: null };
  if (isByBrowser && !BY_SETTINGS.has(said) && !BY_LOAD.has(said)) {
    return { refusal: wrongClient(issuer, said).refusal, report: null };
  }
  if (said === 'invalid_grant') return { refusal: expired(), report: null };
  if (BY_LOAD.has(said)) return away(issuer, said);
  if (said !== '') return wrongClient(issuer, said);
  if (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return wrongClient(issuer, 'invalid_client');
  if (isNetwork(error, code)) return away(issuer, networkWord(error, code));
  if (isOverloaded(error)) return away(issuer, `status ${statusOf(error)}`);
  return phase === 'discovery' ? wrongIssuer(error, issuer, code) : notVerified(issuer, code);
}

function away(issuer: string, why: string): ProviderFault {
  const message = 'The sign-in service cannot be reached right now.';
  const next = 'Please try again in a moment; without signing in, everything else works.';
  return {
    refusal: refuse(503, 'Unavailable', 'bff:provider_away', message, next),
    report: `the identity provider ${issuer} cannot be reached (${why}): nobody can sign in until it can. Check ADDUCE_OIDC_ISSUER, and that this machine reaches it`,
  };
}

const NOT_SET_UP = {
  message: 'Signing in is not set up correctly on this server.',
  next: 'Its operator finds the reason in the log of the service; without signing in, everything else works.',
};

function wrongClient(issuer: string, said: string): ProviderFault {
  const { message, next } = NOT_SET_UP;
  return {
    refusal: refuse(502, 'Upstream', 'bff:sign_in_settings', message, next),
    report: `the identity provider ${issuer} refuses this client (${wordOf(said)}): check ADDUCE_OIDC_CLIENT_ID, its secret, ADDUCE_OIDC_SCOPE, and the redirect URL that is registered there`,
  };
}

function wrongIssuer(error: unknown, issuer: string, code: string): ProviderFault {
  const { message, next } = NOT_SET_UP;
  const found = issuerIn(error);
  const what =
    found === null
      ? `has no OpenID configuration (${statusOf(error) === 0 ? code || 'no metadata' : `status ${statusOf(error)}`})`
      : `calls itself ${JSON.stringify(found)}`;
  return {
    refusal: refuse(502, 'Upstream', 'bff:sign_in_settings', message, next),
    report: `ADDUCE_OIDC_ISSUER is ${issuer}, which ${what}: set it to the "issuer" that the provider's /.well-known/openid-configuration names. Nobody can sign in until then`,
  };
}

function notVerified(issuer: string, code: string): ProviderFault {
  const message = 'What the sign-in service says of you could not be verified.';
  return {
    refusal: refuse(
      502,
      'Upstream',
      'bff:identity',
      message,
      'Sign in again; if it fails again, tell the operator.',
    ),
    report: `what the identity provider ${issuer} says of a person does not verify (${code || 'no code'}): nobody was signed in by it. Check its keys, its clock and ADDUCE_OIDC_CLIENT_ID`,
  };
}

const NETWORK: ReadonlySet<string> = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);

/** What `fetch` throws, and a body that breaks off. */
function isNetwork(error: unknown, code: string): boolean {
  return (
    NETWORK.has(code) ||
    (error instanceof TypeError && error.cause !== undefined && code === '') ||
    isTerminated(error)
  );
}

function isTerminated(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'terminated';
}

function networkWord(error: unknown, code: string): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return textOf(cause, 'code') || code || 'connection lost';
}

const SERVER_FAULT = 500;

function isOverloaded(error: unknown): boolean {
  return statusOf(error) >= SERVER_FAULT;
}

/** Of a reply that the library refused; 0 where that is none. */
function statusOf(error: unknown): number {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Response ? cause.status : 0;
}

/** The issuer of metadata that name another one. */
function issuerIn(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : undefined;
  const body = memberOf(cause, 'body');
  const issuer = textOf(body, 'issuer');
  return issuer === '' ? null : issuer;
}

/** What a provider wrote, fit for a line of a log. */
function wordOf(said: string): string {
  return /^[\w.-]{1,64}$/.test(said) ? said : 'an error without a name';
}

function textOf(value: unknown, name: string): string {
  const text = memberOf(value, name);
  return typeof text === 'string' ? text : '';
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

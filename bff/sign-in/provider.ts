/**
 * The identity provider, by OpenID Connect: the authorization code flow with PKCE, state and nonce. Its statements are
 * verified with its keys also where they come from it directly.
 */
import type { Configuration, ServerMetadata } from 'openid-client';
import type { BffRefusal } from '../refusal.ts';
import { type Identity, identityOf } from './identity.ts';
import { type Phase, providerFault } from './provider-fault.ts';

export interface ProviderOptions {
  /** As the provider names itself, a URL. */
  readonly issuer: string;
  readonly clientId: string;
  /** Null: a public client, which PKCE alone protects. */
  readonly clientSecret: string | null;
  /** Separated by spaces. */
  readonly scope: string;
  /** Names the groups of a person: a member of the ID token or of the userinfo, or a path to it with dots. Null: none are needed. */
  readonly claim: string | null;
}

/** Secrets of one sign-in. */
export interface SignInProof {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
}

type Openid = typeof import('openid-client');

const TIMEOUT_S = 5;
/** Its clock and ours may differ by so much. */
const TOLERANCE_S = 60;
/** What a provider says of itself is read again after so long. */
const READ_AGAIN_MS = 3_600_000;
/** Lines that are reported from one reading of the provider to the next: there are about as many kinds of faults. */
const MAX_REPORTED = 32;
const LOOPBACK_HTTP = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/;

interface Read {
  readonly metadata: ServerMetadata;
  /** Epoch milliseconds. */
  readonly at: number;
}

export class Provider {
  readonly #options: ProviderOptions;
  readonly #now: () => number;
  readonly #onFault: (fault: Error) => void;
  #read: Read | null = null;
  #reading: Promise<Read> | null = null;
  #keys: Parameters<Openid['setJwksCache']>[1] | null = null;
  /** Faults that were reported: each is, once, until they are mended. */
  readonly #reported = new Set<string>();

  /** @param onFault gets what an operator can mend */
  constructor(options: ProviderOptions, now: () => number, onFault: (fault: Error) => void) {
    this.#options = options;
    this.#now = now;
    this.#onFault = onFault;
  }

  /** Reports what is wrong with the settings, where something is. */
  async check(): Promise<void> {
    await this.#metadata().catch(() => undefined);
  }

  /** Where a browser signs in. @throws {BffRefusal} 503 where the provider is away, 502 where the settings are wrong */
  async signInUrl(redirectUrl: string, { state, nonce, verifier }: SignInProof): Promise<string> {
    const { openid, configuration } = await this.#configured();
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUrl,
      scope: this.#options.scope,
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /**
   * Who signed in.
   * @param callback the redirect URL with what the provider added
   * @throws {BffRefusal} 403 where the person or the provider refused, 502 for a statement that does not verify, 503
   */
  async identify(callback: URL, { state, nonce, verifier }: SignInProof): Promise<Identity> {
    const { openid, configuration } = await this.#configured();
    try {
      const tokens = await openid.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const { id_token: idToken, access_token: accessToken } = tokens;
      const claims = tokens.claims();
      if (claims === undefined || idToken === undefined) throw new TypeError('the provider sent no ID token');
      const read = () => openid.fetchUserInfo(configuration, accessToken, claims.sub);
      const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
      const identity = await identityOf(claims, this.#options.claim, hasMore ? read : null);
      return { ...identity, idToken: this.#endsSessions() ? idToken : null };
    } catch (error) {
      throw this.#refusal(error, 'exchange');
    } finally {
      this.#keys = openid.getJwksCache(configuration) ?? null;
    }
  }

  /** Where the provider ends its own session; null where it offers none, or is away. @param backTo where it sends the browser then */
  async signOutUrl(idToken: string | null, backTo: string): Promise<string | null> {
    const configured = await this.#configured().catch(() => null);
    if (configured === null || !this.#endsSessions()) return null;
    const { openid, configuration } = configured;
    const parameters = new URLSearchParams({ post_logout_redirect_uri: backTo });
    if (idToken !== null) parameters.set('id_token_hint', idToken);
    return openid.buildEndSessionUrl(configuration, parameters).href;
  }

  #endsSessions(): boolean {
    return this.#read?.metadata.end_session_endpoint !== undefined;
  }

  async #configured(): Promise<{ readonly openid: Openid; readonly configuration: Configuration }> {
    const openid = await import('openid-client');
    const { metadata } = await this.#metadata();
    const { clientId, clientSecret, issuer } = this.#options;
    // The library reads the machine's clock: this brings it to ours.
    const skew = Math.round((this.#now() - Date.now()) / 1_000);
    const client = { [openid.clockSkew]: skew, [openid.clockTolerance]: TOLERANCE_S };
    const authentication = clientSecret === null ? openid.None() : secretOf(openid, metadata, clientSecret);
    const configuration = new openid.Configuration(metadata, clientId, client, authentication);
    configuration.timeout = TIMEOUT_S;
    openid.enableNonRepudiationChecks(configuration);
    if (LOOPBACK_HTTP.test(issuer)) openid.allowInsecureRequests(configuration);
    if (this.#keys !== null) openid.setJwksCache(configuration, this.#keys);
    return { openid, configuration };
  }

  async #metadata(): Promise<Read> {
    const known = this.#read;
    if (known !== null && this.#now() - known.at < READ_AGAIN_MS) return known;
    this.#reading ??= this.#discover().finally(() => {
      this.#reading = null;
    });
    try {
      this.#read = await this.#reading;
      this.#reported.clear();
      return this.#read;
    } catch (error) {
      // What it said before holds while it is away.
      if (known !== null) return known;
      throw this.#refusal(error, 'discovery');
    }
  }

  async #discover(): Promise<Read> {
    const openid = await import('openid-client');
    const { issuer, clientId } = this.#options;
    const execute = LOOPBACK_HTTP.test(issuer) ? [openid.allowInsecureRequests] : [];
    const options = { execute, timeout: TIMEOUT_S };
    const configuration = await openid.discovery(new URL(issuer), clientId, undefined, undefined, options);
    const metadata = configuration.serverMetadata();
    if (metadata.authorization_endpoint === undefined || metadata.token_endpoint === undefined) {
      throw new TypeError('it names no authorization or token endpoint');
    }
    return { metadata, at: this.#now() };
  }

  /** The fault's own cause is left out: it may hold a token. */
  #refusal(error: unknown, phase: Phase): BffRefusal {
    const { refusal, report } = providerFault(error, this.#options.issuer, phase);
    if (report !== null && !this.#reported.has(report) && this.#reported.size < MAX_REPORTED) {
      this.#reported.add(report);
      this.#onFault(new Error(report));
    }
    return refusal;
  }
}

/** Every provider takes the secret in the header, unless it says that it does not. */
function secretOf(openid: Openid, metadata: ServerMetadata, secret: string) {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic')
    ? openid.ClientSecretBasic(secret)
    : openid.ClientSecretPost(secret);
}

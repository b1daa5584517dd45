/** Sign-in by OpenID Connect, from the parts that are set. */
import type { RoleMapping } from '../../bff/sign-in/role-mapping.ts';
import { usage } from './failure.ts';
import { isLoopback } from './ip-blocks.ts';

export interface SignInSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** The secret itself; null: there is none, or it is in the file. */
  readonly clientSecret: string | null;
  readonly clientSecretFile: string | null;
  /** Separated by spaces. */
  readonly scope: string;
  /** Names a person's groups. */
  readonly claim: string;
  readonly mapping: RoleMapping;
}

type Parts = { readonly [Part in keyof SignInSettings]: SignInSettings[Part] | null };

const VARIABLES = {
  issuer: 'ADDUCE_OIDC_ISSUER',
  clientId: 'ADDUCE_OIDC_CLIENT_ID',
  clientSecret: 'ADDUCE_OIDC_CLIENT_SECRET',
  clientSecretFile: 'ADDUCE_OIDC_CLIENT_SECRET_FILE',
  scope: 'ADDUCE_OIDC_SCOPE',
  claim: 'ADDUCE_OIDC_CLAIM',
  mapping: 'ADDUCE_OIDC_ROLES',
} as const satisfies Record<keyof SignInSettings, string>;

/**
 * Null where no part is set.
 * @throws {CommandFailure} for parts without the issuer or the client id, and for two secrets
 */
export function signInOf(parts: Parts): SignInSettings | null {
  const { issuer, clientId, clientSecret, clientSecretFile, scope, claim, mapping } = parts;
  const set = Object.entries(VARIABLES).find(([part]) => Reflect.get(parts, part) !== null)?.[1];
  if (set === undefined) return null;
  if (issuer === null) throw usage(`${VARIABLES.issuer} is not set, ${set} is: set both, or neither`);
  if (clientId === null) throw usage(`${VARIABLES.clientId} is not set, ${set} is: set both, or neither`);
  if (clientSecret !== null && clientSecretFile !== null) {
    throw usage(`${VARIABLES.clientSecret} and ${VARIABLES.clientSecretFile} are both set: set one of them`);
  }
  return {
    issuer,
    clientId,
    clientSecret,
    clientSecretFile,
    scope: scope ?? 'openid profile',
    claim: claim ?? 'groups',
    mapping: mapping ?? new Map(),
  };
}

/** Plain http is for a provider on this machine. */
export function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return false;
  }
  const isLocal = isLoopback(url.hostname.replace(/^\[|\]$/g, ''));
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal);
}

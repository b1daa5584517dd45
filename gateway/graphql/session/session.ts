/**
 * Who asks: an organisation by its engine key, an agent by its token, or nobody in open mode
 * (docs/spec/decisions.md#7-graphql).
 */
import type { Engine } from '../../../engine/engine.ts';
import type { TokenGrant } from '../../../engine/keys/keys.ts';
import { done, type Outcome, refused } from '../../../engine/refusal.ts';
import { LOCAL_TENANT } from '../../operations/authenticate.ts';
import { reaches } from '../../operations/authorize.ts';
import { narrowedTenant } from '../../wire/tenant-scope.ts';
import { refusalError } from '../refusal-error.ts';

/** Whether the engine's tenant fields need a key, or nothing means the tenant `local`. */
export type EngineAuth = 'open' | 'required';

export interface Session {
  /** Whose answers and findings can be seen; null where the credential belongs to no organisation. */
  readonly tenant: string | null;
  /** Ids of which any one's revocation ends the session. */
  readonly credentialIds: readonly string[];
  /** When the credential ends by itself, RFC 3339 UTC with ms; null: never. */
  readonly expiresAt: string | null;
  readonly grant: TokenGrant | null;
}

/** Whose there is nothing, and never will be: a caller's whose `x-tenant` names another organisation than its key. */
export const FOREIGN_TENANT = '';
const BEARER = /^Bearer +(\S+)$/i;
const TOKEN_PREFIX = 'rcx1.';

/** What a caller says of itself. */
export interface Credentials {
  /** Value of `Authorization`. */
  readonly authorization: string | null;
  /** Value of `x-tenant`, which can only narrow what the key allows. */
  readonly xTenant: string | null;
}

/**
 * Reads a caller's credentials. `denied:key_missing`, `denied:key_invalid`, or a token's
 * `denied:token_invalid | token_expired | token_revoked`; a wrong credential is refused in open mode too.
 */
export async function authenticate(
  engine: Engine,
  engineAuth: EngineAuth,
  { authorization, xTenant }: Credentials,
): Promise<Outcome<Session>> {
  if (authorization === null || authorization === '') return anonymous(engineAuth);
  const credential = BEARER.exec(authorization)?.[1] ?? '';
  if (credential.startsWith(TOKEN_PREFIX)) return withToken(engine, credential);
  const key = await engine.keys.verifyKey(credential);
  if (!key.ok) return key;
  const { keyId, org } = key.value;
  const tenant = narrowedTenant(org, xTenant) ?? (engineAuth === 'required' ? FOREIGN_TENANT : org);
  return done({ tenant, credentialIds: [keyId], expiresAt: null, grant: null });
}

/** The tenant of the session; tenant fields call this first. @throws {GraphQLError} `denied:key_missing` */
export function tenantOf({ tenant }: Session): string {
  if (tenant !== null) return tenant;
  throw refusalError({
    reason: 'denied:key_missing',
    message: 'answers and findings belong to an organisation: send its API key',
  });
}

/** Whether the address is under a prefix that the session's token was narrowed to; without one every address is. */
export function reachesAddress({ grant }: Session, addr: string): boolean {
  return reaches(grant, addr);
}

/** Keeps a token within the corpora that it was narrowed to. @throws {GraphQLError} `denied:corpus_forbidden` */
export function checkCorpus({ grant }: Session, corpus: string): void {
  if (grant === null || grant.corpora === null || grant.corpora.has(corpus)) return;
  throw refusalError({ reason: 'denied:corpus_forbidden', message: `this token is not for ${corpus}` });
}

function anonymous(engineAuth: EngineAuth): Outcome<Session> {
  if (engineAuth === 'required') {
    return refused('denied:key_missing', 'send an API key or a token as Authorization: Bearer …');
  }
  return done({ tenant: LOCAL_TENANT, credentialIds: [], expiresAt: null, grant: null });
}

async function withToken(engine: Engine, token: string): Promise<Outcome<Session>> {
  const verified = await engine.keys.verifyToken(token);
  if (!verified.ok) return verified;
  const { chain, expiresAt } = verified.value;
  return done({ tenant: null, credentialIds: chain, expiresAt, grant: verified.value });
}

/**
 * What a token's grant lets its holder do (docs/spec/contract.md#ap-authentication;
 * docs/spec/decisions.md#6-no-401, #7-enforce).
 */
import type { Capability } from '../../engine/keys/capabilities.ts';
import type { TokenGrant } from '../../engine/keys/keys.ts';
import { type GatewayOutcome, type GatewayRefusal, refuse } from '../refusal/refusals.ts';
import type { ClaimTarget } from './claim-target.ts';
import type { GatewayConfig } from './gateway-config.ts';

/** A valid token. */
export function requireToken(token: GatewayOutcome<TokenGrant | null>): GatewayOutcome<TokenGrant> {
  if (!token.ok) return token;
  if (token.value !== null) return { ok: true, value: token.value };
  return refuse('denied:token_missing', 'this operation needs a capability token; POST /v1/keys mints one');
}

/** A valid token that holds the capability; with enforcement off any valid token will do. */
export function requireCapability(
  token: GatewayOutcome<TokenGrant | null>,
  capability: Capability,
  { enforce }: Pick<GatewayConfig, 'enforce'>,
): GatewayOutcome<TokenGrant> {
  const grant = requireToken(token);
  if (!grant.ok || enforce === 'off' || grant.value.capabilities.has(capability)) return grant;
  const details = { capability };
  return refuse('denied:capability_missing', `this token lacks the capability ${capability}`, { details });
}

/** A token is optional; one that is sent must grant this. */
export function allowedGrant(
  token: GatewayOutcome<TokenGrant | null>,
  capability: Capability,
  config: Pick<GatewayConfig, 'enforce'>,
): GatewayOutcome<TokenGrant | null> {
  return token.ok && token.value === null ? token : requireCapability(token, capability, config);
}

/** Null where the grant covers the corpus, or where there is no grant. */
export function refuseCorpus(grant: TokenGrant | null, corpus: string): GatewayRefusal | null {
  if (grant === null || grant.corpora === null || grant.corpora.has(corpus)) return null;
  const details = { corpus, corpora: [...grant.corpora].toSorted() };
  return refuse('denied:corpus_forbidden', 'this token is for other corpora', { details }).refusal;
}

/** Null where the grant covers the claim: its corpus and its address. */
export function refuseClaim(grant: TokenGrant, { claim, view }: ClaimTarget): GatewayRefusal | null {
  return refuseAddress(grant, claim) ?? refuseCorpus(grant, view.corpus);
}

/** Null where the grant covers the address. */
export function refuseAddress(grant: TokenGrant, addr: string): GatewayRefusal | null {
  if (reaches(grant, addr)) return null;
  const details = { addr, prefixes: grant.prefixes ?? [] };
  return refuse('denied:corpus_forbidden', 'this token is for addresses under its prefixes', { details })
    .refusal;
}

/** Whether the address is under one of the grant's prefixes. */
export function reaches(grant: TokenGrant | null, addr: string): boolean {
  return (
    grant === null || grant.prefixes === null || grant.prefixes.some((prefix) => addr.startsWith(prefix))
  );
}

/** What the call may spend: what it asked for, or the default, and no more than its token allows. */
export function allowedBudget(asked: number | undefined, fallback: number, grant: TokenGrant | null): number {
  return Math.min(asked ?? fallback, grant?.budget ?? Number.MAX_SAFE_INTEGER);
}

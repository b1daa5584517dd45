/** Keys of both planes: capability tokens of agents and API keys of organisations (decisions §7). */
import type { Outcome } from '../refusal.ts';

/** What a verified capability token allows. */
export interface TokenGrant {
  readonly tokenId: string;
  readonly actor: string;
  readonly actorRoot: string;
  /** 0 to 1000 per mille at this time. */
  readonly standing: number;
  readonly capabilities: ReadonlySet<string>;
  /** Null: every corpus. */
  readonly corpora: ReadonlySet<string> | null;
  /** Addresses must start with one of these; null: every address. */
  readonly prefixes: readonly string[] | null;
  readonly expiresAt: string;
}

export interface MintTokenRequest {
  readonly capabilities: readonly string[];
  /** Per mille, frozen into the token; null: self-minted, which grows with age (decisions §4.9). */
  readonly standing: number | null;
  /** ISO 8601 duration. */
  readonly ttl: string;
  /** Null: a new actor root. */
  readonly actor: string | null;
}

export interface MintedToken {
  readonly token: string;
  readonly token_id: string;
  readonly actor: string;
}

export interface MintedKey {
  readonly key: string;
  readonly key_id: string;
  readonly org: string;
}

export interface KeyService {
  /** Verifies a token `rcx1.…`: `denied:token_invalid | token_expired | token_revoked`. */
  verifyToken(token: string): Promise<Outcome<TokenGrant>>;
  /** The organisation of an engine key `adk_…`: `denied:key_invalid`. */
  verifyKey(key: string): Promise<Outcome<{ readonly keyId: string; readonly org: string }>>;
  mintToken(request: MintTokenRequest): Promise<Outcome<MintedToken>>;
  mintKey(org: string): Promise<MintedKey>;
  /** Ends a token or an engine key by its id; false when there is no such key. */
  revoke(keyId: string): Promise<boolean>;
}

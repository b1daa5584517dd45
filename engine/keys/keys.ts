/** Keys of both planes: capability tokens of agents and API keys of organisations (docs/spec/decisions.md#7). */
import type { Outcome } from '../refusal.ts';
import type { Capability } from './capabilities.ts';
import type { SignedTexts } from './signed-text.ts';

/** What a verified capability token allows. */
export interface TokenGrant {
  /** Id of the token's last block: of the token as it was presented. */
  readonly tokenId: string;
  /** Ids of all its blocks, first to last: revoking any of them ends the token. */
  readonly chain: readonly string[];
  readonly actor: string;
  readonly actorRoot: string;
  /** 0 to 1000 per mille at this time. */
  readonly standing: number;
  readonly capabilities: ReadonlySet<string>;
  /** Null: every corpus. */
  readonly corpora: ReadonlySet<string> | null;
  /** Addresses must start with one of these; null: every address. */
  readonly prefixes: readonly string[] | null;
  /** No call may ask for more tokens than this; null: no bound. */
  readonly budget: number | null;
  /** The only service that may accept the token: this one; null: it names none. */
  readonly audience: string | null;
  readonly expiresAt: string;
}

export interface MintTokenRequest {
  readonly capabilities: readonly string[];
  /** Per mille, frozen into the token; null: self-minted, which grows with age (docs/spec/decisions.md#4.9). */
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
  readonly capabilities: readonly Capability[];
  /** RFC 3339 UTC with ms. */
  readonly expires_at: string;
}

export interface MintedKey {
  readonly key: string;
  readonly key_id: string;
  readonly org: string;
}

export interface RevokedTokens {
  /** By the log position of the revocation. */
  readonly tokens: readonly { readonly tokenId: string; readonly seq: number }[];
  /** Position after which the next page begins, null at the end of the list. A page before the end may be empty. */
  readonly next: number | null;
}

/** Rejects with faults of the store: `StoreUnavailable`, `WriterOverloaded`. */
export interface KeyService {
  /** Verifies a token `rcx1.…`: `denied:token_invalid | token_expired | token_revoked`. */
  verifyToken(token: string): Promise<Outcome<TokenGrant>>;
  /** The organisation of an engine key `adk_…`: `denied:key_invalid`. */
  verifyKey(key: string): Promise<Outcome<{ readonly keyId: string; readonly org: string }>>;
  /** `invalid:body` for a capability, standing, lifetime or actor that there cannot be. */
  mintToken(request: MintTokenRequest): Promise<Outcome<MintedToken>>;
  /** @throws {RangeError} if the name is empty or longer than 128 characters */
  mintKey(org: string): Promise<MintedKey>;
  /** Whether any of these tokens and engine keys was revoked, by their ids. */
  isRevoked(keyIds: readonly string[]): Promise<boolean>;
  /** Texts that only services with this key can have made. */
  readonly texts: SignedTexts;
  /** Ends a token or an engine key by its id; false when there is no such key. */
  revoke(keyId: string): Promise<boolean>;
  /**
   * Ends the token as it was presented: its last block, also one that was added offline. False for any other id: a
   * holder of a narrowed token must not revoke its parent, which others hold too.
   */
  revokeOwn(grant: TokenGrant, keyId: string): Promise<boolean>;
  /**
   * Ids of revoked tokens whose revocation stands behind `after` (-1: from the start), read at most `limit` at a time.
   * An id is no secret: a verifier of tokens needs them offline. Ids of engine keys are left out: they are of organisations.
   */
  revokedTokens(after: number, limit: number): Promise<RevokedTokens>;
}

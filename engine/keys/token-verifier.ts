/**
 * Verifies capability tokens: signatures once per token, time and revocation on every call
 * (docs/spec/decisions.md#7-tokens).
 */
import type { KeyObject } from 'node:crypto';
import { sha256Hex } from '../../graph/digest.ts';
import { done, type Outcome, refused } from '../refusal.ts';
import type { TokenGrant } from './keys.ts';
import { type Allowance, allowanceOf } from './narrow.ts';
import type { Revocations } from './revocations.ts';
import { agesAt, selfMintedStanding } from './standing.ts';
import { MAX_TOKEN_LENGTH, readToken, type TokenChain } from './token-chain.ts';

interface VerifierOptions {
  /** The public half of the service's token key. */
  readonly key: KeyObject;
  readonly audience: string | null;
  readonly revocations: Revocations;
}

/** A token whose signatures hold, which no later call need check again. */
interface Verified {
  readonly chain: TokenChain;
  readonly allowance: Allowance;
  /** When its standing grows, where it is self-minted. */
  readonly agedAt: string;
}

const MAX_CACHED = 10_000;

export class TokenVerifier {
  readonly #options: VerifierOptions;
  /** By hash, so that no token stays in memory; least recently used first. */
  readonly #cache = new Map<string, Verified>();

  constructor(options: VerifierOptions) {
    this.#options = options;
  }

  /** @param now instant; from the expiry on the token is worth nothing */
  async verify(token: string, now: string): Promise<Outcome<TokenGrant>> {
    const verified = this.#verified(token);
    if (verified === null) return refused('denied:token_invalid', 'this is not a token of this service');
    const { audience } = this.#options;
    const audiences = [...verified.allowance.audiences];
    if (audiences.some((named) => named !== audience)) {
      const itself = audience === null ? 'this one has no name' : `this one is ${audience}`;
      const message = `this token is for ${audiences.join(' and ')} alone: ${itself}`;
      return refused('denied:token_invalid', message, { audiences, service: audience });
    }
    if (now >= verified.allowance.expiresAt) return refused('denied:token_expired', 'this token has expired');
    if (await this.#options.revocations.includesAny(verified.chain.ids)) {
      return refused('denied:token_revoked', 'this token has been revoked');
    }
    return done(grantOf(verified, now));
  }

  #verified(token: string): Verified | null {
    if (token.length > MAX_TOKEN_LENGTH) return null;
    const hash = sha256Hex(Buffer.from(token));
    const known = this.#cache.get(hash);
    if (known !== undefined) {
      this.#cache.delete(hash);
      this.#cache.set(hash, known);
      return known;
    }
    const chain = readToken(token, this.#options.key);
    return (
      chain && this.#remember(hash, { chain, allowance: allowanceOf(chain), agedAt: agesAt(chain.root.iat) })
    );
  }

  #remember(hash: string, verified: Verified): Verified {
    const [oldest] = this.#cache.keys();
    if (this.#cache.size >= MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(hash, verified);
    return verified;
  }
}

function grantOf({ chain: { root, ids }, allowance, agedAt }: Verified, now: string): TokenGrant {
  const { capabilities, corpora, prefixes, budget, audiences, expiresAt } = allowance;
  // Each names this service, else the token would have been refused.
  const [audience = null] = audiences;
  return {
    // A chain has its first block at least.
    tokenId: ids.at(-1) ?? '',
    chain: ids,
    actor: root.actor,
    actorRoot: root.actor,
    standing: root.standing ?? selfMintedStanding(agedAt, now),
    capabilities,
    corpora,
    prefixes,
    budget,
    audience,
    expiresAt,
  };
}

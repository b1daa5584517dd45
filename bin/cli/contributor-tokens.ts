import type { MintToken } from '../../bff/contribute/mint-token.ts';
import type { KeyService } from '../../engine/keys/keys.ts';

/** A page makes a token at most once a day for each of its contributors. */
const TTL = 'P1D';
const CAPABILITIES = ['svc.evidence', 'wiki.annotate'];

/** What visitors of the page write with; throws as the store does, and for an actor or a standing that cannot be. */
export function contributorTokens(keys: Pick<KeyService, 'mintToken'>): MintToken {
  return async (actor, standing) => {
    const minted = await keys.mintToken({ capabilities: CAPABILITIES, standing, ttl: TTL, actor });
    if (!minted.ok) throw new RangeError(minted.refusal.message);
    return minted.value;
  };
}

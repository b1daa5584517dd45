/** How a part of a chain is read from the ring that its claims stand in (`graph/chains.ts`), whatever the store. */
import type { ClaimAddr } from '../address.ts';
import { type ChainStretch, MAX_LISTED } from './lists.ts';

export interface RingReads {
  /** The name of the chain that it is of, null for one of none. */
  chainOf(claim: ClaimAddr): Promise<ClaimAddr | null>;
  /** Claims that follow it, once around at most: then it is the last itself. */
  behind(claim: ClaimAddr, direction: 'next' | 'prev', limit: number): Promise<readonly ClaimAddr[]>;
}

/** @throws {RangeError} for more than `MAX_LISTED` */
export async function readStretch(ring: RingReads, stretch: ChainStretch): Promise<ClaimAddr[]> {
  const { chain, after, before, newestFirst, limit } = stretch;
  if (limit > MAX_LISTED) throw new RangeError(`at most ${MAX_LISTED} claims, not ${limit}`);
  for (const named of new Set([chain, after ?? chain, before ?? chain])) {
    if ((await ring.chainOf(named)) !== chain) return [];
  }
  const found = newestFirst ? await backwards(ring, stretch) : await forwards(ring, stretch);
  return found.slice(0, limit);
}

/** The ring begins with the name of the chain. */
async function forwards(
  ring: RingReads,
  { chain, after, before, limit }: ChainStretch,
): Promise<ClaimAddr[]> {
  const behind = await ring.behind(after ?? chain, 'next', limit);
  const ends = new Set([chain, before]);
  const rest = until(behind, (claim) => ends.has(claim));
  if (after !== null) return rest;
  return before === chain ? [] : [chain, ...rest];
}

async function backwards(
  ring: RingReads,
  { chain, after, before, limit }: ChainStretch,
): Promise<ClaimAddr[]> {
  if (before === chain) return [];
  const behind = await ring.behind(before ?? chain, 'prev', limit);
  const rest = until(behind, (claim) => claim === chain || claim === after);
  return rest.length < behind.length && behind[rest.length] !== after ? [...rest, chain] : rest;
}

function until(claims: readonly ClaimAddr[], isEnd: (claim: ClaimAddr) => boolean): ClaimAddr[] {
  const end = claims.findIndex(isEnd);
  return claims.slice(0, end < 0 ? claims.length : end);
}

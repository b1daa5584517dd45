/** How the claims of a chain are listed from the ring that they stand in (`graph/chains.ts`), whatever the store. */
import type { ClaimAddr } from '../address.ts';
import { type ListReads, MAX_LISTED, type RowCount } from './lists.ts';

export interface RingReads {
  /** The name of the chain that it is of, null for one of none. */
  chainOf(claim: ClaimAddr): Promise<ClaimAddr | null>;
  /** Claims that follow it, once around at most: then it is the last itself. */
  behind(claim: ClaimAddr, direction: 'next' | 'prev', limit: number): Promise<readonly ClaimAddr[]>;
}

interface Stretch {
  readonly chain: ClaimAddr;
  /** Claims of it that the part is between. */
  readonly after: ClaimAddr | null;
  readonly before: ClaimAddr | null;
  readonly limit: number;
}

export function chainLists(ring: RingReads): ListReads['chainMembers'] {
  return {
    list: async ({ chain }, { after, before, descending, limit }) => {
      if (limit > MAX_LISTED) throw new RangeError(`at most ${MAX_LISTED} claims, not ${limit}`);
      // Cursors are claims.
      const [behind, ahead] = [after?.id ?? null, before?.id ?? null] as (ClaimAddr | null)[];
      const stretch = { chain, after: behind ?? null, before: ahead ?? null, limit };
      return { rows: await readStretch(ring, stretch, descending), stoppedAt: null };
    },
    count: ({ chain }, lookAt = MAX_LISTED) => countMembers(ring, chain, Math.min(lookAt, MAX_LISTED)),
  };
}

async function countMembers(ring: RingReads, chain: ClaimAddr, limit: number): Promise<RowCount> {
  if ((await ring.chainOf(chain)) !== chain) return { count: 0, isExact: true };
  const around = await ring.behind(chain, 'next', limit);
  return { count: around.length, isExact: around.at(-1) === chain };
}

async function readStretch(ring: RingReads, stretch: Stretch, descending: boolean): Promise<ClaimAddr[]> {
  const { chain, after, before, limit } = stretch;
  for (const named of new Set([chain, after ?? chain, before ?? chain])) {
    if ((await ring.chainOf(named)) !== chain) return [];
  }
  const found = descending ? await backwards(ring, stretch) : await forwards(ring, stretch);
  return found.slice(0, limit);
}

/** The ring begins with the name of the chain. */
async function forwards(ring: RingReads, { chain, after, before, limit }: Stretch): Promise<ClaimAddr[]> {
  const behind = await ring.behind(after ?? chain, 'next', limit);
  const ends = new Set([chain, before]);
  const rest = until(behind, (claim) => ends.has(claim));
  if (after !== null) return rest;
  return before === chain ? [] : [chain, ...rest];
}

async function backwards(ring: RingReads, { chain, after, before, limit }: Stretch): Promise<ClaimAddr[]> {
  if (before === chain) return [];
  const behind = await ring.behind(before ?? chain, 'prev', limit);
  const rest = until(behind, (claim) => claim === chain || claim === after);
  return rest.length < behind.length && behind[rest.length] !== after ? [...rest, chain] : rest;
}

function until(claims: readonly ClaimAddr[], isEnd: (claim: ClaimAddr) => boolean): ClaimAddr[] {
  const end = claims.findIndex(isEnd);
  return claims.slice(0, end < 0 ? claims.length : end);
}

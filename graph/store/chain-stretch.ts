/** How parts of chains are listed from the rings that their claims stand in (`graph/chains.ts`), whatever the store. */
import type { ClaimAddr } from '../address.ts';
import { type ChainPart, type ListReads, MAX_LISTED } from './lists.ts';

export interface RingReads {
  /** The name of the chain that each is of, null for one of none. */
  chainsOf(claims: readonly ClaimAddr[]): Promise<readonly (ClaimAddr | null)[]>;
  /** Claims that follow each, once around at most: then the claim itself is the last. */
  behind(
    claims: readonly ClaimAddr[],
    direction: 'next' | 'prev',
    limit: number,
  ): Promise<readonly (readonly ClaimAddr[])[]>;
}

/** Two reads for any number of parts. */
export function chainLists(ring: RingReads): ListReads['chainMembers'] {
  return {
    list: async ({ parts }, { after, before, descending, limit }) => {
      if (limit > MAX_LISTED) throw new RangeError(`at most ${MAX_LISTED} claims of a chain, not ${limit}`);
      if (after !== null || before !== null) throw new RangeError('each part of a chain says where it is');
      const chains = await chainsByClaim(ring, parts);
      const isThere = (part: ChainPart) => namesOf(part).every((claim) => chains.get(claim) === part.chain);
      const there = parts.filter(isThere);
      const found = descending ? await backwards(ring, there, limit) : await forwards(ring, there, limit);
      const rows = new Map(there.map((part, index) => [part, found[index] ?? []]));
      return { rows: parts.map((part) => rows.get(part)?.slice(0, limit) ?? []), stoppedAt: null };
    },
  };
}

function namesOf({ chain, after, before }: ChainPart): ClaimAddr[] {
  return [chain, after ?? chain, before ?? chain];
}

async function chainsByClaim(
  ring: RingReads,
  parts: readonly ChainPart[],
): Promise<ReadonlyMap<ClaimAddr, ClaimAddr | null>> {
  const claims = [...new Set(parts.flatMap(namesOf))];
  const chains = await ring.chainsOf(claims);
  return new Map(claims.map((claim, index) => [claim, chains[index] ?? null]));
}

/** The ring begins with the name of the chain. */
async function forwards(ring: RingReads, parts: readonly ChainPart[], limit: number): Promise<ClaimAddr[][]> {
  const begins = parts.map(({ chain, after }) => after ?? chain);
  const behind = await ring.behind(begins, 'next', limit);
  return parts.map(({ chain, after, before }, index) => {
    const rest = until(behind[index] ?? [], (claim) => claim === chain || claim === before);
    if (after !== null) return rest;
    return before === chain ? [] : [chain, ...rest];
  });
}

async function backwards(
  ring: RingReads,
  parts: readonly ChainPart[],
  limit: number,
): Promise<ClaimAddr[][]> {
  const ends = parts.map(({ chain, before }) => before ?? chain);
  const ahead = await ring.behind(ends, 'prev', limit);
  return parts.map(({ chain, after, before }, index) => {
    if (before === chain) return [];
    const found = ahead[index] ?? [];
    const rest = until(found, (claim) => claim === chain || claim === after);
    return rest.length < found.length && found[rest.length] !== after ? [...rest, chain] : rest;
  });
}

function until(claims: readonly ClaimAddr[], isEnd: (claim: ClaimAddr) => boolean): ClaimAddr[] {
  const end = claims.findIndex(isEnd);
  return claims.slice(0, end < 0 ? claims.length : end);
}

/** The claims of supersession chains: the way from one up to the name of its chain, and those that follow it in the ring. */
import type { ClaimAddr } from '../address.ts';
import { MAX_CHAIN_DEPTH } from '../chains.ts';
import { chainLists } from '../store/chain-stretch.ts';
import type { ListReads } from '../store/lists.ts';
import type { Connection } from './connection.ts';

export function chainMembers(connection: Connection): ListReads['chainMembers'] {
  return chainLists({
    chainOf: async (claim: ClaimAddr) =>
      (connection.value(CHAIN, { claims: JSON.stringify([claim]) }) as ClaimAddr | undefined) ?? null,
    behind: async (claim: ClaimAddr, direction: 'next' | 'prev', limit: number) =>
      connection.rows<{ claim: ClaimAddr }>(BEHIND[direction], { claim, limit }).map((row) => row.claim),
  });
}

/** Rows `claim, at, depth` of all that stand above the claims of `@claims`, and these themselves. */
export const WAYS_UP = `
  WITH RECURSIVE up (claim, at, depth) AS (
    SELECT value, value, 0 FROM json_each(@claims)
    UNION ALL
    SELECT up.claim, m.parent, up.depth + 1 FROM up CROSS JOIN chain_members m ON m.claim = up.at
    WHERE m.parent <> m.claim AND up.depth < ${MAX_CHAIN_DEPTH}
  )`;

const CHAIN = `
  ${WAYS_UP} SELECT m.claim FROM up CROSS JOIN chain_members m ON m.claim = up.at AND m.parent = m.claim`;

const BEHIND = { next: behind('next'), prev: behind('prev') } as const;

function behind(direction: 'next' | 'prev'): string {
  return `
    WITH RECURSIVE ring (place, claim) AS (
      SELECT 1, ${direction} FROM chain_members WHERE claim = @claim
      UNION ALL
      SELECT r.place + 1, m.${direction} FROM ring r CROSS JOIN chain_members m ON m.claim = r.claim
      WHERE r.place < @limit AND r.claim <> @claim
    )
    SELECT claim FROM ring ORDER BY place`;
}

/** The claims of supersession chains: the way from one up to the name of its chain, and those that follow it in the ring. */
import type { ClaimAddr } from '../address.ts';
import { MAX_CHAIN_DEPTH } from '../chains.ts';
import { chainLists } from '../store/chain-stretch.ts';
import type { ListReads } from '../store/lists.ts';
import type { Connection } from './connection.ts';

interface RingRow {
  readonly i: number;
  readonly claim: ClaimAddr;
}

export function chainMembers(connection: Connection): ListReads['chainMembers'] {
  return chainLists({
    chainsOf: async (claims) => {
      const found = connection.rows<{ readonly claim: ClaimAddr; readonly chain: ClaimAddr }>(CHAINS, {
        claims: JSON.stringify(claims),
      });
      const chains = new Map(found.map(({ claim, chain }) => [claim, chain]));
      return claims.map((claim) => chains.get(claim) ?? null);
    },
    behind: async (claims, direction, limit) => {
      const found = connection.rowsPerKey<RingRow>(BEHIND[direction], claims, { limit });
      return found.map((rows) => rows.map(({ claim }) => claim));
    },
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

const CHAINS = `
  ${WAYS_UP}
  SELECT up.claim AS claim, m.claim AS chain FROM up CROSS JOIN chain_members m ON m.claim = up.at AND m.parent = m.claim`;

const BEHIND = { next: behind('next'), prev: behind('prev') } as const;

function behind(direction: 'next' | 'prev'): string {
  return `
    WITH RECURSIVE ring (i, beginning, place, claim) AS (
      SELECT k.key, k.value, 1, m.${direction} FROM json_each(@keys) k CROSS JOIN chain_members m ON m.claim = k.value
      UNION ALL
      SELECT r.i, r.beginning, r.place + 1, m.${direction} FROM ring r CROSS JOIN chain_members m ON m.claim = r.claim
      WHERE r.place < @limit AND r.claim <> r.beginning
    )
    SELECT i, claim FROM ring ORDER BY i, place`;
}

/** The claims of supersession chains: the way from one up to the name of its chain, and those that follow it in the ring. */
import type { ClaimAddr } from '../address.ts';
import { MAX_CHAIN_DEPTH } from '../chains.ts';
import { chainLists } from '../store/chain-stretch.ts';
import { type ListReads, MAX_LISTED } from '../store/lists.ts';
import type { Neo4jConnection } from './connection.ts';

export function chainMembers(connection: Neo4jConnection): ListReads['chainMembers'] {
  return chainLists({
    chainOf: async (claim: ClaimAddr) =>
      (await connection.row<{ chain: ClaimAddr }>(CHAIN, { claim }))?.chain ?? null,
    behind: async (claim: ClaimAddr, direction: 'next' | 'prev', limit: number) => {
      const rows = await connection.rows<{ claim: ClaimAddr }>(behind(direction, limit), { claim, limit });
      return rows.map((row) => row.claim);
    },
  });
}

/** From a member `m` to the `root` that names its chain. */
export const WAY_UP = `
  MATCH (m)-[:BELOW*0..${MAX_CHAIN_DEPTH}]->(root:ChainMember) WHERE NOT EXISTS { (root)-[:BELOW]->() }`;

const CHAIN = `MATCH (m:ChainMember {claim: $claim}) WITH m ${WAY_UP} RETURN root.claim AS chain`;

/** Few bounds, since each is a statement to plan; a page walks at most four times what it shows. */
const STEPS = [2, 8, 32, 128, MAX_LISTED] as const;

/** A path follows no relation twice: it ends with the member that it began with. */
function behind(direction: 'next' | 'prev', limit: number): string {
  const steps = STEPS.find((most) => limit <= most) ?? MAX_LISTED;
  const [left, right] = direction === 'next' ? ['-', '->'] : ['<-', '-'];
  return `
    MATCH (m:ChainMember {claim: $claim}) WITH m
    MATCH p = (m)${left}[:NEXT*1..${steps}]${right}(n:ChainMember)
    RETURN n.claim AS claim ORDER BY length(p) LIMIT $limit`;
}

/** The claims of supersession chains: the way from one up to the name of its chain, and those that follow it in the ring. */
import type { ClaimAddr } from '../address.ts';
import { MAX_CHAIN_DEPTH } from '../chains.ts';
import { chainLists } from '../store/chain-stretch.ts';
import { type ListReads, MAX_LISTED } from '../store/lists.ts';
import { type Neo4jConnection, perKey } from './connection.ts';

interface RingRow {
  readonly i: number;
  readonly claim: ClaimAddr;
}

export function chainMembers(connection: Neo4jConnection): ListReads['chainMembers'] {
  return chainLists({
    chainsOf: async (claims) => {
      const found = await connection.rowsPerKey<RingRow>(CHAINS, claims);
      return found.map(([chain]) => chain?.claim ?? null);
    },
    behind: async (claims, direction, limit) => {
      const found = await connection.rowsPerKey<RingRow>(behind(direction, limit), claims, { limit });
      return found.map((rows) => rows.map(({ claim }) => claim));
    },
  });
}

/** From a member `m` to the `root` that names its chain. */
export const WAY_UP = `
  MATCH (m)-[:BELOW*0..${MAX_CHAIN_DEPTH}]->(root:ChainMember) WHERE NOT EXISTS { (root)-[:BELOW]->() }`;

const CHAINS = perKey(`MATCH (m:ChainMember {claim: key}) WITH i, m ${WAY_UP} RETURN i, root.claim AS claim`);

/** Few bounds, since each is a statement to plan; a page walks at most four times what it shows. */
const STEPS = [2, 8, 32, 128, MAX_LISTED] as const;

/** A path follows no relation twice: it ends with the member that it began with. */
function behind(direction: 'next' | 'prev', limit: number): string {
  const steps = STEPS.find((most) => limit <= most) ?? MAX_LISTED;
  const [left, right] = direction === 'next' ? ['-', '->'] : ['<-', '-'];
  return perKey(`
    CALL (key) {
      MATCH (m:ChainMember {claim: key}) WITH m
      MATCH p = (m)${left}[:NEXT*1..${steps}]${right}(n:ChainMember)
      RETURN n.claim AS claim, length(p) AS place ORDER BY place LIMIT $limit
    }
    RETURN i, claim ORDER BY i, place`);
}

/** A read that the server never comes to the end of. */
import type { Neo4jLink } from '../../../graph/neo4j/link.ts';

/** Goes on for hours, in little memory. */
export const ENDLESS =
  'UNWIND range(1, 1000000) AS a UNWIND range(1, 1000000) AS b RETURN max(a * b) AS most';
const RUNNING =
  "SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery CONTAINS '1000000' AND NOT currentQuery CONTAINS 'SHOW' RETURN count(*) AS n";

/** How many of them the server is at. */
export async function endlessReads(link: Neo4jLink): Promise<number> {
  const row = await link.reads.row<{ n: number }>(RUNNING);
  return row?.n ?? 0;
}

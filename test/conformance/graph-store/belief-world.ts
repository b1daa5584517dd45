/** Claims of clusters of one and of several, for tests of what stores know of their beliefs. */
import { at, claim } from './records.ts';
import { range } from './world.ts';

/** How many the world has, at the positions from 0 on. */
export const CLAIMS = 30;
/** Clusters of one claim, and two of several. */
const CLUSTERS = range(CLAIMS).map(clusterNamed);
/** Each claim of its cluster; effective times go back and forth. */
export const WORLD = range(CLAIMS).map((n) =>
  claim(n, { claim_cluster_id: CLUSTERS[n] ?? '', effective_at: at((n * 7) % 5) }),
);
/** Each cluster once. */
export const NAMES = [...new Set(CLUSTERS)];

function clusterNamed(n: number): string {
  if (n % 4 === 0) return 'cl_many';
  return n % 7 === 0 ? 'cl_few' : `cl_c1${n}`;
}

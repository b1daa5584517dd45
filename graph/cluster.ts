/** Claims that say the same form a cluster, which is named after the first of them by log order: its canonical claim. */
import { type ClaimAddr, claimCorpusOf } from './address.ts';
import type { ClaimRecord } from './claim.ts';

const PREFIX = 'cl_';

/** The id of the cluster that begins with a claim. */
export function clusterOf(canonical: ClaimAddr): string {
  return `${PREFIX}${canonical.slice(canonical.lastIndexOf('/') + 1)}`;
}

/** The claim whose ledger all claims of its cluster share; itself for the first one. */
export function canonicalClaim(claim: Pick<ClaimRecord, 'addr' | 'claim_cluster_id'>): ClaimAddr {
  return `wx://${claimCorpusOf(claim.addr)}/claim/${claim.claim_cluster_id.slice(PREFIX.length)}`;
}

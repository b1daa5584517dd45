/** Reads of claims, of where they are stated, and of what contradicts them. */
import type { ClaimOccurrence, ClaimRecord, ClaimRivalry } from '../claim.ts';
import type { GraphReader } from '../store.ts';
import { indexable } from './bolt-values.ts';
import { type Connection, perKey } from './connection.ts';

type ClaimReader = Pick<
  GraphReader,
  'claims' | 'claimsBySlot' | 'claimsByCluster' | 'occurrences' | 'occurrencesIn' | 'rivals'
>;

export function claimReader(connection: Connection): ClaimReader {
  return {
    claims: (addrs) => connection.recordPerKey<ClaimRecord>(BY_ADDR, addrs),
    claimsBySlot: ({ slots, ...query }) =>
      connection.recordsPerKey<ClaimRecord>(BY_SLOT, slots.map(indexable), { ...query }),
    claimsByCluster: (clusters) => connection.recordsPerKey<ClaimRecord>(BY_CLUSTER, clusters.map(indexable)),
    occurrences: (addrs) => connection.recordsPerKey<ClaimOccurrence>(OCCURRENCES, addrs),
    occurrencesIn: (artefacts) => connection.recordsPerKey<ClaimOccurrence>(OCCURRENCES_IN, artefacts),
    rivals: (addrs) => connection.recordsPerKey<ClaimRivalry>(RIVALS, addrs),
  };
}

const BY_ADDR = perKey('MATCH (c:Claim {addr: key}) RETURN i, c.record AS record');

const BY_SLOT = perKey(`
  CALL (key) {
    MATCH (c:Claim {corpus: $corpus, slot: key}) WHERE c.seq <= $upTo
    RETURN c ORDER BY c.seq DESC LIMIT $limit
  }
  RETURN i, c.record AS record ORDER BY c.seq`);

const BY_CLUSTER = perKey('MATCH (c:Claim {cluster: key}) RETURN i, c.record AS record ORDER BY c.seq');

const OCCURRENCES = perKey(`
  MATCH (:Claim {addr: key})-[s:STATED_IN]->() RETURN i, s.record AS record ORDER BY s.seq`);

const OCCURRENCES_IN = perKey(`
  MATCH (:Artefact {id: key})<-[s:STATED_IN]-() RETURN i, s.record AS record ORDER BY s.seq`);

const RIVALS = perKey(`
  MATCH (:Claim {addr: key})-[r:CONTRADICTS]-()
  RETURN i, r.record AS record ORDER BY r.seq, startNode(r).addr, endNode(r).addr`);

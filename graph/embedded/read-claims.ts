/** Reads of claims, of where they are stated, and of what contradicts them. */
import type { ClaimOccurrence, ClaimRecord, ClaimRivalry } from '../claim.ts';
import type { GraphReader } from '../store.ts';
import type { Connection } from './connection.ts';

type ClaimReader = Pick<
  GraphReader,
  'claims' | 'claimsBySlot' | 'claimsByCluster' | 'occurrences' | 'occurrencesIn' | 'rivals'
>;

export function claimReader(connection: Connection): ClaimReader {
  return {
    claims: async (addrs) => connection.recordPerKey<ClaimRecord>(BY_ADDR, addrs),
    claimsBySlot: async ({ slots, ...query }) =>
      connection.recordsPerKey<ClaimRecord>(BY_SLOT, slots, { ...query }),
    claimsByCluster: async (clusters) => connection.recordsPerKey<ClaimRecord>(BY_CLUSTER, clusters),
    occurrences: async (addrs) => connection.recordsPerKey<ClaimOccurrence>(OCCURRENCES, addrs),
    occurrencesIn: async (artefacts) => connection.recordsPerKey<ClaimOccurrence>(OCCURRENCES_IN, artefacts),
    rivals: async (addrs) => connection.recordsPerKey<ClaimRivalry>(RIVALS, addrs),
  };
}

const BY_ADDR = 'SELECT k.key AS i, c.record FROM json_each(@keys) k CROSS JOIN claims c ON c.addr = k.value';

const BY_SLOT = `
  SELECT k.key AS i, c.record FROM json_each(@keys) k
  CROSS JOIN claims c ON c.rowid IN (
    SELECT rowid FROM claims WHERE corpus = @corpus AND slot = k.value AND seq <= @upTo
    ORDER BY seq DESC LIMIT @limit
  )
  ORDER BY c.seq`;

const BY_CLUSTER = `
  SELECT k.key AS i, c.record FROM json_each(@keys) k
  CROSS JOIN claims c ON c.cluster = k.value
  ORDER BY c.seq`;

const OCCURRENCES = `
  SELECT k.key AS i, o.record FROM json_each(@keys) k
  CROSS JOIN occurrences o ON o.claim = k.value
  ORDER BY o.seq`;

const OCCURRENCES_IN = `
  SELECT k.key AS i, o.record FROM json_each(@keys) k
  CROSS JOIN occurrences o ON o.artefact = k.value
  ORDER BY o.seq`;

const RIVALS = `
  SELECT k.key AS i, r.seq, r.claim, r.rival, r.record FROM json_each(@keys) k
  CROSS JOIN rivals r ON r.claim = k.value
  UNION
  SELECT k.key AS i, r.seq, r.claim, r.rival, r.record FROM json_each(@keys) k
  CROSS JOIN rivals r ON r.rival = k.value
  ORDER BY 2, 3, 4`;

/** Reads of claims, of where they are stated, and of what contradicts them. */
import type { ClaimOccurrence, ClaimRecord, ClaimRivalry } from '../claim.ts';
import type { RangeReads } from '../store/ranges.ts';
import type { RecordReads } from '../store/records.ts';
import { indexable, viewParams } from './bolt-values.ts';
import { type Neo4jConnection, perKey } from './connection.ts';

export function claimRecords(connection: Neo4jConnection): RecordReads<'claims'> {
  return { claims: (addrs) => connection.recordPerKey<ClaimRecord>(BY_ADDR, addrs) };
}

export function claimRanges(
  connection: Neo4jConnection,
): RangeReads<
  'claimsOfSlot' | 'definitions' | 'claimsOfCluster' | 'occurrences' | 'occurrencesIn' | 'rivals'
> {
  return {
    claimsOfSlot: ({ by, ...query }) =>
      connection.recordsPerKey<ClaimRecord>(BY_SLOT, by.map(indexable), { ...query }),
    definitions: ({ by, ...query }) =>
      connection.recordsPerKey<ClaimRecord>(DEFINITIONS, by.map(indexable), { ...query }),
    claimsOfCluster: ({ by, limit }) =>
      connection.recordsPerKey<ClaimRecord>(BY_CLUSTER, by.map(indexable), { limit }),
    occurrences: ({ by, view, after, limit, newestFirst }) =>
      connection.recordsPerKey<ClaimOccurrence>(newestFirst ? NEWEST_PLACES : PLACES, by, {
        ...viewParams(view),
        ...{ after, limit },
      }),
    occurrencesIn: ({ by }) => connection.recordsPerKey<ClaimOccurrence>(OCCURRENCES_IN, by),
    rivals: ({ by }) => connection.recordsPerKey<ClaimRivalry>(RIVALS, by),
  };
}

const BY_ADDR = perKey('MATCH (c:Claim {addr: key}) RETURN i, c.record AS record');

/** Ordered by every property of the index: see `read-ledger.ts`. So are the claims that say what something is. */
const BY_SLOT = perKey(`
  CALL (key) {
    MATCH (c:Claim) USING INDEX c:Claim(corpus, slot, seq)
    WHERE c.corpus = $corpus AND c.slot = key AND c.seq <= $upTo
    RETURN c ORDER BY c.corpus DESC, c.slot DESC, c.seq DESC LIMIT $limit
  }
  RETURN i, c.record AS record ORDER BY c.seq`);

const DEFINITIONS = perKey(`
  CALL (key) {
    MATCH (c:Claim) USING INDEX c:Claim(corpus, defines, seq)
    WHERE c.corpus = $corpus AND c.defines = key AND c.seq <= $upTo
    RETURN c ORDER BY c.corpus, c.defines, c.seq LIMIT $limit
  }
  RETURN i, c.record AS record ORDER BY c.seq`);

const BY_CLUSTER = perKey(`
  CALL (key) {
    MATCH (c:Claim) USING INDEX c:Claim(cluster, corpus, seq)
    WHERE c.cluster = key AND c.corpus IS NOT NULL AND c.seq IS NOT NULL
    RETURN c ORDER BY c.cluster, c.corpus, c.seq LIMIT $limit
  }
  RETURN i, c.record AS record ORDER BY c.seq`);

/** The server looks at all places of the claim; their records are read of those alone that are given. */
function placesCypher(direction: 'ASC' | 'DESC'): string {
  return perKey(`
  CALL (key) {
    MATCH (:Claim {addr: key})-[s:STATED_IN]->()
    WHERE s.seq > $after AND s.seq <= $seq AND s.effectiveAt <= $until
    RETURN s ORDER BY s.seq ${direction} LIMIT $limit
  }
  RETURN i, s.record AS record ORDER BY s.seq ${direction}`);
}

const PLACES = placesCypher('ASC');
const NEWEST_PLACES = placesCypher('DESC');

const OCCURRENCES_IN = perKey(`
  MATCH (:Artefact {id: key})<-[s:STATED_IN]-() RETURN i, s.record AS record ORDER BY s.seq`);

const RIVALS = perKey(`
  MATCH (:Claim {addr: key})-[r:CONTRADICTS]-()
  RETURN i, r.record AS record ORDER BY r.seq, startNode(r).addr, endNode(r).addr`);

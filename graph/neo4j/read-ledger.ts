/** Reads of the claims' ledgers. */
import type { ClaimAddr } from '../address.ts';
import type { LedgerEntry } from '../evidence.ts';
import type { EdgeReader } from '../store/edges.ts';
import type { RangeReads } from '../store/ranges.ts';
import type { RecordReads } from '../store/records.ts';
import type { IdempotencyRecord } from '../store/rows.ts';
import { indexable } from './bolt-values.ts';
import { type Neo4jConnection, perKey } from './connection.ts';

export function ledgerRecords(
  connection: Neo4jConnection,
): RecordReads<'events' | 'ledgerEntries' | 'ledgerHeads' | 'latestByActor' | 'idempotency'> {
  return {
    events: (ids) => connection.recordPerKey<LedgerEntry>(BY_EVENT, ids),
    ledgerEntries: (positions) =>
      connection.recordPerKey<LedgerEntry>(
        AT_POSITION,
        positions.map(({ claim, seq }) => ({ claim, seq })),
      ),
    ledgerHeads: (addrs) => connection.recordPerKey<LedgerEntry>(HEADS, addrs),
    latestByActor: (pairs) =>
      connection.recordPerKey<LedgerEntry>(
        LATEST_BY,
        pairs.map(({ claim, actorRoot }) => ({ claim, actorRoot: indexable(actorRoot) })),
      ),
    idempotency: (keys) => connection.recordPerKey<IdempotencyRecord>(IDEMPOTENCY, keys),
  };
}

export function ledgerRanges(connection: Neo4jConnection): RangeReads<'ledger' | 'predecessors'> {
  return {
    ledger: ({ by, limit }) =>
      connection.recordsPerKey<LedgerEntry>(
        LEDGER,
        by.map(({ claim, after }) => ({ claim, after })),
        { limit },
      ),
    predecessors: ({ by }) => readPredecessors(connection, by),
  };
}

export function citations(connection: Neo4jConnection): Pick<EdgeReader, 'eventsCiting'> {
  return {
    eventsCiting: (artefact, limit) => connection.counted<LedgerEntry>(CITING, { artefact, limit }),
  };
}

async function readPredecessors(
  connection: Neo4jConnection,
  addrs: readonly ClaimAddr[],
): Promise<ClaimAddr[][]> {
  const found = await connection.rowsPerKey<{ i: number; claim: ClaimAddr }>(PREDECESSORS, addrs);
  return found.map((rows) => rows.map(({ claim }) => claim));
}

/**
 * `seq` is in each condition, since an index on (claim, seq) serves only a question about both; and whatever is limited
 * is ordered by the index's every property, since by `seq` alone the server would sort the whole ledger.
 */
const LEDGER = perKey(`
  CALL (key) {
    MATCH (e:Event) USING INDEX e:Event(claim, seq) WHERE e.claim = key.claim AND e.seq > key.after
    RETURN e ORDER BY e.claim, e.seq LIMIT $limit
  }
  RETURN i, e.record AS record ORDER BY i, e.seq`);

const AT_POSITION = perKey(`
  MATCH (e:Event) USING INDEX e:Event(claim, seq) WHERE e.claim = key.claim AND e.seq = key.seq
  RETURN i, e.record AS record`);

const HEADS = perKey(`
  CALL (key) {
    MATCH (e:Event) USING INDEX e:Event(claim, seq) WHERE e.claim = key AND e.seq >= 0
    RETURN e ORDER BY e.claim DESC, e.seq DESC LIMIT 1
  }
  RETURN i, e.record AS record`);

const LATEST_BY = perKey(`
  CALL (key) {
    MATCH (e:Event) USING INDEX e:Event(claim, actorRoot, seq)
    WHERE e.claim = key.claim AND e.actorRoot = key.actorRoot AND e.seq >= 0
    RETURN e ORDER BY e.claim DESC, e.actorRoot DESC, e.seq DESC LIMIT 1
  }
  RETURN i, e.record AS record`);

const BY_EVENT = perKey('MATCH (e:Event {id: key}) RETURN i, e.record AS record');
const CITING = `
  MATCH (:Artefact {id: $artefact})<-[:NAMES]-(e:Event)
  WITH DISTINCT e ORDER BY e.logSeq, e.id
  WITH collect(e) AS found
  UNWIND found[..$limit] AS e
  RETURN e.record AS record, size(found) AS total`;

const IDEMPOTENCY = perKey('MATCH (k:IdempotencyKey {key: key}) RETURN i, k.record AS record');

/** Each claim once, ordered by its first proposal. */
const PREDECESSORS = perKey(`
  MATCH (:Claim {addr: key})-[s:SUPERSEDES]->(c)
  WITH i, c.addr AS claim, min(s.logSeq) AS first
  RETURN i, claim ORDER BY first`);

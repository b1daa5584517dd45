/** Reads of the claims' ledgers. */
import type { ClaimAddr } from '../address.ts';
import type { LedgerEntry } from '../evidence.ts';
import type { GraphReader, IdempotencyRecord } from '../store.ts';
import { indexable } from './bolt-values.ts';
import { type Connection, perKey } from './connection.ts';

type LedgerReader = Pick<
  GraphReader,
  'ledger' | 'ledgerHeads' | 'latestBy' | 'events' | 'eventsCiting' | 'idempotency' | 'predecessors'
>;

/** Cypher has no word for "no limit". */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

export function ledgerReader(connection: Connection): LedgerReader {
  return {
    ledger: ({ claim, after, limit }) =>
      connection.records<LedgerEntry>(PAGE, { claim, after, limit: limit ?? UNLIMITED }),
    ledgerHeads: (addrs) => connection.recordPerKey<LedgerEntry>(HEADS, addrs),
    latestBy: (pairs) =>
      connection.recordPerKey<LedgerEntry>(
        LATEST_BY,
        pairs.map(({ claim, actorRoot }) => ({ claim, actorRoot: indexable(actorRoot) })),
      ),
    events: (ids) => connection.recordPerKey<LedgerEntry>(BY_EVENT, ids),
    eventsCiting: (artefact, limit) => connection.counted<LedgerEntry>(CITING, { artefact, limit }),
    idempotency: (keys) => connection.recordPerKey<IdempotencyRecord>(IDEMPOTENCY, keys),
    predecessors: (addrs) => readPredecessors(connection, addrs),
  };
}

async function readPredecessors(connection: Connection, addrs: readonly ClaimAddr[]): Promise<ClaimAddr[][]> {
  const found = await connection.rowsPerKey<{ i: number; claim: ClaimAddr }>(PREDECESSORS, addrs);
  return found.map((rows) => rows.map(({ claim }) => claim));
}

/**
 * `seq` is in each condition, since an index on (claim, seq) serves only a question about both; and whatever is limited
 * is ordered by the index's every property, since by `seq` alone the server would sort the whole ledger.
 */
const PAGE = `
  MATCH (e:Event) WHERE e.claim = $claim AND e.seq > $after
  RETURN e.record AS record ORDER BY e.claim, e.seq LIMIT $limit`;

const HEADS = perKey(`
  CALL (key) {
    MATCH (e:Event) WHERE e.claim = key AND e.seq >= 0
    RETURN e ORDER BY e.claim DESC, e.seq DESC LIMIT 1
  }
  RETURN i, e.record AS record`);

const LATEST_BY = perKey(`
  CALL (key) {
    MATCH (e:Event) WHERE e.claim = key.claim AND e.actorRoot = key.actorRoot AND e.seq >= 0
    RETURN e ORDER BY e.claim DESC, e.actorRoot DESC, e.seq DESC LIMIT 1
  }
  RETURN i, e.record AS record`);

const BY_EVENT = perKey('MATCH (e:Event {id: key}) RETURN i, e.record AS record');
const CITING = `
  MATCH (:Artefact {id: $artefact})<-[:CITES]-(e:Event)
  WITH DISTINCT e ORDER BY e.logSeq, e.id
  WITH collect(e) AS found
  UNWIND found[..$limit] AS e
  RETURN e.record AS record, size(found) AS total`;

const IDEMPOTENCY = perKey('MATCH (k:IdempotencyKey {key: key}) RETURN i, k.record AS record');

/** Each claim once, ordered by its first proposal. */
const PREDECESSORS = perKey(`
  MATCH (:Claim {addr: key})<-[:PROPOSES]-(e:Event)
  WITH i, e.claim AS claim, min(e.logSeq) AS first
  RETURN i, claim ORDER BY first`);

/** Reads of the claims' ledgers. */
import type { ClaimAddr } from '../address.ts';
import type { LedgerEntry } from '../evidence.ts';
import type { GraphReader, IdempotencyRecord } from '../store.ts';
import type { Connection } from './connection.ts';

type LedgerReader = Pick<
  GraphReader,
  'ledger' | 'ledgerHeads' | 'latestBy' | 'events' | 'eventsCiting' | 'idempotency' | 'predecessors'
>;

/** SQLite's word for "no limit". */
const UNLIMITED = -1;

export function ledgerReader(connection: Connection): LedgerReader {
  return {
    ledger: async ({ claim, after, limit }) =>
      connection.records<LedgerEntry>(PAGE, { claim, after, limit: limit ?? UNLIMITED }),
    ledgerHeads: async (addrs) => connection.recordPerKey<LedgerEntry>(HEADS, addrs),
    latestBy: async (pairs) =>
      connection.recordPerKey<LedgerEntry>(
        LATEST_BY,
        pairs.map(({ claim, actorRoot }) => [claim, actorRoot]),
      ),
    events: async (ids) => connection.recordPerKey<LedgerEntry>(BY_EVENT, ids),
    eventsCiting: async (artefact, limit) => connection.counted<LedgerEntry>(CITING, { artefact, limit }),
    idempotency: async (keys) => connection.recordPerKey<IdempotencyRecord>(IDEMPOTENCY, keys),
    predecessors: async (addrs) =>
      connection
        .rowsPerKey<{ i: number; claim: ClaimAddr }>(PREDECESSORS, addrs)
        .map((rows) => rows.map(({ claim }) => claim)),
  };
}

const PAGE = 'SELECT record FROM ledger WHERE claim = @claim AND seq > @after ORDER BY seq LIMIT @limit';

const HEADS = `
  SELECT k.key AS i, l.record FROM json_each(@keys) k
  CROSS JOIN ledger l ON l.claim = k.value
    AND l.seq = (SELECT max(seq) FROM ledger WHERE claim = k.value)`;

const LATEST_BY = `
  SELECT k.key AS i, l.record FROM json_each(@keys) k
  CROSS JOIN ledger l ON l.claim = k.value ->> 0 AND l.seq = (
    SELECT max(seq) FROM ledger WHERE claim = k.value ->> 0 AND actor_root = k.value ->> 1
  )`;

const BY_EVENT =
  'SELECT k.key AS i, l.record FROM json_each(@keys) k CROSS JOIN ledger l ON l.event_id = k.value';

const CITING = `
  SELECT l.record, count(*) OVER () AS total FROM event_artefacts c
  CROSS JOIN ledger l ON l.event_id = c.event
  WHERE c.artefact = @artefact ORDER BY c.log_seq, c.event LIMIT @limit`;

const IDEMPOTENCY =
  'SELECT k.key AS i, d.record FROM json_each(@keys) k CROSS JOIN idempotency d ON d.key = k.value';

/** Each claim once, ordered by its first proposal. */
const PREDECESSORS = `
  SELECT k.key AS i, l.claim FROM json_each(@keys) k
  CROSS JOIN ledger l ON l.successor = k.value
  GROUP BY k.key, l.claim
  ORDER BY min(l.log_seq)`;

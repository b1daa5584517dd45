/** Reads of the claims' ledgers. */
import type { ClaimAddr } from '../address.ts';
import type { LedgerEntry } from '../evidence.ts';
import type { EdgeReader } from '../store/edges.ts';
import type { RangeReads } from '../store/ranges.ts';
import type { RecordReads } from '../store/records.ts';
import type { IdempotencyRecord } from '../store/rows.ts';
import type { Connection } from './connection.ts';
import { recordOf } from './records.ts';

export function ledgerRecords(
  connection: Connection,
): RecordReads<'events' | 'ledgerEntries' | 'ledgerHeads' | 'latestByActor' | 'idempotency'> {
  return {
    events: async (ids) => connection.recordPerKey<LedgerEntry>(BY_EVENT, ids),
    ledgerEntries: async (positions) =>
      connection.recordPerKey<LedgerEntry>(
        AT_POSITION,
        positions.map(({ claim, seq }) => [claim, seq]),
      ),
    ledgerHeads: async (addrs) => connection.recordPerKey<LedgerEntry>(HEADS, addrs),
    latestByActor: async (pairs) =>
      connection.recordPerKey<LedgerEntry>(
        LATEST_BY,
        pairs.map(({ claim, actorRoot }) => [claim, actorRoot]),
      ),
    idempotency: async (keys) => {
      const found = connection.rowsPerKey<IdempotencyRecord & { readonly i: number }>(IDEMPOTENCY, keys);
      return found.map(([row]) => {
        if (row === undefined) return null;
        const { i: _, ...record } = row;
        return record;
      });
    },
  };
}

export function ledgerRanges(connection: Connection): RangeReads<'ledger' | 'predecessors'> {
  return {
    ledger: async ({ by, limit }) =>
      connection.recordsPerKey<LedgerEntry>(
        LEDGER,
        by.map(({ claim, after }) => [claim, after]),
        { limit },
      ),
    predecessors: async ({ by }) =>
      connection
        .rowsPerKey<{ i: number; claim: ClaimAddr }>(PREDECESSORS, by)
        .map((rows) => rows.map(({ claim }) => claim)),
  };
}

export function citations(connection: Connection): Pick<EdgeReader, 'eventsCiting'> {
  return {
    eventsCiting: async (artefact, limit) => connection.counted<LedgerEntry>(CITING, { artefact, limit }),
  };
}

const RECORD = `${recordOf('ledger', 'l')} AS record`;

/** Positions in a ledger have no gaps. */
const LEDGER = `
  SELECT k.key AS i, ${RECORD} FROM json_each(@keys) k
  CROSS JOIN ledger l ON l.claim = k.value ->> 0
    AND l.seq > k.value ->> 1 AND l.seq <= (k.value ->> 1) + @limit
  ORDER BY l.seq`;

const AT_POSITION = `
  SELECT k.key AS i, ${RECORD} FROM json_each(@keys) k
  CROSS JOIN ledger l ON l.claim = k.value ->> 0 AND l.seq = k.value ->> 1`;

const HEADS = `
  SELECT k.key AS i, ${RECORD} FROM json_each(@keys) k
  CROSS JOIN ledger l ON l.claim = k.value
    AND l.seq = (SELECT max(seq) FROM ledger WHERE claim = k.value)`;

const LATEST_BY = `
  SELECT k.key AS i, ${RECORD} FROM json_each(@keys) k
  CROSS JOIN ledger l ON l.claim = k.value ->> 0 AND l.seq = (
    SELECT max(seq) FROM ledger WHERE claim = k.value ->> 0 AND actor_root = k.value ->> 1
  )`;

const BY_EVENT = `SELECT k.key AS i, ${RECORD} FROM json_each(@keys) k CROSS JOIN ledger l ON l.event_id = k.value`;

const CITING = `
  SELECT ${RECORD}, count(*) OVER () AS total FROM event_artefacts c
  CROSS JOIN ledger l ON l.id = c.event
  WHERE c.artefact = @artefact ORDER BY c.log_seq, l.event_id LIMIT @limit`;

const IDEMPOTENCY = `
  SELECT k.key AS i, d.key, d.request_hash, d.result_id FROM json_each(@keys) k
  CROSS JOIN idempotency d ON d.key = k.value`;

/** Each claim once, ordered by its first proposal. */
const PREDECESSORS = `
  SELECT k.key AS i, l.claim FROM json_each(@keys) k
  CROSS JOIN ledger l ON l.successor = k.value
  GROUP BY k.key, l.claim
  ORDER BY min(l.log_seq)`;

/** Reads of records by their ids: one statement a call. */

import type { RecordReader, RecordReads } from '../store/records.ts';
import type { CorpusRecord, IndexedSection, SectionPlace } from '../store/rows.ts';
import { KEYS, type PostgresConnection } from './connection.ts';
import { ENTRY, type PostgresEntryRow, storedEntry } from './read-log.ts';

export function recordReader(connection: PostgresConnection): RecordReader {
  const reads = recordReads(connection);
  return {
    // A kind's read takes the ids of this kind and gives its rows; TypeScript does not follow that through an index.
    records: (kind, ids) => (reads[kind] as (of: typeof ids) => never)(ids),
    corpora: () => connection.records<CorpusRecord>('SELECT record FROM corpora ORDER BY id'),
  };
}

function recordReads(connection: PostgresConnection): RecordReads {
  const by =
    <T>(sql: string) =>
    (ids: readonly string[]) =>
      connection.recordPerKey<T>(sql, ids);
  const sections = by<IndexedSection>(one('sections', 'addr'));
  const ofClaim = async (sql: string, ids: readonly { readonly claim: string }[], more: object) => {
    const params = { claims: ids.map(({ claim }) => claim), ...more };
    const found = await connection.recordsOfEach(sql, ids.length, params);
    return found.map(([first]) => first ?? null) as never;
  };
  return {
    entries: async (seqs) => {
      const found = await connection.rowsPerKey<PostgresEntryRow & { i: number }>(ENTRIES, seqs.length, {
        keys: seqs,
      });
      return found.map(([row]) => (row === undefined ? null : storedEntry(row)));
    },
    corpora: by(one('corpora', 'name')),
    artefacts: by(one('artefacts', 'id')),
    sections,
    sectionPlaces: async (addrs) => (await sections(addrs)).map((section) => section && placeOf(section)),
    claims: by(one('claims', 'addr')),
    events: by(one('ledger', 'event_id')),
    ledgerEntries: (ids) => ofClaim(LEDGER_AT, ids, { seqs: ids.map(({ seq }) => seq) }),
    ledgerHeads: by(LEDGER_HEADS),
    latestByActor: (ids) => ofClaim(LATEST_BY_ACTOR, ids, { roots: ids.map(({ actorRoot }) => actorRoot) }),
    idempotency: by(one('idempotency', 'key')),
    annotations: by(one('annotations', 'id')),
    closures: by(one('stub_closures', 'stub_id')),
    answers: by(one('answers', 'id')),
    latestFindings: by(LATEST_FINDINGS),
    keys: by(one('keys', 'id')),
    keysByHash: by(KEYS_BY_HASH),
  };
}

/** A record is JSON text, from which the server takes nothing. */
function placeOf({ titleTerms: _, textTerms: __, ...place }: IndexedSection): SectionPlace {
  return place;
}

/** The row of each key. */
function one(table: string, key: string): string {
  return `SELECT k.i, t.record FROM ${KEYS} JOIN ${table} t ON t.${key} = k.value`;
}

/** The first row of each key, `of` its rows in order. */
function first(of: string): string {
  return `SELECT k.i, t.record FROM ${KEYS} CROSS JOIN LATERAL (SELECT record FROM ${of} LIMIT 1) t`;
}

const ENTRIES = `
  SELECT k.i, ${ENTRY} FROM unnest(@keys::bigint[]) WITH ORDINALITY AS k (value, i) JOIN entries e ON e.seq = k.value`;

const LEDGER_AT = `
  SELECT k.i, l.record FROM unnest(@claims::text[], @seqs::bigint[]) WITH ORDINALITY AS k (claim, seq, i)
  JOIN ledger l ON l.claim = k.claim AND l.seq = k.seq`;

const LATEST_BY_ACTOR = `
  SELECT k.i, t.record FROM unnest(@claims::text[], @roots::text[]) WITH ORDINALITY AS k (claim, root, i)
  CROSS JOIN LATERAL (
    SELECT record FROM ledger WHERE claim = k.claim AND actor_root = k.root ORDER BY seq DESC LIMIT 1
  ) t`;

const LEDGER_HEADS = first('ledger WHERE claim = k.value ORDER BY seq DESC');
const LATEST_FINDINGS = first('findings WHERE answer = k.value ORDER BY seq DESC');
const KEYS_BY_HASH = first('keys WHERE hash = k.value ORDER BY seq');

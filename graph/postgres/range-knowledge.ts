/** Ranges of artefacts, claims and ledgers. */
import type { ClaimAddr } from '../address.ts';
import type { ArtefactState } from '../artefact.ts';
import type { LedgerEntry } from '../evidence.ts';
import type { RangeQuery, RangeReads } from '../store/ranges.ts';
import { KEYS, type PostgresConnection } from './connection.ts';
import { directionOf, endsOf } from './range-bounds.ts';

type KnowledgeKind =
  | 'artefacts'
  | 'versions'
  | 'artefactsByRef'
  | 'observations'
  | 'claimsOfSlot'
  | 'definitions'
  | 'claimsOfCluster'
  | 'occurrences'
  | 'occurrencesIn'
  | 'rivals'
  | 'predecessors'
  | 'ledger'
  | 'evidence';

export function knowledgeRanges(connection: PostgresConnection): RangeReads<KnowledgeKind> {
  const whole =
    <T>(sql: string) =>
    ({ by }: { readonly by: readonly string[] }) =>
      connection.recordsPerKey<T>(sql, by);
  return {
    artefacts: ({ by, limit }) =>
      Promise.all(
        by.map(({ corpus, after }) => connection.records<ArtefactState>(ARTEFACTS, { corpus, after, limit })),
      ),
    versions: ({ by, corpus }) => connection.recordsPerKey(VERSIONS, by, { corpus }),
    artefactsByRef: ({ by, corpus }) => connection.recordsPerKey(BY_REF, by, { corpus }),
    observations: whole(OBSERVATIONS),
    claimsOfSlot: ({ by, corpus, upTo, limit }) =>
      connection.recordsPerKey(OF_SLOT, by, { corpus, upTo, limit }),
    definitions: ({ by, corpus, upTo, limit }) =>
      connection.recordsPerKey(DEFINITIONS, by, { corpus, upTo, limit }),
    claimsOfCluster: ({ by, limit }) => connection.recordsPerKey(OF_CLUSTER, by, { limit }),
    occurrences: ({ by, view: { seq, until }, after, limit, newestFirst }) =>
      connection.recordsPerKey(PLACES[directionOf(newestFirst)], by, { seq, until, after, limit }),
    occurrencesIn: whole(OCCURRENCES_IN),
    rivals: whole(RIVALS),
    predecessors: async ({ by }) => {
      const found = await connection.rowsPerKey<{ i: number; claim: ClaimAddr }>(PREDECESSORS, by.length, {
        keys: by,
      });
      return found.map((rows) => rows.map(({ claim }) => claim));
    },
    ledger: ({ by, limit }) =>
      connection.recordsOfEach(LEDGER, by.length, {
        claims: by.map(({ claim }) => claim),
        afters: by.map(({ after }) => after),
        limit,
      }),
    evidence: (query) => readEvidence(connection, query),
  };
}

const ARTEFACTS =
  'SELECT record FROM artefacts WHERE corpus = @corpus AND seq > @after ORDER BY seq LIMIT @limit';

const VERSIONS = `
  SELECT k.i, a.record FROM ${KEYS} JOIN artefacts a ON a.doc_id = k.value AND a.corpus = @corpus
  ORDER BY a.version, a.seq`;

const BY_REF = `
  SELECT k.i, a.seq, a.record FROM ${KEYS} JOIN artefacts a ON a.url = k.value AND a.corpus = @corpus
  UNION
  SELECT k.i, a.seq, a.record FROM ${KEYS} JOIN artefacts a ON a.hash = k.value AND a.corpus = @corpus
  ORDER BY 2`;

const OBSERVATIONS = `
  SELECT k.i, o.record FROM ${KEYS} JOIN observations o ON o.hash = k.value
  ORDER BY o.observed_at, o.seq, o.artefact`;

const OF_SLOT = `
  SELECT k.i, c.record FROM ${KEYS} CROSS JOIN LATERAL (
    SELECT seq, record FROM claims
    WHERE corpus = @corpus AND md5(slot) = md5(k.value) AND slot = k.value AND seq <= @upTo
    ORDER BY seq DESC LIMIT @limit
  ) c ORDER BY c.seq`;

const DEFINITIONS = `
  SELECT k.i, c.record FROM ${KEYS} CROSS JOIN LATERAL (
    SELECT seq, record FROM claims
    WHERE corpus = @corpus AND md5(defines) = md5(k.value) AND defines = k.value AND seq <= @upTo
    ORDER BY seq LIMIT @limit
  ) c ORDER BY c.seq`;

/** The index of clusters has no order: the server looks at all claims of a cluster, and sends those within the limit. */
const OF_CLUSTER = `
  SELECT k.i, c.record FROM ${KEYS} CROSS JOIN LATERAL (
    SELECT seq, record FROM claims WHERE cluster = k.value ORDER BY seq LIMIT @limit
  ) c ORDER BY c.seq`;

function placesSql(direction: 'ASC' | 'DESC'): string {
  return `
    SELECT k.i, o.record FROM ${KEYS} CROSS JOIN LATERAL (
      SELECT seq, record FROM occurrences
      WHERE claim = k.value AND seq > @after AND seq <= @seq
        AND (record::json ->> 'effective_at') COLLATE "C" <= @until
      ORDER BY seq ${direction} LIMIT @limit
    ) o ORDER BY o.seq ${direction}`;
}

const PLACES = { ASC: placesSql('ASC'), DESC: placesSql('DESC') };

const OCCURRENCES_IN = `
  SELECT k.i, o.record FROM ${KEYS} JOIN occurrences o ON o.artefact = k.value ORDER BY o.seq`;

const RIVALS = `
  SELECT k.i, r.seq, r.claim, r.rival, r.record FROM ${KEYS} JOIN rivals r ON r.claim = k.value
  UNION
  SELECT k.i, r.seq, r.claim, r.rival, r.record FROM ${KEYS} JOIN rivals r ON r.rival = k.value
  ORDER BY 2, 3, 4`;

const PREDECESSORS = `
  SELECT k.i, l.claim FROM ${KEYS} JOIN ledger l ON l.successor = k.value
  GROUP BY k.i, l.claim ORDER BY min(l.log_seq)`;

const LEDGER = `
  SELECT k.i, l.record FROM unnest(@claims::text[], @afters::bigint[]) WITH ORDINALITY AS k (claim, after, i)
  CROSS JOIN LATERAL (
    SELECT seq, record FROM ledger WHERE claim = k.claim AND seq > k.after ORDER BY seq LIMIT @limit
  ) l ORDER BY l.seq`;

/** The first of each kind, or of each kind of each writer, and of all these the first. */
function evidenceSql(direction: 'ASC' | 'DESC', ofWriters: boolean): string {
  const first = `ORDER BY log_seq ${direction} LIMIT @limit`;
  const writers = ofWriters ? 'CROSS JOIN unnest(@actors::text[]) AS a (root)' : '';
  const written = ofWriters ? 'AND actor_root = a.root' : '';
  return `
    SELECT l.record FROM unnest(@kinds::text[]) AS k (kind) ${writers} CROSS JOIN LATERAL (
      SELECT log_seq, record FROM ledger
      WHERE corpus = @corpus ${written} AND kind = k.kind AND log_seq > @after AND log_seq < @before ${first}
    ) l ${first}`;
}

function readEvidence(
  connection: PostgresConnection,
  { by, limit, newestFirst }: RangeQuery<'evidence'>,
): Promise<LedgerEntry[][]> {
  return Promise.all(
    by.map(({ corpus, kinds, actors, ...stretch }) => {
      const named = { kinds: [...new Set(kinds)], ...(actors !== null && { actors }) };
      const sql = evidenceSql(directionOf(newestFirst), actors !== null);
      return connection.records<LedgerEntry>(sql, { corpus, ...named, limit, ...endsOf(stretch) });
    }),
  );
}

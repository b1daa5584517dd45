/** Reads of claims, of where they are stated, and of what contradicts them. */
import type { ClaimOccurrence, ClaimRecord, ClaimRivalry, JudgedRivalry } from '../claim.ts';
import type { RangeQuery, RangeReads } from '../store/ranges.ts';
import type { RecordReads } from '../store/records.ts';
import type { Connection } from './connection.ts';
import { recordOf } from './records.ts';

export function claimRecords(connection: Connection): RecordReads<'claims'> {
  return { claims: async (addrs) => connection.recordPerKey<ClaimRecord>(BY_ADDR, addrs) };
}

export function claimRanges(
  connection: Connection,
): RangeReads<
  'claimsOfSlot' | 'definitions' | 'claimsOfCluster' | 'occurrences' | 'occurrencesIn' | 'rivals'
> {
  return {
    claimsOfSlot: async ({ by, ...query }) =>
      connection.recordsPerKey<ClaimRecord>(BY_SLOT, by, { ...query }),
    definitions: async ({ by, ...query }) =>
      connection.recordsPerKey<ClaimRecord>(DEFINITIONS, by, { ...query }),
    claimsOfCluster: async ({ by, limit }) =>
      connection.recordsPerKey<ClaimRecord>(BY_CLUSTER, by, { limit }),
    occurrences: async (query) => readPlaces(connection, query),
    occurrencesIn: async ({ by }) => connection.recordsPerKey<ClaimOccurrence>(OCCURRENCES_IN, by),
    rivals: async ({ by }) => readRivals(connection, by),
  };
}

function readPlaces(
  connection: Connection,
  { by, view: { seq, until }, after, limit, newestFirst }: RangeQuery<'occurrences'>,
): ClaimOccurrence[][] {
  const sql = newestFirst ? NEWEST_PLACES : PLACES;
  return connection.recordsPerKey<ClaimOccurrence>(sql, by, { seq, until, after, limit });
}

interface RivalRow extends Omit<ClaimRivalry, 'judged'> {
  readonly i: number;
  readonly judged: string | null;
}

function readRivals(connection: Connection, addrs: readonly string[]): ClaimRivalry[][] {
  return connection.rowsPerKey<RivalRow>(RIVALS, addrs).map((rows) =>
    rows.map(({ claim, rival, seq, judged }) => ({
      ...{ claim, rival, seq },
      ...(judged !== null && { judged: connection.parse<JudgedRivalry>(judged) }),
    })),
  );
}

const CLAIM = `${recordOf('claim', 'c')} AS record`;
const OCCURRENCE = `${recordOf('occurrence', 'o')} AS record`;

const BY_ADDR = `SELECT k.key AS i, ${CLAIM} FROM json_each(@keys) k CROSS JOIN claims c ON c.addr = k.value`;

const BY_SLOT = `
  SELECT k.key AS i, ${CLAIM} FROM json_each(@keys) k
  CROSS JOIN claims c ON c.rowid IN (
    SELECT rowid FROM claims WHERE corpus = @corpus AND slot = k.value AND seq <= @upTo
    ORDER BY seq DESC LIMIT @limit
  )
  ORDER BY c.seq`;

const DEFINITIONS = `
  SELECT k.key AS i, ${CLAIM} FROM json_each(@keys) k
  CROSS JOIN claims c ON c.rowid IN (
    SELECT rowid FROM claims WHERE corpus = @corpus AND defines = k.value AND seq <= @upTo
    ORDER BY seq LIMIT @limit
  )
  ORDER BY c.seq`;

/** A cluster is of one corpus: the order of its index is that of the log. */
const BY_CLUSTER = `
  SELECT k.key AS i, ${CLAIM} FROM json_each(@keys) k
  CROSS JOIN claims c ON c.rowid IN (
    SELECT rowid FROM claims WHERE cluster = k.value ORDER BY corpus, seq LIMIT @limit
  )
  ORDER BY c.seq`;

function placesSql(direction: 'ASC' | 'DESC'): string {
  return `
    SELECT k.key AS i, ${OCCURRENCE} FROM json_each(@keys) k
    CROSS JOIN occurrences o ON o.seq IN (
      SELECT seq FROM occurrences
      WHERE claim = k.value AND seq > @after AND seq <= @seq AND effective_at <= @until
      ORDER BY seq ${direction} LIMIT @limit
    )
    ORDER BY o.seq ${direction}`;
}

const PLACES = placesSql('ASC');
const NEWEST_PLACES = placesSql('DESC');

const OCCURRENCES_IN = `
  SELECT k.key AS i, ${OCCURRENCE} FROM json_each(@keys) k
  CROSS JOIN occurrences o ON o.artefact = k.value
  ORDER BY o.seq`;

const RIVALS = `
  SELECT k.key AS i, r.seq, r.claim, r.rival, r.judged FROM json_each(@keys) k
  CROSS JOIN rivals r ON r.claim = k.value
  UNION
  SELECT k.key AS i, r.seq, r.claim, r.rival, r.judged FROM json_each(@keys) k
  CROSS JOIN rivals r ON r.rival = k.value
  ORDER BY 2, 3, 4`;

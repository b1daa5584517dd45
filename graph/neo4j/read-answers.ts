/** Reads of answers, of their findings, and of keys. */
import type { AnswerId } from '../address.ts';
import type { EdgeReader } from '../store/edges.ts';
import type { ListReader } from '../store/lists.ts';
import type { FindingList, RangeReads } from '../store/ranges.ts';
import type { RecordReads } from '../store/records.ts';
import type { AnswerRecord, FindingRecord, KeyRecord, Revocation } from '../store/rows.ts';
import { eachOf, type Neo4jConnection, perKey } from './connection.ts';

export function answerRecords(
  connection: Neo4jConnection,
): RecordReads<'answers' | 'latestFindings' | 'keys' | 'keysByHash'> {
  return {
    answers: (ids) => connection.recordPerKey<AnswerRecord>(ANSWERS, ids),
    latestFindings: (ids) => connection.recordPerKey<FindingRecord>(LATEST, ids),
    keys: (ids) => connection.recordPerKey<KeyRecord>(KEYS, ids),
    keysByHash: (hashes) => connection.recordPerKey<KeyRecord>(KEYS_BY_HASH, hashes),
  };
}

export function answerRanges(
  connection: Neo4jConnection,
): RangeReads<'answersUsing' | 'answersOfCorpus' | 'findings' | 'revocations'> {
  return {
    answersUsing: ({ by, limit }) =>
      eachOf(by, ({ claims, artefacts, after }) =>
        connection.records<AnswerRecord>(USING, { claims, artefacts, after, limit }),
      ),
    answersOfCorpus: ({ by, limit }) =>
      eachOf(by, ({ corpus, after }) =>
        connection.records<AnswerRecord>(IN_CORPUS, { corpus, after, limit }),
      ),
    findings: ({ by, limit }) => eachOf(by, (list) => readFindings(connection, list, limit)),
    revocations: ({ by, limit }) =>
      eachOf(by, ({ after }) => connection.rows<Revocation>(REVOCATIONS, { after, limit })),
  };
}

/** Reads that look through all of a tenant's answers. */
export function answerLists(
  connection: Neo4jConnection,
): Pick<ListReader, 'currentFindings'> & Pick<EdgeReader, 'answersRestingOn'> {
  return {
    currentFindings: (tenant, answers) => readCurrent(connection, tenant, answers),
    answersRestingOn: (artefact, tenant, limit, before = Number.MAX_SAFE_INTEGER) =>
      connection.counted<AnswerRecord>(RESTING_ON, { artefact, tenant, limit, before }),
  };
}

function readFindings(
  connection: Neo4jConnection,
  { tenant, after, answers }: FindingList,
  limit: number,
): Promise<FindingRecord[]> {
  if (answers === null) {
    return tenant === null
      ? connection.records(ALL_FINDINGS, { after, limit })
      : connection.records(FINDINGS, { tenant, after, limit });
  }
  return connection.records(FINDINGS_OF, { tenant, after, limit, answers: [...new Set(answers)] });
}

function readCurrent(
  connection: Neo4jConnection,
  tenant: string | null,
  answers: readonly AnswerId[] | null,
): Promise<FindingRecord[]> {
  if (answers === null) {
    return tenant === null ? connection.records(ALL_CURRENT, {}) : connection.records(CURRENT, { tenant });
  }
  return connection.records(CURRENT_OF, { tenant, answers: [...new Set(answers)] });
}

const ANSWERS = perKey('MATCH (a:Answer {id: key}) RETURN i, a.record AS record');

/** What is limited is ordered by every property of its index: see `read-ledger.ts`. */
const IN_CORPUS = `
  MATCH (a:Answer) WHERE a.corpus = $corpus AND a.seq > $after
  RETURN a.record AS record ORDER BY a.corpus, a.seq LIMIT $limit`;

/** `UNION` names an answer once that uses several of them. */
const USING = `
  CALL () {
    UNWIND $claims AS addr MATCH (:Claim {addr: addr})<-[:USES]-(a:Answer) RETURN a
    UNION
    UNWIND $artefacts AS id MATCH (:Artefact {id: id})<-[:CITES]-(a:Answer) RETURN a
  }
  WITH a WHERE a.seq > $after
  RETURN a.record AS record ORDER BY a.seq LIMIT $limit`;

const RESTING_ON = `
  MATCH (d:Artefact {id: $artefact})<-[:CITES]-(a:Answer {tenant: $tenant}) USING INDEX d:Artefact(id)
  WHERE a.seq < $before
  WITH DISTINCT a ORDER BY a.seq DESC
  WITH collect(a) AS found
  UNWIND found[..$limit] AS a
  RETURN a.record AS record, size(found) AS total`;

const FINDINGS = `
  MATCH (f:Finding) WHERE f.tenant = $tenant AND f.seq > $after
  RETURN f.record AS record ORDER BY f.tenant, f.seq LIMIT $limit`;

const ALL_FINDINGS = `
  MATCH (f:Finding) WHERE f.seq > $after RETURN f.record AS record ORDER BY f.seq LIMIT $limit`;

const FINDINGS_OF = `
  UNWIND $answers AS answer
  CALL (answer) {
    MATCH (f:Finding) WHERE f.answer = answer AND f.seq > $after AND ($tenant IS NULL OR f.tenant = $tenant)
    RETURN f ORDER BY f.answer, f.seq LIMIT $limit
  }
  RETURN f.record AS record ORDER BY f.seq LIMIT $limit`;

const LATEST = perKey(`
  CALL (key) {
    MATCH (f:Finding) WHERE f.answer = key AND f.seq >= 0
    RETURN f ORDER BY f.answer DESC, f.seq DESC LIMIT 1
  }
  RETURN i, f.record AS record`);

const CURRENT = `
  MATCH (f:Finding) WHERE f.tenant = $tenant AND f.seq >= 0
  WITH f.answer AS answer, max(f.seq) AS newest
  MATCH (f:Finding {seq: newest})
  RETURN f.record AS record ORDER BY newest`;

const ALL_CURRENT = `
  MATCH (f:Finding) WHERE f.seq >= 0
  WITH f.answer AS answer, max(f.seq) AS newest
  MATCH (f:Finding {seq: newest})
  RETURN f.record AS record ORDER BY newest`;

const CURRENT_OF = `
  UNWIND $answers AS answer
  CALL (answer) {
    MATCH (f:Finding) WHERE f.answer = answer AND f.seq >= 0
    RETURN f ORDER BY f.answer DESC, f.seq DESC LIMIT 1
  }
  WITH f WHERE $tenant IS NULL OR f.tenant = $tenant
  RETURN f.record AS record ORDER BY f.seq`;

const KEYS_BY_HASH = perKey('MATCH (k:Key {hash: key}) RETURN i, k.record AS record ORDER BY k.seq');
const KEYS = perKey('MATCH (k:Key {id: key}) RETURN i, k.record AS record');
const REVOCATIONS = `
  MATCH (r:Revocation) WHERE r.seq > $after RETURN r.key AS keyId, r.seq AS seq ORDER BY r.seq LIMIT $limit`;

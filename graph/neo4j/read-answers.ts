/** Reads of answers, of their findings, and of keys. */
import type { AnswerId } from '../address.ts';
import type { AnswerRecord, FindingRecord, FindingsQuery, GraphReader, KeyRecord } from '../store.ts';
import { type Connection, perKey } from './connection.ts';

type AnswerReader = Pick<
  GraphReader,
  | 'answers'
  | 'answersOf'
  | 'answersUsing'
  | 'answersRestingOn'
  | 'answersIn'
  | 'findings'
  | 'latestFindings'
  | 'standingFindings'
  | 'keyByHash'
  | 'keys'
  | 'revocations'
>;

export function answerReader(connection: Connection): AnswerReader {
  return {
    answers: (ids) => connection.recordPerKey<AnswerRecord>(ANSWERS, ids),
    answersOf: (tenant, limit) => connection.records<AnswerRecord>(OF_TENANT, { tenant, limit }),
    answersUsing: ({ claims, artefacts, after, limit }) =>
      connection.records<AnswerRecord>(USING, { claims, artefacts, after, limit }),
    answersRestingOn: (artefact, tenant, limit, before = Number.MAX_SAFE_INTEGER) =>
      connection.counted<AnswerRecord>(RESTING_ON, { artefact, tenant, limit, before }),
    answersIn: (corpus, after, limit) =>
      connection.records<AnswerRecord>(IN_CORPUS, { corpus, after, limit }),
    findings: (query) => readFindings(connection, query),
    latestFindings: (ids) => connection.recordPerKey<FindingRecord>(LATEST, ids),
    standingFindings: (tenant, answers) => readStanding(connection, tenant, answers),
    keyByHash: (hash) => connection.record<KeyRecord>(KEY_BY_HASH, { hash }),
    keys: (ids) => connection.recordPerKey<KeyRecord>(KEYS, ids),
    revocations: (after, limit = Number.MAX_SAFE_INTEGER) => connection.rows(REVOCATIONS, { after, limit }),
  };
}

function readFindings(connection: Connection, query: FindingsQuery): Promise<FindingRecord[]> {
  const { tenant, limit, answers } = query;
  const after = query.after ?? -1;
  if (answers === null) {
    return tenant === null
      ? connection.records(ALL_FINDINGS, { after, limit })
      : connection.records(FINDINGS, { tenant, after, limit });
  }
  return connection.records(FINDINGS_OF, { tenant, after, limit, answers: [...new Set(answers)] });
}

function readStanding(
  connection: Connection,
  tenant: string | null,
  answers: readonly AnswerId[] | null,
): Promise<FindingRecord[]> {
  if (answers === null) {
    return tenant === null ? connection.records(ALL_STANDING, {}) : connection.records(STANDING, { tenant });
  }
  return connection.records(STANDING_OF, { tenant, answers: [...new Set(answers)] });
}

const ANSWERS = perKey('MATCH (a:Answer {id: key}) RETURN i, a.record AS record');

/** What is limited is ordered by every property of its index: see `read-ledger.ts`. */
const OF_TENANT = `
  MATCH (a:Answer) WHERE a.tenant = $tenant AND a.seq >= 0
  RETURN a.record AS record ORDER BY a.tenant DESC, a.seq DESC LIMIT $limit`;

const IN_CORPUS = `
  MATCH (a:Answer) WHERE a.corpus = $corpus AND a.seq > $after
  RETURN a.record AS record ORDER BY a.corpus, a.seq LIMIT $limit`;

/** `UNION` names an answer once that uses several of them. */
const USING = `
  CALL () {
    UNWIND $claims AS addr MATCH (:Claim {addr: addr})<-[:USES]-(a:Answer) RETURN a
    UNION
    UNWIND $artefacts AS id MATCH (:Artefact {id: id})<-[:RESTS_ON]-(a:Answer) RETURN a
  }
  WITH a WHERE a.seq > $after
  RETURN a.record AS record ORDER BY a.seq LIMIT $limit`;

const RESTING_ON = `
  MATCH (:Artefact {id: $artefact})<-[:RESTS_ON]-(a:Answer {tenant: $tenant}) WHERE a.seq < $before
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

const STANDING = `
  MATCH (f:Finding) WHERE f.tenant = $tenant AND f.seq >= 0
  WITH f.answer AS answer, max(f.seq) AS newest
  MATCH (f:Finding {seq: newest})
  RETURN f.record AS record ORDER BY newest`;

const ALL_STANDING = `
  MATCH (f:Finding) WHERE f.seq >= 0
  WITH f.answer AS answer, max(f.seq) AS newest
  MATCH (f:Finding {seq: newest})
  RETURN f.record AS record ORDER BY newest`;

const STANDING_OF = `
  UNWIND $answers AS answer
  CALL (answer) {
    MATCH (f:Finding) WHERE f.answer = answer AND f.seq >= 0
    RETURN f ORDER BY f.answer DESC, f.seq DESC LIMIT 1
  }
  WITH f WHERE $tenant IS NULL OR f.tenant = $tenant
  RETURN f.record AS record ORDER BY f.seq`;

const KEY_BY_HASH = 'MATCH (k:Key {hash: $hash}) RETURN k.record AS record ORDER BY k.seq LIMIT 1';
const KEYS = perKey('MATCH (k:Key {id: key}) RETURN i, k.record AS record');
const REVOCATIONS = `
  MATCH (r:Revocation) WHERE r.seq > $after RETURN r.key AS keyId, r.seq AS seq ORDER BY r.seq LIMIT $limit`;

/** Reads of answers, of their findings, and of keys. */
import type { AnswerRecord, FindingRecord, FindingsQuery, GraphReader, KeyRecord } from '../store.ts';
import type { Connection } from './connection.ts';

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
    answers: async (ids) => connection.recordPerKey<AnswerRecord>(ANSWERS, ids),
    answersOf: async (tenant, limit) => connection.records<AnswerRecord>(OF_TENANT, { tenant, limit }),
    answersUsing: async ({ claims, artefacts, after, limit }) =>
      connection.records<AnswerRecord>(USING, {
        keys: JSON.stringify([...claims, ...artefacts]),
        after,
        limit,
      }),
    answersRestingOn: async (artefact, tenant, limit, before = Number.MAX_SAFE_INTEGER) =>
      connection.counted<AnswerRecord>(RESTING_ON, { artefact, tenant, limit, before }),
    answersIn: async (corpus, after, limit) =>
      connection.records<AnswerRecord>(IN_CORPUS, { corpus, after, limit }),
    findings: async (query) => readFindings(connection, query),
    latestFindings: async (ids) => connection.recordPerKey<FindingRecord>(LATEST, ids),
    standingFindings: async (tenant, answers) => readStanding(connection, tenant, answers),
    keyByHash: async (hash) => connection.record<KeyRecord>(KEY_BY_HASH, { hash }),
    keys: async (ids) => connection.recordPerKey<KeyRecord>(KEYS, ids),
    revocations: async (after, limit = Number.MAX_SAFE_INTEGER) =>
      connection.rows(REVOCATIONS, { after, limit }),
  };
}

function readFindings(connection: Connection, query: FindingsQuery): FindingRecord[] {
  const { tenant, limit, answers } = query;
  const after = query.after ?? -1;
  if (answers !== null) {
    return connection.records(FINDINGS_OF, { tenant, after, limit, answers: JSON.stringify(answers) });
  }
  return tenant === null
    ? connection.records(ALL_FINDINGS, { after, limit })
    : connection.records(FINDINGS, { tenant, after, limit });
}

function readStanding(
  connection: Connection,
  tenant: string | null,
  answers: readonly string[] | null,
): FindingRecord[] {
  if (answers !== null) {
    return connection.records(STANDING_OF, { tenant, answers: JSON.stringify(answers) });
  }
  return tenant === null ? connection.records(ALL_STANDING, {}) : connection.records(STANDING, { tenant });
}

const ANSWERS = 'SELECT k.key AS i, a.record FROM json_each(@keys) k CROSS JOIN answers a ON a.id = k.value';
const OF_TENANT = 'SELECT record FROM answers WHERE tenant = @tenant ORDER BY seq DESC LIMIT @limit';
const IN_CORPUS =
  'SELECT record FROM answers WHERE corpus = @corpus AND seq > @after ORDER BY seq LIMIT @limit';

/** Addresses of claims and ids of artefacts cannot be mistaken for one another, so one table holds both. */
const USING = `
  SELECT record FROM answers WHERE id IN (
    SELECT u.answer FROM json_each(@keys) k CROSS JOIN answer_uses u ON u.used = k.value
  ) AND seq > @after ORDER BY seq LIMIT @limit`;

const RESTING_ON = `
  SELECT a.record, count(*) OVER () AS total FROM answer_uses u
  CROSS JOIN answers a ON a.id = u.answer
  WHERE u.used = @artefact AND a.tenant = @tenant AND a.seq < @before ORDER BY a.seq DESC LIMIT @limit`;

const FINDINGS = `
  SELECT record FROM findings WHERE tenant = @tenant AND seq > @after ORDER BY seq LIMIT @limit`;

const ALL_FINDINGS = 'SELECT record FROM findings WHERE seq > @after ORDER BY seq LIMIT @limit';

/** An id that stands twice in the list is one answer. */
const FINDINGS_OF = `
  SELECT f.record FROM (SELECT DISTINCT value FROM json_each(@answers)) k
  CROSS JOIN findings f ON f.answer = k.value
  WHERE f.seq > @after AND (@tenant IS NULL OR f.tenant = @tenant)
  ORDER BY f.seq LIMIT @limit`;

const LATEST = `
  SELECT k.key AS i, f.record FROM json_each(@keys) k
  CROSS JOIN findings f ON f.seq = (SELECT max(seq) FROM findings WHERE answer = k.value)`;

const STANDING = `
  SELECT record FROM findings f
  WHERE tenant = @tenant
    AND NOT EXISTS (SELECT 1 FROM findings later WHERE later.answer = f.answer AND later.seq > f.seq)
  ORDER BY seq`;

const ALL_STANDING = `
  SELECT record FROM findings f
  WHERE NOT EXISTS (SELECT 1 FROM findings later WHERE later.answer = f.answer AND later.seq > f.seq)
  ORDER BY seq`;

const STANDING_OF = `
  SELECT f.record FROM (SELECT DISTINCT value FROM json_each(@answers)) k
  CROSS JOIN findings f ON f.seq = (SELECT max(seq) FROM findings WHERE answer = k.value)
  WHERE @tenant IS NULL OR f.tenant = @tenant
  ORDER BY f.seq`;

const KEY_BY_HASH = 'SELECT record FROM keys WHERE hash = @hash ORDER BY seq LIMIT 1';
const KEYS = 'SELECT k.key AS i, t.record FROM json_each(@keys) k CROSS JOIN keys t ON t.id = k.value';
const REVOCATIONS = 'SELECT key AS keyId, seq FROM revocations WHERE seq > @after ORDER BY seq LIMIT @limit';

/** Reads of answers, of their findings, and of keys. */
import type { EdgeReader } from '../store/edges.ts';
import type { ListReader } from '../store/lists.ts';
import type { FindingList, RangeReads } from '../store/ranges.ts';
import type { RecordReads } from '../store/records.ts';
import type { AnswerRecord, FindingRecord, KeyRecord, Revocation } from '../store/rows.ts';
import type { Connection } from './connection.ts';
import { recordOf } from './records.ts';

export function answerRecords(
  connection: Connection,
): RecordReads<'answers' | 'latestFindings' | 'keys' | 'keysByHash'> {
  return {
    answers: async (ids) => connection.recordPerKey<AnswerRecord>(ANSWERS, ids),
    latestFindings: async (ids) => connection.recordPerKey<FindingRecord>(LATEST, ids),
    keys: async (ids) => connection.recordPerKey<KeyRecord>(KEYS, ids),
    keysByHash: async (hashes) => connection.recordPerKey<KeyRecord>(KEYS_BY_HASH, hashes),
  };
}

export function answerRanges(
  connection: Connection,
): RangeReads<'answersUsing' | 'answersOfCorpus' | 'findings' | 'revocations'> {
  return {
    answersUsing: async ({ by, limit }) =>
      by.map(({ claims, artefacts, after }) =>
        connection.records<AnswerRecord>(USING, {
          keys: JSON.stringify([...claims, ...artefacts]),
          after,
          limit,
        }),
      ),
    answersOfCorpus: async ({ by, limit }) =>
      by.map(({ corpus, after }) => connection.records<AnswerRecord>(IN_CORPUS, { corpus, after, limit })),
    findings: async ({ by, limit }) => by.map((list) => readFindings(connection, list, limit)),
    revocations: async ({ by, limit }) =>
      by.map(({ after }) => connection.rows<Revocation>(REVOCATIONS, { after, limit })),
  };
}

/** Reads that look through all of a tenant's answers. */
export function answerLists(
  connection: Connection,
): Pick<ListReader, 'currentFindings'> & Pick<EdgeReader, 'answersRestingOn'> {
  return {
    currentFindings: async (tenant, answers) => readCurrent(connection, tenant, answers),
    answersRestingOn: async (artefact, tenant, limit, before = Number.MAX_SAFE_INTEGER) =>
      connection.counted<AnswerRecord>(RESTING_ON, { artefact, tenant, limit, before }),
  };
}

function readFindings(
  connection: Connection,
  { tenant, after, answers }: FindingList,
  limit: number,
): FindingRecord[] {
  if (answers !== null) {
    return connection.records(FINDINGS_OF, { tenant, after, limit, answers: JSON.stringify(answers) });
  }
  return tenant === null
    ? connection.records(ALL_FINDINGS, { after, limit })
    : connection.records(FINDINGS, { tenant, after, limit });
}

function readCurrent(
  connection: Connection,
  tenant: string | null,
  answers: readonly string[] | null,
): FindingRecord[] {
  if (answers !== null) {
    return connection.records(CURRENT_OF, { tenant, answers: JSON.stringify(answers) });
  }
  return tenant === null ? connection.records(ALL_CURRENT, {}) : connection.records(CURRENT, { tenant });
}

const ANSWER = `${recordOf('answer', 'a')} AS record`;
const FINDING = `${recordOf('finding', 'f')} AS record`;

const ANSWERS = `SELECT k.key AS i, ${ANSWER} FROM json_each(@keys) k CROSS JOIN answers a ON a.id = k.value`;
const IN_CORPUS = `
  SELECT ${ANSWER} FROM answers a WHERE corpus = @corpus AND seq > @after
  ORDER BY seq LIMIT @limit`;

/** Addresses of claims and ids of artefacts cannot be mistaken for one another, so one table holds both. */
const USING = `
  SELECT ${ANSWER} FROM answers a WHERE id IN (
    SELECT u.answer FROM json_each(@keys) k CROSS JOIN answer_uses u ON u.used = k.value
  ) AND seq > @after ORDER BY seq LIMIT @limit`;

const RESTING_ON = `
  SELECT ${ANSWER}, count(*) OVER () AS total FROM answer_uses u
  CROSS JOIN answers a ON a.id = u.answer
  WHERE u.used = @artefact AND a.tenant = @tenant AND a.seq < @before ORDER BY a.seq DESC LIMIT @limit`;

const FINDINGS = `
  SELECT ${FINDING} FROM findings f WHERE tenant = @tenant AND seq > @after
  ORDER BY seq LIMIT @limit`;

const ALL_FINDINGS = `
  SELECT ${FINDING} FROM findings f WHERE seq > @after ORDER BY seq LIMIT @limit`;

/** An id that stands twice in the list is one answer. */
const FINDINGS_OF = `
  SELECT ${FINDING} FROM (SELECT DISTINCT value FROM json_each(@answers)) k
  CROSS JOIN findings f ON f.answer = k.value
  WHERE f.seq > @after AND (@tenant IS NULL OR f.tenant = @tenant)
  ORDER BY f.seq LIMIT @limit`;

const LATEST = `
  SELECT k.key AS i, ${FINDING} FROM json_each(@keys) k
  CROSS JOIN findings f ON f.seq = (SELECT max(seq) FROM findings WHERE answer = k.value)`;

const CURRENT = `
  SELECT ${FINDING} FROM findings f
  WHERE tenant = @tenant
    AND NOT EXISTS (SELECT 1 FROM findings later WHERE later.answer = f.answer AND later.seq > f.seq)
  ORDER BY seq`;

const ALL_CURRENT = `
  SELECT ${FINDING} FROM findings f
  WHERE NOT EXISTS (SELECT 1 FROM findings later WHERE later.answer = f.answer AND later.seq > f.seq)
  ORDER BY seq`;

const CURRENT_OF = `
  SELECT ${FINDING} FROM (SELECT DISTINCT value FROM json_each(@answers)) k
  CROSS JOIN findings f ON f.seq = (SELECT max(seq) FROM findings WHERE answer = k.value)
  WHERE @tenant IS NULL OR f.tenant = @tenant
  ORDER BY f.seq`;

const KEYS_BY_HASH = `
  SELECT k.key AS i, t.record FROM json_each(@keys) k
  CROSS JOIN keys t ON t.hash = k.value ORDER BY t.seq`;
const KEYS = 'SELECT k.key AS i, t.record FROM json_each(@keys) k CROSS JOIN keys t ON t.id = k.value';
const REVOCATIONS = `
  SELECT key AS keyId, seq FROM revocations WHERE seq > @after ORDER BY seq LIMIT @limit`;

/** Ranges of annotations, answers, findings and revocations. */
import type { StoredVoice } from '../annotation.ts';
import type { RangeQuery, RangeReads, Stretch } from '../store/ranges.ts';
import type { AnswerRecord, FindingRecord, Revocation, StoredAnnotation } from '../store/rows.ts';
import type { PostgresConnection } from './connection.ts';
import { directionOf, endsOf } from './range-bounds.ts';
import type { PostgresParams } from './sql-values.ts';

type ServiceKind =
  | 'annotations'
  | 'voices'
  | 'answers'
  | 'answersUsing'
  | 'answersOfCorpus'
  | 'findingsOf'
  | 'findingsOfTenant'
  | 'findings'
  | 'revocations';

export function serviceRanges(connection: PostgresConnection): RangeReads<ServiceKind> {
  return {
    annotations: (query) => readAnnotations(connection, query),
    voices: async ({ by, limit }) => {
      const found = await connection.recordsOfEach<StoredAnnotation>(VOICES, by.length, {
        targets: by.map(({ target }) => target),
        afters: by.map(({ after }) => after),
        limit,
      });
      return found.map((annotations) => annotations.map(voiceOf));
    },
    answers: (query) => readAnswers(connection, query),
    answersUsing: ({ by, limit }) =>
      Promise.all(
        by.map(({ claims, artefacts, after }) =>
          connection.records<AnswerRecord>(USING, { used: [...claims, ...artefacts], after, limit }),
        ),
      ),
    answersOfCorpus: ({ by, limit }) =>
      Promise.all(
        by.map(({ corpus, after }) => connection.records<AnswerRecord>(OF_CORPUS, { corpus, after, limit })),
      ),
    findingsOf: (query) => readFindingsOf(connection, query),
    findingsOfTenant: (query) => readFindingsOfTenant(connection, query),
    findings: (query) => readFindings(connection, query),
    revocations: ({ by, limit }) =>
      Promise.all(by.map(({ after }) => connection.rows<Revocation>(REVOCATIONS, { after, limit }))),
  };
}

/** What an annotation says of its target, as `StoredVoice` has it. */
function voiceOf({ seq, effective_at, record }: StoredAnnotation): StoredVoice {
  const { actor_root, kind, check, standing } = record;
  return { seq, effective_at, actor_root, kind, check, standing } as StoredVoice;
}

const VOICES = `
  SELECT k.i, n.record FROM unnest(@targets::text[], @afters::bigint[]) WITH ORDINALITY AS k (target, after, i)
  CROSS JOIN LATERAL (
    SELECT seq, record FROM annotations
    WHERE target = k.target AND seq > k.after AND kind <> 'note' ORDER BY seq LIMIT @limit
  ) n ORDER BY n.seq`;

const OF_CORPUS =
  'SELECT record FROM answers WHERE corpus = @corpus AND seq > @after ORDER BY seq LIMIT @limit';
const REVOCATIONS =
  'SELECT key AS "keyId", seq FROM revocations WHERE seq > @after ORDER BY seq LIMIT @limit';

/** The first of each that is used, and of all these the first, each once. */
const USING = `
  SELECT a.record FROM (
    SELECT DISTINCT u.answer, u.seq FROM unnest(@used::text[]) AS k (value) CROSS JOIN LATERAL (
      SELECT answer, seq FROM answer_uses WHERE used = k.value AND seq > @after ORDER BY seq LIMIT @limit
    ) u ORDER BY u.seq LIMIT @limit
  ) u JOIN answers a ON a.id = u.answer ORDER BY a.seq`;

function stretchParams(by: readonly Stretch[]): PostgresParams {
  const ends = by.map(endsOf);
  return { afters: ends.map(({ after }) => after), befores: ends.map(({ before }) => before) };
}

/** Rows of an index, where those of one value of `column` are beside each other, by `seq`. */
interface Run {
  readonly table: string;
  readonly column: string;
  /** Names one list by `k.list`. */
  readonly where: string;
}

/**
 * A page of each of several lists. Of some values of a column: the first of each value, and of all these the first.
 * @param some whether only rows of the values `@wanted` count
 */
function pages({ table, column, where }: Run, direction: 'ASC' | 'DESC', some: boolean): string {
  const within = `${where} AND seq > k.after AND seq < k.before`;
  const first = `ORDER BY seq ${direction} LIMIT @limit`;
  const rows = some
    ? `SELECT r.seq, r.record FROM unnest(@wanted::text[]) AS w (value) CROSS JOIN LATERAL (
         SELECT seq, record FROM ${table} WHERE ${within} AND ${column} = w.value ${first}
       ) r ${first}`
    : `SELECT seq, record FROM ${table} WHERE ${within} ${first}`;
  return `
    SELECT k.i, t.record
    FROM unnest(@lists::text[], @afters::bigint[], @befores::bigint[]) WITH ORDINALITY AS k (list, after, before, i)
    CROSS JOIN LATERAL (${rows}) t ORDER BY t.seq ${direction}`;
}

function wantedParams(values: readonly string[] | undefined): PostgresParams {
  return values === undefined ? {} : { wanted: [...new Set(values)] };
}

function readAnnotations(
  connection: PostgresConnection,
  { by, kinds, limit, newestFirst }: RangeQuery<'annotations'>,
): Promise<StoredAnnotation[][]> {
  const run = { table: 'annotations', column: 'kind', where: 'target = k.list' };
  const lists = by.map(({ target }) => target);
  const params = { lists, limit, ...stretchParams(by), ...wantedParams(kinds) };
  return connection.recordsOfEach(
    pages(run, directionOf(newestFirst), kinds !== undefined),
    by.length,
    params,
  );
}

function readFindingsOf(
  connection: PostgresConnection,
  { by, tenant, states, limit, newestFirst }: RangeQuery<'findingsOf'>,
): Promise<FindingRecord[][]> {
  const run = { table: 'findings', column: 'state', where: 'answer = k.list AND tenant = @tenant' };
  const lists = by.map(({ answer }) => answer);
  const params = { lists, tenant, limit, ...stretchParams(by), ...wantedParams(states) };
  return connection.recordsOfEach(
    pages(run, directionOf(newestFirst), states !== undefined),
    by.length,
    params,
  );
}

function readFindingsOfTenant(
  connection: PostgresConnection,
  { by, limit, newestFirst }: RangeQuery<'findingsOfTenant'>,
): Promise<FindingRecord[][]> {
  const run = { table: 'findings', column: 'state', where: 'tenant = k.list' };
  return Promise.all(
    by.map(async (list) => {
      const { tenant, states } = list;
      const params = {
        lists: [tenant],
        limit,
        ...stretchParams([list]),
        ...wantedParams(states ?? undefined),
      };
      const sql = pages(run, directionOf(newestFirst), states !== null);
      const [rows = []] = await connection.recordsOfEach<FindingRecord>(sql, 1, params);
      return rows;
    }),
  );
}

function answersSql(direction: 'ASC' | 'DESC', used: boolean): string {
  const from = used ? 'answer_uses u JOIN answers a ON a.id = u.answer' : 'answers a';
  const position = used ? 'u.seq' : 'a.seq';
  const where = [
    `a.tenant = @tenant AND ${position} > @after AND ${position} < @before`,
    ...(used ? ['u.used = @used'] : []),
  ];
  return `SELECT a.record FROM ${from} WHERE ${where.join(' AND ')} ORDER BY ${position} ${direction} LIMIT @limit`;
}

function readAnswers(
  connection: PostgresConnection,
  { by, limit, newestFirst }: RangeQuery<'answers'>,
): Promise<AnswerRecord[][]> {
  return Promise.all(
    by.map(({ tenant, uses, ...stretch }) => {
      const sql = answersSql(directionOf(newestFirst), uses !== null);
      const used = uses !== null && { used: 'claim' in uses ? uses.claim : uses.artefact };
      const params = { tenant, limit, ...endsOf(stretch), ...used };
      return connection.records<AnswerRecord>(sql, params);
    }),
  );
}

function findingsSql(ofTenant: boolean, ofAnswers: boolean): string {
  const tenant = ofTenant ? 'AND tenant = @tenant' : '';
  const rows = `seq, record FROM findings WHERE seq > @after ${tenant}`;
  const first = 'ORDER BY seq LIMIT @limit';
  if (!ofAnswers) return `SELECT ${rows} ${first}`;
  return `SELECT f.record FROM unnest(@answers::text[]) AS k (value) CROSS JOIN LATERAL (
    SELECT ${rows} AND answer = k.value ${first}
  ) f ORDER BY f.seq LIMIT @limit`;
}

function readFindings(
  connection: PostgresConnection,
  { by, limit }: RangeQuery<'findings'>,
): Promise<FindingRecord[][]> {
  return Promise.all(
    by.map(({ tenant, answers, after }) => {
      const sql = findingsSql(tenant !== null, answers !== null);
      const some = answers !== null && { answers: [...new Set(answers)] };
      const params = { after, limit, ...(tenant !== null && { tenant }), ...some };
      return connection.records<FindingRecord>(sql, params);
    }),
  );
}

/** Reads of pages. */
import type { LedgerEntry } from '../evidence.ts';
import type { AnswerQuery, EvidenceQuery, PageCut, PageReader, Stretch } from '../pages.ts';
import type { AnswerRecord, FindingRecord, StoredAnnotation } from '../store.ts';
import type { Connection, SqlParams } from './connection.ts';

type Pages = Omit<PageReader, 'entriesAt'>;

/** Behind every position. */
const END = Number.MAX_SAFE_INTEGER;

export function pageReader(connection: Connection): Pages {
  return {
    ledgerPages: async (places, limit) =>
      connection.recordsPerKey<LedgerEntry>(
        LEDGER,
        places.map(({ claim, after }) => [claim, after]),
        { limit },
      ),
    ledgerAt: async (places) =>
      connection.recordPerKey<LedgerEntry>(
        LEDGER_AT,
        places.map(({ claim, seq }) => [claim, seq]),
      ),
    evidencePage: async (query) => readEvidence(connection, query),
    annotationPages: async (places, { kinds, ...cut }) =>
      connection.recordsPerKey<StoredAnnotation>(
        annotations(kinds, cut),
        places.map((place) => [place.target, ...endsOf(place)]),
        { ...wanted(kinds), limit: cut.limit },
      ),
    findingPages: async (tenant, places, { states, ...cut }) =>
      connection.recordsPerKey<FindingRecord>(
        findings(states, cut),
        places.map((place) => [place.answer, ...endsOf(place)]),
        { ...wanted(states), tenant, limit: cut.limit },
      ),
    answerPage: async (query) => readAnswers(connection, query),
  };
}

function readAnswers(connection: Connection, query: AnswerQuery): AnswerRecord[] {
  const { tenant, corpus, uses, limit } = query;
  const [after, before] = endsOf(query);
  const params = { tenant, corpus, after, before, limit };
  if (uses === null) return connection.records(answersFrom('answers a', 'true', query), params);
  const used = 'claim' in uses ? uses.claim : uses.artefact;
  const from = 'answer_uses u CROSS JOIN answers a ON a.id = u.answer';
  return connection.records(answersFrom(from, 'u.used = @used', query), { ...params, used });
}

function endsOf({ after, before }: Stretch): [number, number] {
  return [after, before ?? END];
}

/** Positions in a ledger have no gaps. */
const LEDGER = `
  SELECT k.key AS i, l.record FROM json_each(@keys) k
  CROSS JOIN ledger l ON l.claim = k.value ->> 0
    AND l.seq > k.value ->> 1 AND l.seq <= (k.value ->> 1) + @limit
  ORDER BY l.seq`;

const LEDGER_AT = `
  SELECT k.key AS i, l.record FROM json_each(@keys) k
  CROSS JOIN ledger l ON l.claim = k.value ->> 0 AND l.seq = k.value ->> 1`;

function readEvidence(connection: Connection, query: EvidenceQuery): LedgerEntry[] {
  const { corpus, kinds, limit } = query;
  const [after, before] = endsOf(query);
  const run = {
    from: 'ledger l',
    position: 'l.log_seq',
    where: 'l.corpus = @corpus AND l.log_seq > @after AND l.log_seq < @before',
  };
  const rows = mergedRuns({ ...run, column: 'l.kind' }, kinds, query);
  const sql = `SELECT l.record FROM (${rows}) found CROSS JOIN ledger l ON l.rowid = found.id ORDER BY found.seq ${orderOf(query)}`;
  return connection.records(sql, { ...wanted(kinds), corpus, after, before, limit });
}

function annotations(kinds: readonly string[] | undefined, cut: PageCut): string {
  const where = 'n.target = k.value ->> 0 AND n.seq > k.value ->> 1 AND n.seq < k.value ->> 2';
  const run = { from: 'annotations n', position: 'n.seq', where, column: "n.record ->> '$.record.kind'" };
  return `
    SELECT k.key AS i, n.record FROM json_each(@keys) k
    CROSS JOIN annotations n ON n.target = k.value ->> 0 AND n.seq IN (SELECT seq FROM (${mergedRuns(run, kinds, cut)}))
    ORDER BY n.seq ${orderOf(cut)}`;
}

function findings(states: readonly string[] | undefined, cut: PageCut): string {
  const where =
    'f.answer = k.value ->> 0 AND f.seq > k.value ->> 1 AND f.seq < k.value ->> 2 AND f.tenant = @tenant';
  const run = { from: 'findings f', position: 'f.seq', where, column: "f.record ->> '$.body.to'" };
  return `
    SELECT k.key AS i, f.record FROM json_each(@keys) k
    CROSS JOIN findings f ON f.answer = k.value ->> 0 AND f.seq IN (SELECT seq FROM (${mergedRuns(run, states, cut)}))
    ORDER BY f.seq ${orderOf(cut)}`;
}

/** Rows of an index: those of one value of `column` stand together, by position. */
interface Run {
  readonly from: string;
  readonly position: string;
  readonly where: string;
  readonly column: string;
}

/** Rows `id, seq` of a page: of each value its first ones, and of all these the first. @param values absent: of any */
function mergedRuns(
  { from, position, where, column }: Run,
  values: readonly string[] | undefined,
  cut: PageCut,
): string {
  const first = `ORDER BY 2 ${orderOf(cut)} LIMIT @limit`;
  const rows = (condition: string) =>
    `SELECT rowid AS id, ${position} AS seq FROM ${from} WHERE ${where} AND ${condition}`;
  if (values === undefined || values.length === 0) return `${rows(`${values === undefined}`)} ${first}`;
  const runs = values.map((_, n) => `SELECT * FROM (${rows(`${column} = @wanted ->> ${n}`)} ${first})`);
  return `${runs.join(' UNION ALL ')} ${first}`;
}

function wanted(values: readonly string[] | undefined): SqlParams {
  return values === undefined || values.length === 0 ? {} : { wanted: JSON.stringify(values) };
}

function orderOf({ newestFirst }: Pick<PageCut, 'newestFirst'>): 'ASC' | 'DESC' {
  return newestFirst ? 'DESC' : 'ASC';
}

function answersFrom(tables: string, where: string, cut: PageCut): string {
  return `
    SELECT a.record FROM ${tables}
    WHERE ${where} AND a.tenant = @tenant AND a.seq > @after AND a.seq < @before
      AND (@corpus IS NULL OR a.corpus = @corpus)
    ORDER BY a.seq ${orderOf(cut)} LIMIT @limit`;
}

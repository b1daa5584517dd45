/** Reads of pages: ranges from either end, of some kinds or of all. */
import type { LedgerEntry } from '../evidence.ts';
import type {
  AnswerList,
  EvidenceList,
  PageCut,
  RangeReads,
  Stretch,
  TenantFindings,
} from '../store/ranges.ts';
import type { AnswerRecord, FindingRecord, StoredAnnotation } from '../store/rows.ts';
import type { Connection, SqlParams } from './connection.ts';
import { recordOf } from './records.ts';

/** Behind every position. */
const END = Number.MAX_SAFE_INTEGER;

export function pageRanges(
  connection: Connection,
): RangeReads<'evidence' | 'annotations' | 'findingsOf' | 'findingsOfTenant' | 'answers'> {
  return {
    evidence: async ({ by, ...cut }) => by.map((list) => readEvidence(connection, list, cut)),
    annotations: async ({ by, kinds, ...cut }) =>
      connection.recordsPerKey<StoredAnnotation>(
        annotations(kinds, cut),
        by.map((list) => [list.target, ...endsOf(list)]),
        { ...wanted(kinds), limit: cut.limit },
      ),
    findingsOf: async ({ by, tenant, states, ...cut }) =>
      connection.recordsPerKey<FindingRecord>(
        findings(states, cut),
        by.map((list) => [list.answer, ...endsOf(list)]),
        { ...wanted(states), tenant, limit: cut.limit },
      ),
    findingsOfTenant: async ({ by, ...cut }) => by.map((list) => readFindings(connection, list, cut)),
    answers: async ({ by, ...cut }) => by.map((list) => readAnswers(connection, list, cut)),
  };
}

function readAnswers(connection: Connection, list: AnswerList, cut: PageCut): AnswerRecord[] {
  const { tenant, uses } = list;
  const [after, before] = endsOf(list);
  const params = { tenant, after, before, limit: cut.limit };
  if (uses === null) return connection.records(answersFrom('answers a', 'true', cut), params);
  const used = 'claim' in uses ? uses.claim : uses.artefact;
  const from = 'answer_uses u CROSS JOIN answers a ON a.id = u.answer';
  return connection.records(answersFrom(from, 'u.used = @used', cut), { ...params, used });
}

function endsOf({ after, before }: Stretch): [number, number] {
  return [after, before ?? END];
}

const LEDGER_RECORD = `${recordOf('ledger', 'l')} AS record`;

function readEvidence(connection: Connection, list: EvidenceList, cut: PageCut): LedgerEntry[] {
  const { corpus, kinds, actors } = list;
  const [after, before] = endsOf(list);
  const run = {
    from: 'ledger l',
    position: 'l.log_seq',
    where: 'l.corpus = @corpus AND l.log_seq > @after AND l.log_seq < @before',
  };
  const rows = actors === null ? mergedRuns({ ...run, column: 'l.kind' }, kinds, cut) : runsOfWriters(cut);
  const sql = `SELECT ${LEDGER_RECORD} FROM (${rows}) found CROSS JOIN ledger l ON l.rowid = found.id ORDER BY found.seq ${orderOf(cut)}`;
  const runs = (actors ?? []).flatMap((actor) => kinds.map((kind) => [actor, kind]));
  const named = actors === null ? wanted(kinds) : { runs: JSON.stringify(runs) };
  return connection.records(sql, { ...named, corpus, after, before, limit: cut.limit });
}

/** As `mergedRuns`, of writers and kinds in pairs: one statement for any number of them. */
function runsOfWriters(cut: PageCut): string {
  const run = (row: string) =>
    `${row}.corpus = @corpus AND ${row}.actor_root = k.value ->> 0 AND ${row}.kind = k.value ->> 1`;
  const first = (seq: string) => `ORDER BY ${seq} ${orderOf(cut)} LIMIT @limit`;
  return `
    SELECT l.rowid AS id, l.log_seq AS seq FROM json_each(@runs) k
    CROSS JOIN ledger l ON ${run('l')} AND l.log_seq IN (
      SELECT w.log_seq FROM ledger w
      WHERE ${run('w')} AND w.log_seq > @after AND w.log_seq < @before ${first('w.log_seq')}
    ) ${first('2')}`;
}

function readFindings(connection: Connection, list: TenantFindings, cut: PageCut): FindingRecord[] {
  const { tenant } = list;
  const states = list.states ?? undefined;
  const [after, before] = endsOf(list);
  const where = 'f.tenant = @tenant AND f.seq > @after AND f.seq < @before';
  const rows = mergedRuns({ from: 'findings f', position: 'f.seq', where, column: 'f.state' }, states, cut);
  const sql = `
    SELECT ${recordOf('finding', 'f')} AS record FROM (${rows}) found
    CROSS JOIN findings f ON f.rowid = found.id ORDER BY found.seq ${orderOf(cut)}`;
  return connection.records(sql, { ...wanted(states), tenant, after, before, limit: cut.limit });
}

function annotations(kinds: readonly string[] | undefined, cut: PageCut): string {
  const where = 'n.target = k.value ->> 0 AND n.seq > k.value ->> 1 AND n.seq < k.value ->> 2';
  const run = { from: 'annotations n', position: 'n.seq', where, column: 'n.kind' };
  return `
    SELECT k.key AS i, ${recordOf('annotation', 'n')} AS record FROM json_each(@keys) k
    CROSS JOIN annotations n ON n.target = k.value ->> 0 AND n.seq IN (SELECT seq FROM (${mergedRuns(run, kinds, cut)}))
    ORDER BY n.seq ${orderOf(cut)}`;
}

function findings(states: readonly string[] | undefined, cut: PageCut): string {
  const where =
    'f.answer = k.value ->> 0 AND f.seq > k.value ->> 1 AND f.seq < k.value ->> 2 AND f.tenant = @tenant';
  const run = { from: 'findings f', position: 'f.seq', where, column: 'f.state' };
  return `
    SELECT k.key AS i, ${recordOf('finding', 'f')} AS record FROM json_each(@keys) k
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
export function mergedRuns(
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

export function wanted(values: readonly string[] | undefined): SqlParams {
  return values === undefined || values.length === 0 ? {} : { wanted: JSON.stringify(values) };
}

export function orderOf({ newestFirst }: Pick<PageCut, 'newestFirst'>): 'ASC' | 'DESC' {
  return newestFirst ? 'DESC' : 'ASC';
}

function answersFrom(tables: string, where: string, cut: PageCut): string {
  return `
    SELECT ${recordOf('answer', 'a')} AS record FROM ${tables}
    WHERE ${where} AND a.tenant = @tenant AND a.seq > @after AND a.seq < @before
    ORDER BY a.seq ${orderOf(cut)} LIMIT @limit`;
}

/**
 * Reads of pages: ranges from either end, of some kinds or of all. Every property of an index is in the condition and in the
 * order: see `read-ledger.ts`.
 */
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
import { indexable } from './bolt-values.ts';
import { eachOf, type Neo4jConnection, perKey } from './connection.ts';

type Order = 'ASC' | 'DESC';

/** Behind every position. */
const END = Number.MAX_SAFE_INTEGER;

export function pageRanges(
  connection: Neo4jConnection,
): RangeReads<'evidence' | 'annotations' | 'findingsOf' | 'findingsOfTenant' | 'answers'> {
  return {
    evidence: ({ by, ...cut }) => eachOf(by, (list) => readEvidence(connection, list, cut)),
    annotations: ({ by, limit, newestFirst, kinds }) =>
      connection.recordsPerKey<StoredAnnotation>(
        annotations(kinds === undefined, { newestFirst }),
        by.map((list) => ({ target: list.target, ...endsOf(list) })),
        { limit, ...(kinds && { wanted: kinds }) },
      ),
    findingsOf: ({ by, tenant, limit, newestFirst, states }) =>
      connection.recordsPerKey<FindingRecord>(
        findings(states === undefined, { newestFirst }),
        by.map((list) => ({ answer: list.answer, ...endsOf(list) })),
        { tenant, limit, ...(states && { wanted: states }) },
      ),
    findingsOfTenant: ({ by, ...cut }) => eachOf(by, (list) => readFindings(connection, list, cut)),
    answers: ({ by, ...cut }) => eachOf(by, (list) => readAnswers(connection, list, cut)),
  };
}

function readAnswers(connection: Neo4jConnection, list: AnswerList, cut: PageCut): Promise<AnswerRecord[]> {
  const { tenant, uses } = list;
  const params = { tenant, limit: cut.limit, ...endsOf(list) };
  const order = orderOf(cut);
  if (uses === null) return connection.records(answers('(a:Answer)', order), params);
  // With a label, the planner may begin at all answers of the tenant.
  const [pattern, used] =
    'claim' in uses
      ? ['(u:Claim {addr: $used}) WITH u MATCH (u)<-[:USES]-(a)', uses.claim]
      : ['(u:Artefact {id: $used}) WITH u MATCH (u)<-[:CITES]-(a)', uses.artefact];
  return connection.records(answers(pattern, order), { ...params, used });
}

function endsOf({ after, before }: Stretch): { after: number; before: number } {
  return { after, before: before ?? END };
}

function readEvidence(connection: Neo4jConnection, list: EvidenceList, cut: PageCut): Promise<LedgerEntry[]> {
  const { corpus, kinds, actors } = list;
  const order = orderOf(cut);
  const runs = actors === null ? runsOfKinds(order) : runsOfWriters(order);
  const cypher = `${runs} RETURN e.record AS record ORDER BY e.logSeq ${order} LIMIT $limit`;
  const named = { wanted: kinds, ...(actors !== null && { actors: actors.map(indexable) }) };
  return connection.records(cypher, { corpus, limit: cut.limit, ...named, ...endsOf(list) });
}

function runsOfKinds(order: Order): string {
  return `
    UNWIND $wanted AS kind
    CALL (kind) {
      MATCH (e:Event)
      WHERE e.corpus = $corpus AND e.kind = kind AND e.logSeq > $after AND e.logSeq < $before
      RETURN e ORDER BY e.corpus ${order}, e.kind ${order}, e.logSeq ${order} LIMIT $limit
    }`;
}

/** The index is named: that of the kinds, too, has what is asked in order. */
function runsOfWriters(order: Order): string {
  return `
    UNWIND $actors AS actor UNWIND $wanted AS kind
    CALL (actor, kind) {
      MATCH (e:Event) USING INDEX e:Event(corpus, actorRoot, kind, logSeq)
      WHERE e.corpus = $corpus AND e.actorRoot = actor AND e.kind = kind
        AND e.logSeq > $after AND e.logSeq < $before
      RETURN e ORDER BY e.corpus ${order}, e.actorRoot ${order}, e.kind ${order}, e.logSeq ${order} LIMIT $limit
    }`;
}

function readFindings(
  connection: Neo4jConnection,
  list: TenantFindings,
  { limit, newestFirst }: PageCut,
): Promise<FindingRecord[]> {
  const { tenant, states } = list;
  const order = orderOf({ newestFirst });
  const found = 'f.tenant = $tenant AND f.seq > $after AND f.seq < $before';
  const params = { tenant, limit, ...endsOf(list) };
  if (states === null) {
    const all = `MATCH (f:Finding) WHERE ${found} RETURN f.record AS record ORDER BY f.tenant ${order}, f.seq ${order} LIMIT $limit`;
    return connection.records(all, params);
  }
  const ofEach = `
    UNWIND $wanted AS state
    CALL (state) {
      MATCH (f:Finding) USING INDEX f:Finding(tenant, to, seq) WHERE ${found} AND f.to = state
      RETURN f ORDER BY f.tenant ${order}, f.to ${order}, f.seq ${order} LIMIT $limit
    }
    RETURN f.record AS record ORDER BY f.seq ${order} LIMIT $limit`;
  return connection.records(ofEach, { ...params, wanted: states });
}

type Direction = Pick<PageCut, 'newestFirst'>;

function annotations(isOfAnyKind: boolean, direction: Direction): string {
  const where = 'WHERE n.target = key.target AND n.seq > key.after AND n.seq < key.before';
  return pageOf({ label: 'Annotation', where, index: ['target', 'kind', 'seq'] }, isOfAnyKind, direction);
}

function findings(isOfAnyState: boolean, direction: Direction): string {
  const where =
    'WHERE n.answer = key.answer AND n.seq > key.after AND n.seq < key.before AND n.tenant = $tenant';
  return pageOf({ label: 'Finding', where, index: ['answer', 'to', 'seq'] }, isOfAnyState, direction);
}

/** Nodes of a label by an index: list, kind, position. */
interface Listed {
  readonly label: string;
  readonly where: string;
  readonly index: readonly [list: string, kind: string, position: string];
}

/** Of each kind its first nodes, and of all these the first. The planner may take the index of another list or of all kinds otherwise. */
export function pageOf(
  { label, where, index: [list, kind, seq] }: Listed,
  isAny: boolean,
  cut: Direction,
): string {
  const order = orderOf(cut);
  const along = (...properties: string[]) =>
    `MATCH (n:${label}) USING INDEX n:${label}(${properties.join(', ')}) ${where}`;
  const all = `${along(list, seq)} RETURN n ORDER BY n.${list} ${order}, n.${seq} ${order} LIMIT $limit`;
  const ofEach = `
    UNWIND $wanted AS kind
    CALL (key, kind) {
      ${along(list, kind, seq)} AND n.${kind} = kind
      RETURN n ORDER BY n.${list} ${order}, n.${kind} ${order}, n.${seq} ${order} LIMIT $limit
    }
    RETURN n ORDER BY n.${seq} ${order} LIMIT $limit`;
  return perKey(`
    CALL (key) { ${isAny ? all : ofEach} }
    RETURN i, n.record AS record ORDER BY i, n.${seq} ${order}`);
}

function orderOf({ newestFirst }: Direction): Order {
  return newestFirst ? 'DESC' : 'ASC';
}

function answers(pattern: string, order: Order): string {
  return `
    MATCH ${pattern}
    WHERE a.tenant = $tenant AND a.seq > $after AND a.seq < $before
    WITH DISTINCT a
    RETURN a.record AS record ORDER BY a.tenant ${order}, a.seq ${order} LIMIT $limit`;
}

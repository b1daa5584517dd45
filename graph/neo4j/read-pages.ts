/** Reads of pages. */
import type { LedgerEntry } from '../evidence.ts';
import type { AnswerQuery, EvidenceQuery, PageCut, PageReader, Stretch } from '../pages.ts';
import type { AnswerRecord, FindingRecord, StoredAnnotation } from '../store.ts';
import { type Connection, perKey } from './connection.ts';

type Pages = Omit<PageReader, 'entriesAt'>;
type Order = 'ASC' | 'DESC';

/** Behind every position. */
const END = Number.MAX_SAFE_INTEGER;

export function pageReader(connection: Connection): Pages {
  return {
    ledgerPages: (places, limit) =>
      connection.recordsPerKey<LedgerEntry>(
        LEDGER,
        places.map(({ claim, after }) => ({ claim, after })),
        { limit },
      ),
    ledgerAt: (places) =>
      connection.recordPerKey<LedgerEntry>(
        LEDGER_AT,
        places.map(({ claim, seq }) => ({ claim, seq })),
      ),
    evidencePage: (query) => readEvidence(connection, query),
    annotationPages: (places, { limit, newestFirst, kinds }) =>
      connection.recordsPerKey<StoredAnnotation>(
        annotations(kinds === undefined, { newestFirst }),
        places.map((place) => ({ target: place.target, ...endsOf(place) })),
        { limit, ...(kinds && { wanted: kinds }) },
      ),
    findingPages: (tenant, places, { limit, newestFirst, states }) =>
      connection.recordsPerKey<FindingRecord>(
        findings(states === undefined, { newestFirst }),
        places.map((place) => ({ answer: place.answer, ...endsOf(place) })),
        { tenant, limit, ...(states && { wanted: states }) },
      ),
    answerPage: (query) => readAnswers(connection, query),
  };
}

function readAnswers(connection: Connection, query: AnswerQuery): Promise<AnswerRecord[]> {
  const { tenant, corpus, uses, limit, newestFirst } = query;
  const params = { tenant, corpus, limit, ...endsOf(query) };
  const order = orderOf({ newestFirst });
  if (uses === null) return connection.records(answers('(a:Answer)', order), params);
  return 'claim' in uses
    ? connection.records(answers('(:Claim {addr: $used})<-[:USES]-(a:Answer)', order), {
        ...params,
        used: uses.claim,
      })
    : connection.records(answers('(:Artefact {id: $used})<-[:RESTS_ON]-(a:Answer)', order), {
        ...params,
        used: uses.artefact,
      });
}

function endsOf({ after, before }: Stretch): { after: number; before: number } {
  return { after, before: before ?? END };
}

/** Every property of an index is in the condition and in the order: see `read-ledger.ts`. */
const LEDGER = perKey(`
  CALL (key) {
    MATCH (e:Event) WHERE e.claim = key.claim AND e.seq > key.after
    RETURN e ORDER BY e.claim, e.seq LIMIT $limit
  }
  RETURN i, e.record AS record ORDER BY i, e.seq`);

const LEDGER_AT = perKey(`
  MATCH (e:Event) WHERE e.claim = key.claim AND e.seq = key.seq
  RETURN i, e.record AS record`);

function readEvidence(connection: Connection, query: EvidenceQuery): Promise<LedgerEntry[]> {
  const { corpus, kinds, limit } = query;
  const order = orderOf(query);
  const cypher = `
    UNWIND $wanted AS kind
    CALL (kind) {
      MATCH (e:Event)
      WHERE e.corpus = $corpus AND e.kind = kind AND e.logSeq > $after AND e.logSeq < $before
      RETURN e ORDER BY e.corpus ${order}, e.kind ${order}, e.logSeq ${order} LIMIT $limit
    }
    RETURN e.record AS record ORDER BY e.logSeq ${order} LIMIT $limit`;
  return connection.records(cypher, { corpus, limit, wanted: kinds, ...endsOf(query) });
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

/** Of each kind its first nodes, and of all these the first. */
function pageOf({ label, where, index: [list, kind, seq] }: Listed, isAny: boolean, cut: Direction): string {
  const order = orderOf(cut);
  const found = `MATCH (n:${label}) ${where}`;
  const all = `${found} RETURN n ORDER BY n.${list} ${order}, n.${seq} ${order} LIMIT $limit`;
  const ofEach = `
    UNWIND $wanted AS kind
    CALL (key, kind) {
      ${found} AND n.${kind} = kind
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
      AND ($corpus IS NULL OR a.corpus = $corpus)
    WITH DISTINCT a
    RETURN a.record AS record ORDER BY a.tenant ${order}, a.seq ${order} LIMIT $limit`;
}

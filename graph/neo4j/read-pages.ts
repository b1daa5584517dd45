/** Reads of pages. */
import type { LedgerEntry } from '../evidence.ts';
import type { AnswerQuery, PageReader, Stretch } from '../pages.ts';
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
    annotationPages: (places, { limit, newestFirst }) =>
      connection.recordsPerKey<StoredAnnotation>(
        newestFirst ? ANNOTATIONS_BACK : ANNOTATIONS,
        places.map((place) => ({ target: place.target, ...endsOf(place) })),
        { limit },
      ),
    findingPages: (tenant, places, { limit, newestFirst }) =>
      connection.recordsPerKey<FindingRecord>(
        newestFirst ? FINDINGS_BACK : FINDINGS,
        places.map((place) => ({ answer: place.answer, ...endsOf(place) })),
        { tenant, limit },
      ),
    answerPage: (query) => readAnswers(connection, query),
  };
}

function readAnswers(connection: Connection, query: AnswerQuery): Promise<AnswerRecord[]> {
  const { tenant, corpus, uses, limit, newestFirst } = query;
  const params = { tenant, corpus, limit, ...endsOf(query) };
  const order = newestFirst ? 'DESC' : 'ASC';
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

const ANNOTATIONS = annotations('ASC');
const ANNOTATIONS_BACK = annotations('DESC');
const FINDINGS = findings('ASC');
const FINDINGS_BACK = findings('DESC');

function annotations(order: Order): string {
  return perKey(`
    CALL (key) {
      MATCH (n:Annotation) WHERE n.target = key.target AND n.seq > key.after AND n.seq < key.before
      RETURN n ORDER BY n.target ${order}, n.seq ${order} LIMIT $limit
    }
    RETURN i, n.record AS record ORDER BY i, n.seq ${order}`);
}

function findings(order: Order): string {
  return perKey(`
    CALL (key) {
      MATCH (f:Finding)
      WHERE f.answer = key.answer AND f.seq > key.after AND f.seq < key.before AND f.tenant = $tenant
      RETURN f ORDER BY f.answer ${order}, f.seq ${order} LIMIT $limit
    }
    RETURN i, f.record AS record ORDER BY i, f.seq ${order}`);
}

function answers(pattern: string, order: Order): string {
  return `
    MATCH ${pattern}
    WHERE a.tenant = $tenant AND a.seq > $after AND a.seq < $before
      AND ($corpus IS NULL OR a.corpus = $corpus)
    WITH DISTINCT a
    RETURN a.record AS record ORDER BY a.tenant ${order}, a.seq ${order} LIMIT $limit`;
}

/** Reads of pages. */
import type { LedgerEntry } from '../evidence.ts';
import type { AnswerQuery, PageCut, PageReader, Stretch } from '../pages.ts';
import type { AnswerRecord, FindingRecord, StoredAnnotation } from '../store.ts';
import type { Connection } from './connection.ts';

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
    annotationPages: async (places, { limit, newestFirst }) =>
      connection.recordsPerKey<StoredAnnotation>(
        newestFirst ? ANNOTATIONS_BACK : ANNOTATIONS,
        places.map((place) => [place.target, ...endsOf(place)]),
        { limit },
      ),
    findingPages: async (tenant, places, { limit, newestFirst }) =>
      connection.recordsPerKey<FindingRecord>(
        newestFirst ? FINDINGS_BACK : FINDINGS,
        places.map((place) => [place.answer, ...endsOf(place)]),
        { tenant, limit },
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

const ANNOTATIONS = annotations('ASC');
const ANNOTATIONS_BACK = annotations('DESC');
const FINDINGS = findings('ASC');
const FINDINGS_BACK = findings('DESC');

function annotations(order: 'ASC' | 'DESC'): string {
  return `
    SELECT k.key AS i, n.record FROM json_each(@keys) k
    CROSS JOIN annotations n ON n.target = k.value ->> 0 AND n.seq IN (
      SELECT seq FROM annotations
      WHERE target = k.value ->> 0 AND seq > k.value ->> 1 AND seq < k.value ->> 2
      ORDER BY seq ${order} LIMIT @limit
    )
    ORDER BY n.seq ${order}`;
}

function findings(order: 'ASC' | 'DESC'): string {
  return `
    SELECT k.key AS i, f.record FROM json_each(@keys) k
    CROSS JOIN findings f ON f.answer = k.value ->> 0 AND f.seq IN (
      SELECT seq FROM findings
      WHERE answer = k.value ->> 0 AND seq > k.value ->> 1 AND seq < k.value ->> 2 AND tenant = @tenant
      ORDER BY seq ${order} LIMIT @limit
    )
    ORDER BY f.seq ${order}`;
}

function answersFrom(tables: string, where: string, { newestFirst }: PageCut): string {
  return `
    SELECT a.record FROM ${tables}
    WHERE ${where} AND a.tenant = @tenant AND a.seq > @after AND a.seq < @before
      AND (@corpus IS NULL OR a.corpus = @corpus)
    ORDER BY a.seq ${newestFirst ? 'DESC' : 'ASC'} LIMIT @limit`;
}

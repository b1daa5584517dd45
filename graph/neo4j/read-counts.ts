/** Counts, over indexes; no record is parsed. */
import { EVIDENCE_KINDS } from '../evidence.ts';
import type { FindingsState } from '../log/entry.ts';
import type { CorpusCounts, ListReader } from '../store/lists.ts';
import { type DateTime, toDateTime, toInstant } from './bolt-values.ts';
import type { Neo4jConnection } from './connection.ts';
import { COUNTS_BY } from './counts-by.ts';

type CountReader = Pick<ListReader, 'counts' | 'countsBy' | 'findingsCounts'>;

type Groups = readonly (readonly [name: string, count: number])[];
type Grouped = 'licences' | 'eventKinds';
type Ends = 'oldestEffectiveAt' | 'newestEffectiveAt';
type CountsRow = Omit<CorpusCounts, Grouped | Ends> &
  Readonly<Record<Grouped, Groups>> &
  Readonly<Record<Ends, DateTime | null>>;

export function countReader(connection: Neo4jConnection): CountReader {
  return {
    counts: (corpus) => readCounts(connection, COUNTS, corpus, null),
    countsBy: (corpus, until) => readCounts(connection, COUNTS_BY, corpus, until),
    findingsCounts: async (tenant, before = Number.MAX_SAFE_INTEGER) => {
      const rows = await connection.rows<{ state: FindingsState; answers: number }>(FINDINGS, {
        tenant,
        before,
      });
      return Object.fromEntries(rows.map(({ state, answers }) => [state, answers]));
    },
  };
}

async function readCounts(
  connection: Neo4jConnection,
  statement: string,
  corpus: string,
  until: string | null,
): Promise<CorpusCounts> {
  const prefix = `wx://${corpus}/`;
  const params = {
    corpus,
    until: until === null ? null : toDateTime(until),
    untilText: until,
    kinds: EVIDENCE_KINDS,
    sections: `${prefix}sec/`,
    claims: `${prefix}claim/`,
  };
  // Each of the statement's parts gives one row.
  const [row] = (await connection.rows<CountsRow>(statement, params)) as [CountsRow];
  const { licences, eventKinds, oldestEffectiveAt: oldest, newestEffectiveAt: newest } = row;
  return {
    ...row,
    licences: Object.fromEntries(licences),
    eventKinds: Object.fromEntries(eventKinds),
    oldestEffectiveAt: oldest && toInstant(oldest),
    newestEffectiveAt: newest && toInstant(newest),
  };
}

/** Nodes that so far are only named by a relation have no corpus, and so are in none of these indexes. */
const COUNTS = `
  CALL () {
    MATCH (a:Artefact) WHERE a.corpus = $corpus AND a.seq >= 0
    RETURN count(DISTINCT a.docId) AS documents, min(a.effectiveAt) AS oldestEffectiveAt,
      max(a.effectiveAt) AS newestEffectiveAt
  }
  CALL () {
    MATCH (a:Artefact) WHERE a.corpus = $corpus AND a.seq >= 0
    WITH a.licence AS licence, count(*) AS ofLicence
    RETURN collect([licence, ofLicence]) AS licences, coalesce(sum(ofLicence), 0) AS artefacts
  }
  CALL () { MATCH (s:Section) WHERE s.addr STARTS WITH $sections RETURN count(*) AS sections }
  CALL () { MATCH (c:Claim) WHERE c.corpus = $corpus AND c.seq >= 0 RETURN count(*) AS claims }
  CALL () {
    UNWIND $kinds AS kind
    CALL (kind) {
      MATCH (e:Event) WHERE e.corpus = $corpus AND e.kind = kind AND e.logSeq >= 0 RETURN count(*) AS ofKind
    }
    WITH kind, ofKind WHERE ofKind > 0
    RETURN collect([kind, ofKind]) AS eventKinds, coalesce(sum(ofKind), 0) AS events
  }
  CALL () { MATCH (n:Annotation) WHERE n.corpus = $corpus AND n.seq >= 0 RETURN count(*) AS annotations }
  CALL () { MATCH (c:StubClosure) WHERE c.corpus = $corpus RETURN count(*) AS closedStubs }
  RETURN artefacts, documents, sections, claims, events, eventKinds, annotations, closedStubs, licences,
    oldestEffectiveAt, newestEffectiveAt`;

const FINDINGS = `
  MATCH (f:Finding) WHERE f.tenant = $tenant AND f.seq >= 0 AND f.seq < $before
  WITH f.answer AS answer, max(f.seq) AS newest
  MATCH (f:Finding {seq: newest})
  RETURN f.to AS state, count(*) AS answers`;

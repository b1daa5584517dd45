/** Edges of the claim graph: one statement per kind, both ends of each edge in it. */
import { type EdgeKind, type EdgeQuery, type EdgeReader, EVIDENCE_OF, type GraphEdge } from '../edges.ts';
import type { LedgerEntry } from '../evidence.ts';
import type { Counted } from '../store.ts';
import { type BoltParams, parseRecord } from './bolt-values.ts';
import { type Connection, perKey } from './connection.ts';

type EdgeRow = Omit<GraphEdge, 'kind'> & { readonly i: number; readonly total: number };

export function edgeReader(connection: Connection): EdgeReader {
  return {
    edges: (query) => readEdges(connection, query),
    edgeEvidence: (edges, { seq, until }, limit) =>
      connection.recordsPerKey<LedgerEntry>(
        EVIDENCE,
        edges.map(({ kind, from, to }) => ({ kind: EVIDENCE_OF[kind], from, to })),
        { seq, until, limit },
      ),
    proposalsOn: (claims, view, limit) =>
      proposals(connection, ON, claims, { seq: view.seq, until: view.until, limit }),
    proposalsNaming: (claims, view, limit) =>
      proposals(connection, NAMING, claims, { seq: view.seq, until: view.until, limit }),
  };
}

async function readEdges(
  connection: Connection,
  { kind, of, view, prefixes, after, limit }: EdgeQuery,
): Promise<Counted<GraphEdge>[]> {
  const params = { seq: view.seq, until: view.until, prefixes, limit };
  const place = { afterOther: after?.other ?? '', afterFrom: after?.from ?? '' };
  const rows = await connection.rowsPerKey<EdgeRow>(STATEMENTS[kind], of, { ...params, ...place });
  return rows.map((found) => ({
    first: found.map(({ from, to, seq, weight }) => ({ kind, from, to, seq, weight })),
    total: found[0]?.total ?? 0,
  }));
}

/**
 * Rows `n, from, to, seq` of the edges that a key is an end of, `n` the other end; one row for each thing they rest on.
 * Only the key's node has a label, and stands behind a `WITH`: else the planner may begin at every node of the other end.
 */
const ENDS: Readonly<Record<EdgeKind, string>> = {
  states: `
    MATCH (c:Claim {addr: key}) WITH c
    MATCH (c)-[o:STATED_IN]->(n) WHERE o.seq <= $seq AND o.effectiveAt <= $until
    RETURN n, n.id AS from, c.addr AS to, o.seq AS seq
    UNION ALL
    MATCH (a:Artefact {id: key}) WITH a
    MATCH (a)<-[o:STATED_IN]-(n) WHERE o.seq <= $seq AND o.effectiveAt <= $until
    RETURN n, a.id AS from, n.addr AS to, o.seq AS seq`,
  supports: evidenceOf(EVIDENCE_OF.supports),
  disputes: evidenceOf(EVIDENCE_OF.disputes),
  supersedes: `
    MATCH (c:Claim {addr: key}) WITH c
    MATCH (c)<-[:ON]-(e) WHERE e.kind = 'supersede-propose' AND e.logSeq <= $seq AND e.effectiveAt <= $until WITH c, e
    MATCH (e)-[:PROPOSES]->(n) WHERE n <> c
    RETURN n, n.addr AS from, c.addr AS to, e.logSeq AS seq
    UNION ALL
    MATCH (c:Claim {addr: key}) WITH c
    MATCH (c)<-[:PROPOSES]-(e) WHERE e.logSeq <= $seq AND e.effectiveAt <= $until WITH c, e
    MATCH (e)-[:ON]->(n) WHERE n <> c
    RETURN n, c.addr AS from, n.addr AS to, e.logSeq AS seq`,
  contradicts: `
    MATCH (c:Claim {addr: key}) WITH c
    MATCH (c)-[r:CONTRADICTS]-(n) WHERE r.seq <= $seq
    RETURN n, ${lower('c.addr', 'n.addr')} AS from, ${higher('c.addr', 'n.addr')} AS to, r.seq AS seq`,
  same_cluster: `
    MATCH (c:Claim {addr: key}) WITH c
    MATCH (n:Claim {cluster: c.cluster}) WHERE n <> c
    RETURN n, ${lower('c.addr', 'n.addr')} AS from, ${higher('c.addr', 'n.addr')} AS to,
      ${higher('c.seq', 'n.seq')} AS seq`,
  mirrors: `
    MATCH (a:Artefact {id: key}) WITH a
    MATCH (n:Artefact {id: a.mirrorOf})
    RETURN n, a.id AS from, n.id AS to, a.seq AS seq
    UNION ALL
    MATCH (n:Artefact {mirrorOf: key})
    RETURN n, n.id AS from, key AS to, n.seq AS seq`,
};

function evidenceOf(kind: string): string {
  const seen = `e.kind = '${kind}' AND e.logSeq <= $seq AND e.effectiveAt <= $until`;
  return `
    MATCH (c:Claim {addr: key}) WITH c
    MATCH (c)<-[:ON]-(e) WHERE ${seen} WITH c, e
    MATCH (e)-[:CITES]->(n)
    RETURN n, n.id AS from, c.addr AS to, e.logSeq AS seq
    UNION ALL
    MATCH (a:Artefact {id: key}) WITH a
    MATCH (a)<-[:CITES]-(e) WHERE ${seen} WITH a, e
    MATCH (e)-[:ON]->(n)
    RETURN n, a.id AS from, n.addr AS to, e.logSeq AS seq`;
}

function lower(a: string, b: string): string {
  return `CASE WHEN ${a} < ${b} THEN ${a} ELSE ${b} END`;
}

function higher(a: string, b: string): string {
  return `CASE WHEN ${a} < ${b} THEN ${b} ELSE ${a} END`;
}

/** A claim is in the view where a place of the view states it. */
const OTHER_IN_VIEW = `
  CASE WHEN n:Claim THEN
    EXISTS { MATCH (n)-[s:STATED_IN]->() WHERE s.seq <= $seq AND s.effectiveAt <= $until }
    AND ($prefixes IS NULL OR any(prefix IN $prefixes WHERE n.addr STARTS WITH prefix))
  ELSE coalesce(n.seq <= $seq AND n.effectiveAt <= $until, false) END`;

function statementOf(ends: string): string {
  return perKey(`
    CALL (key) {
      CALL (key) { ${ends} }
      WITH n, coalesce(n.addr, n.id) AS other, from, to, min(seq) AS seq, count(*) AS weight
      WHERE (other > $afterOther OR (other = $afterOther AND from > $afterFrom)) AND ${OTHER_IN_VIEW}
      WITH other, from, to, seq, weight ORDER BY other, from
      WITH collect({from: from, to: to, seq: seq, weight: weight}) AS found
      UNWIND found[..$limit] AS one
      RETURN one, size(found) AS total
    }
    RETURN i, one.from AS from, one.to AS to, one.seq AS seq, one.weight AS weight, total`);
}

const STATEMENTS: Readonly<Record<EdgeKind, string>> = {
  states: statementOf(ENDS.states),
  supports: statementOf(ENDS.supports),
  disputes: statementOf(ENDS.disputes),
  supersedes: statementOf(ENDS.supersedes),
  contradicts: statementOf(ENDS.contradicts),
  same_cluster: statementOf(ENDS.same_cluster),
  mirrors: statementOf(ENDS.mirrors),
};

/** From the claim on: an artefact that everybody cites is cited by more than one claim's ledger holds. */
const EVIDENCE = perKey(`
  CALL (key) {
    MATCH (c:Claim {addr: key.to}) WITH c, key
    MATCH (c)<-[:ON]-(e) WHERE e.kind = key.kind AND e.logSeq <= $seq AND e.effectiveAt <= $until
    WITH e, key
    MATCH (e)-[:CITES|PROPOSES]->(n)
    WHERE (n.id = key.from AND key.kind <> '${EVIDENCE_OF.supersedes}')
      OR (n.addr = key.from AND key.kind = '${EVIDENCE_OF.supersedes}')
    WITH DISTINCT e ORDER BY e.logSeq LIMIT $limit
    RETURN e
  }
  RETURN i, e.record AS record ORDER BY i, e.logSeq`);

const ON = proposalsBy("(c)<-[:ON]-(e) WHERE e.kind = 'supersede-propose' AND (e)-[:PROPOSES]->() AND");
const NAMING = proposalsBy('(c)<-[:PROPOSES]-(e) WHERE');

function proposalsBy(pattern: string): string {
  return perKey(`
    CALL (key) {
      MATCH (c:Claim {addr: key}) WITH c
      MATCH ${pattern} e.logSeq <= $seq AND e.effectiveAt <= $until
      WITH e ORDER BY e.logSeq
      WITH collect(e.record) AS found
      UNWIND found[..$limit] AS record
      RETURN record, size(found) AS total
    }
    RETURN i, record, total`);
}

async function proposals(
  connection: Connection,
  cypher: string,
  claims: readonly string[],
  params: BoltParams,
): Promise<Counted<LedgerEntry>[]> {
  type Row = { readonly i: number; readonly record: string; readonly total: number };
  const found = await connection.rowsPerKey<Row>(cypher, claims, params);
  return found.map((rows) => ({
    first: rows.map(({ record }) => parseRecord<LedgerEntry>(record)),
    total: rows[0]?.total ?? 0,
  }));
}

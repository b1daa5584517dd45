/** Edges of the claim graph: one statement for any number of kinds, both ends of each edge in it. */
import { addLooks } from '../caller.ts';
import type { LedgerEntry } from '../evidence.ts';
import type { EdgeKind, EdgeQuery, EdgeReader, GraphEdge, ProposalEnd } from '../store/edges.ts';
import type { Counted } from '../store/rows.ts';
import { type BoltParams, parseRecord, viewParams } from './bolt-values.ts';
import { type Neo4jConnection, perKey } from './connection.ts';

type Walks = Pick<EdgeReader, 'edges' | 'edgeEvidence' | 'proposals'>;
type EdgeRow = GraphEdge & { readonly i: number; readonly total: number };

export function edgeReader(connection: Neo4jConnection): Walks {
  return {
    edges: (query) => readEdges(connection, query),
    edgeEvidence: (edges, view, limit) =>
      connection.recordsPerKey<LedgerEntry>(
        EVIDENCE,
        edges.map(({ kind, from, to }) => ({ type: kind.toUpperCase(), from, to })),
        { ...viewParams(view), limit },
      ),
    proposals: (end, claims, view, limit) =>
      proposals(connection, PROPOSALS[end], claims, { ...viewParams(view), limit }),
  };
}

async function readEdges(
  connection: Neo4jConnection,
  { kinds, of, view, prefixes, after, limit }: EdgeQuery,
): Promise<Counted<GraphEdge>[][]> {
  if (kinds.length === 0) return [];
  // Each node is looked up, whether or not it has such edges.
  addLooks(kinds.length * of.length);
  const params = { ...viewParams(view), prefixes, limit };
  const place = { afterOther: after?.other ?? '', afterFrom: after?.from ?? '' };
  const rows = await connection.rowsPerKey<EdgeRow>(statementOf(kinds), of, { ...params, ...place });
  return kinds.map((kind) => rows.map((found) => countedOf(found.filter((row) => row.kind === kind))));
}

function countedOf(found: readonly EdgeRow[]): Counted<GraphEdge> {
  const total = found[0]?.total ?? 0;
  // Those that are not given were counted.
  addLooks(total - found.length);
  return { first: found.map(({ kind, from, to, seq, weight }) => ({ kind, from, to, seq, weight })), total };
}

/** Of an edge `s` that rests on one event. */
const EDGE_IN_VIEW = 's.logSeq <= $seq AND s.effectiveAt <= $until';

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
  supports: stances('SUPPORTS'),
  disputes: stances('DISPUTES'),
  supersedes: `
    MATCH (c:Claim {addr: key}) WITH c
    MATCH (c)<-[s:SUPERSEDES]-(n) WHERE n <> c AND ${EDGE_IN_VIEW}
    RETURN n, n.addr AS from, c.addr AS to, s.logSeq AS seq
    UNION ALL
    MATCH (c:Claim {addr: key}) WITH c
    MATCH (c)-[s:SUPERSEDES]->(n) WHERE n <> c AND ${EDGE_IN_VIEW}
    RETURN n, c.addr AS from, n.addr AS to, s.logSeq AS seq`,
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

function stances(type: 'SUPPORTS' | 'DISPUTES'): string {
  return `
    MATCH (c:Claim {addr: key}) WITH c
    MATCH (c)<-[s:${type}]-(n) WHERE ${EDGE_IN_VIEW}
    RETURN n, n.id AS from, c.addr AS to, s.logSeq AS seq
    UNION ALL
    MATCH (a:Artefact {id: key}) WITH a
    MATCH (a)-[s:${type}]->(n) WHERE ${EDGE_IN_VIEW}
    RETURN n, a.id AS from, n.addr AS to, s.logSeq AS seq`;
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

/** Kinds in one order make one statement, which is planned once. */
function statementOf(kinds: readonly EdgeKind[]): string {
  return perKey(`
    CALL (key) { ${kinds.map((kind) => OF_KIND[kind]).join(' UNION ALL ')} }
    RETURN i, kind, one.from AS from, one.to AS to, one.seq AS seq, one.weight AS weight, total`);
}

function ofKind(kind: EdgeKind): string {
  return `
    CALL (key) { ${ENDS[kind]} }
    WITH n, coalesce(n.addr, n.id) AS other, from, to, min(seq) AS seq, count(*) AS weight
    WHERE (other > $afterOther OR (other = $afterOther AND from > $afterFrom)) AND ${OTHER_IN_VIEW}
    WITH other, from, to, seq, weight ORDER BY other, from
    WITH collect({from: from, to: to, seq: seq, weight: weight}) AS found
    UNWIND found[..$limit] AS one
    RETURN '${kind}' AS kind, one, size(found) AS total`;
}

const OF_KIND: Readonly<Record<EdgeKind, string>> = {
  states: ofKind('states'),
  supports: ofKind('supports'),
  disputes: ofKind('disputes'),
  supersedes: ofKind('supersedes'),
  contradicts: ofKind('contradicts'),
  same_cluster: ofKind('same_cluster'),
  mirrors: ofKind('mirrors'),
};

/** From the claim on: an artefact that everybody cites is cited by more than one claim's ledger holds. */
const EVIDENCE = perKey(`
  CALL (key) {
    MATCH (c:Claim {addr: key.to}) WITH c, key
    MATCH (c)<-[s:SUPPORTS|DISPUTES|SUPERSEDES]-(n)
    WHERE type(s) = key.type AND coalesce(n.addr, n.id) = key.from AND ${EDGE_IN_VIEW}
    WITH s ORDER BY s.logSeq LIMIT $limit
    MATCH (e:Event {id: s.event})
    RETURN e
  }
  RETURN i, e.record AS record ORDER BY i, e.logSeq`);

const PROPOSALS: Readonly<Record<ProposalEnd, string>> = {
  claim: proposalsBy('(c)<-[s:SUPERSEDES]-()'),
  successor: proposalsBy('(c)-[s:SUPERSEDES]->()'),
};

function proposalsBy(pattern: string): string {
  return perKey(`
    CALL (key) {
      MATCH (c:Claim {addr: key}) WITH c
      MATCH ${pattern} WHERE ${EDGE_IN_VIEW}
      WITH s ORDER BY s.logSeq
      WITH collect(s.event) AS found
      UNWIND found[..$limit] AS event
      MATCH (e:Event {id: event})
      RETURN e, size(found) AS total
    }
    RETURN i, e.record AS record, total ORDER BY i, e.logSeq`);
}

async function proposals(
  connection: Neo4jConnection,
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

/** Edges of the claim graph: one statement for any number of kinds, both ends of each edge in it. */
import type { ClaimAddr } from '../address.ts';
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
  const [kind] = kinds;
  if (kind === undefined) return [];
  // Each node is looked up, whether or not it has such edges.
  addLooks(kinds.length * of.length);
  const types = kinds.flatMap((one) => TYPES.get(one) ?? []);
  const params = { ...viewParams(view), kinds, types, prefixes, limit };
  const place = { afterOther: after?.other ?? '', afterFrom: after?.from ?? '' };
  const statement = kinds.length === 1 ? OF_ONE[kind] : OF_SEVERAL;
  const rows = await connection.rowsPerKey<EdgeRow>(statement, of, { ...params, ...place });
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

/** Kinds whose edges are relations, by the types of those. */
const TYPES: ReadonlyMap<EdgeKind, string> = new Map([
  ['states', 'STATED_IN'],
  ['supports', 'SUPPORTS'],
  ['disputes', 'DISPUTES'],
  ['supersedes', 'SUPERSEDES'],
  ['contradicts', 'CONTRADICTS'],
]);

/**
 * Rows `kind, n, from, to, seq` of the edges that a key is an end of, `n` the other end; one row for each thing they rest on.
 * Only the key's node has a label, and stands behind a `WITH`: else the planner may begin at every node of the other end.
 */
function relations(types: readonly string[]): string {
  return `
    CALL (key) { MATCH (x:Claim {addr: key}) RETURN x UNION ALL MATCH (x:Artefact {id: key}) RETURN x }
    WITH x
    MATCH (x)-[s:${types.join('|')}]-(n)
    WHERE type(s) IN $types AND coalesce(s.logSeq, s.seq) <= $seq
      AND (type(s) = 'CONTRADICTS' OR s.effectiveAt <= $until) AND NOT (type(s) = 'SUPERSEDES' AND n = x)
    WITH n, type(s) AS type, coalesce(s.logSeq, s.seq) AS seq,
      coalesce(startNode(s).addr, startNode(s).id) AS source, coalesce(endNode(s).addr, endNode(s).id) AS target
    WITH n, type, seq, source, target, type = 'STATED_IN' OR (type = 'CONTRADICTS' AND source > target) AS isTurned
    RETURN CASE type WHEN 'STATED_IN' THEN 'states' ELSE toLower(type) END AS kind, n,
      CASE WHEN isTurned THEN target ELSE source END AS from, CASE WHEN isTurned THEN source ELSE target END AS to, seq`;
}

const SAME_CLUSTER = `
  MATCH (c:Claim {addr: key}) WHERE 'same_cluster' IN $kinds WITH c
  MATCH (n:Claim {cluster: c.cluster}) WHERE n <> c
  RETURN 'same_cluster' AS kind, n, ${lower('c.addr', 'n.addr')} AS from, ${higher('c.addr', 'n.addr')} AS to,
    ${higher('c.seq', 'n.seq')} AS seq`;

const MIRRORS = `
  MATCH (a:Artefact {id: key}) WHERE 'mirrors' IN $kinds WITH a
  MATCH (n:Artefact {id: a.mirrorOf})
  RETURN 'mirrors' AS kind, n, a.id AS from, n.id AS to, a.seq AS seq
  UNION ALL
  MATCH (n:Artefact {mirrorOf: key}) WHERE 'mirrors' IN $kinds
  RETURN 'mirrors' AS kind, n, n.id AS from, key AS to, n.seq AS seq`;

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

function edgesOf(...ends: readonly string[]): string {
  return perKey(`
    CALL (key) {
      CALL (key) { ${ends.join(' UNION ALL ')} }
      WITH kind, n, coalesce(n.addr, n.id) AS other, from, to, min(seq) AS seq, count(*) AS weight
      WHERE (other > $afterOther OR (other = $afterOther AND from > $afterFrom)) AND ${OTHER_IN_VIEW}
      WITH kind, other, from, to, seq, weight ORDER BY other, from
      WITH kind, collect({from: from, to: to, seq: seq, weight: weight}) AS found
      UNWIND found[..$limit] AS one
      RETURN kind, one, size(found) AS total
    }
    RETURN i, kind, one.from AS from, one.to AS to, one.seq AS seq, one.weight AS weight, total`);
}

/** Of any kinds: a text for each combination would be planned for each. */
const OF_SEVERAL = edgesOf(relations([...TYPES.values()]), SAME_CLUSTER, MIRRORS);

/** Of one kind, which looks at no relation of the others: an artefact may have very many. */
const OF_ONE: Readonly<Record<EdgeKind, string>> = {
  states: edgesOf(relations(['STATED_IN'])),
  supports: edgesOf(relations(['SUPPORTS'])),
  disputes: edgesOf(relations(['DISPUTES'])),
  supersedes: edgesOf(relations(['SUPERSEDES'])),
  contradicts: edgesOf(relations(['CONTRADICTS'])),
  same_cluster: edgesOf(SAME_CLUSTER),
  mirrors: edgesOf(MIRRORS),
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

/** Claims that are read beyond one that is asked for alone, which is how a walk goes along a chain. */
const AHEAD = 32;

const PROPOSALS: Readonly<Record<ProposalEnd, string>> = {
  claim: proposalsBy('<-', '-'),
  successor: proposalsBy('-', '->'),
};

/** A row for each claim, also for one without proposals: a walk need not ask for it again. */
function proposalsBy(left: string, right: string): string {
  return `
    UNWIND $claims AS addr
    MATCH (c:Claim {addr: addr}) WITH c
    CALL (c) {
      RETURN c AS x
      UNION
      MATCH (c)${left}[:SUPERSEDES*1..${AHEAD}]${right}(x) WITH DISTINCT x LIMIT $ahead RETURN x
    }
    WITH DISTINCT x
    CALL (x) {
      MATCH (x)${left}[s:SUPERSEDES]${right}() WHERE ${EDGE_IN_VIEW}
      WITH s ORDER BY s.logSeq
      RETURN collect(s.event) AS found
    }
    CALL (found) {
      UNWIND found[..$limit] AS event
      MATCH (e:Event {id: event})
      WITH e ORDER BY e.logSeq
      RETURN collect(e.record) AS records
    }
    RETURN x.addr AS claim, records, size(found) AS total`;
}

interface ProposalsRow {
  readonly claim: ClaimAddr;
  readonly records: readonly string[];
  readonly total: number;
}

async function proposals(
  connection: Neo4jConnection,
  cypher: string,
  claims: readonly ClaimAddr[],
  params: BoltParams,
): Promise<ReadonlyMap<ClaimAddr, Counted<LedgerEntry>>> {
  const found = new Map<ClaimAddr, Counted<LedgerEntry>>(
    claims.map((claim) => [claim, { first: [], total: 0 }]),
  );
  if (claims.length === 0) return found;
  const ahead = claims.length === 1 ? AHEAD : 0;
  const rows = await connection.rows<ProposalsRow>(cypher, { ...params, claims, ahead });
  for (const { claim, records, total } of rows) {
    addLooks(records.length);
    found.set(claim, { first: records.map((record) => parseRecord<LedgerEntry>(record)), total });
  }
  return found;
}

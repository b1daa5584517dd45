/** Edges of the claim graph: one statement per kind, both ends of each edge in it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClaimAddr } from '../address.ts';
import { addLooks } from '../caller.ts';
import type { LedgerEntry } from '../evidence.ts';
import {
  type EdgeKind,
  type EdgeQuery,
  type EdgeReader,
  EVIDENCE_OF,
  type GraphEdge,
  type ProposalEnd,
} from '../store/edges.ts';
import type { Counted } from '../store/rows.ts';
import type { Connection, SqlParams } from './connection.ts';
import { recordOf } from './records.ts';

type Walks = Pick<EdgeReader, 'edges' | 'edgeEvidence' | 'proposals'>;
type EdgeRow = Omit<GraphEdge, 'kind'> & { readonly i: number; readonly total: number };

export function edgeReader(connection: Connection): Walks {
  return {
    edges: (query) => readEdges(connection, query),
    edgeEvidence: async (edges, { seq, until }, limit) =>
      connection.recordsPerKey<LedgerEntry>(
        EVIDENCE,
        edges.map(({ kind, from, to }) => [EVIDENCE_OF[kind], from, to]),
        { seq, until, limit },
      ),
    proposals: async (end, claims, view, limit) =>
      proposals(connection, PROPOSALS[end], claims, { seq: view.seq, until: view.until, limit }),
  };
}

/** Around many nodes each kind is read in an event-loop slice of its own. */
async function readEdges(
  connection: Connection,
  { kinds, ...query }: EdgeQuery,
): Promise<Counted<GraphEdge>[][]> {
  const lists: Counted<GraphEdge>[][] = [];
  for (const kind of kinds) {
    if (lists.length > 0 && query.of.length > 1) await nextTurn();
    lists.push(edgesOfKind(connection, kind, query));
  }
  return lists;
}

function edgesOfKind(
  connection: Connection,
  kind: EdgeKind,
  { of, view, prefixes, after, limit }: Omit<EdgeQuery, 'kinds'>,
): Counted<GraphEdge>[] {
  // Each node is looked up, whether or not it has such edges.
  addLooks(of.length);
  const rows = connection.rowsPerKey<EdgeRow>(STATEMENTS[kind], of, {
    seq: view.seq,
    until: view.until,
    prefixes: prefixes === null ? null : JSON.stringify(prefixes),
    afterOther: after?.other ?? '',
    afterFrom: after?.from ?? '',
    limit,
  });
  return rows.map((found) => {
    const total = found[0]?.total ?? 0;
    // Those that are not given were counted.
    addLooks(total - found.length);
    return { first: found.map(({ from, to, seq, weight }) => ({ kind, from, to, seq, weight })), total };
  });
}

/** Rows `i, other, from, to, seq` of the edges that a key is an end of; one row for each thing that an edge rests on. */
const ENDS: Readonly<Record<EdgeKind, string>> = {
  states: `
    SELECT k.key AS i, o.artefact AS other, o.artefact AS "from", o.claim AS "to", o.seq FROM json_each(@keys) k
    CROSS JOIN occurrences o ON o.claim = k.value WHERE o.seq <= @seq AND o.effective_at <= @until
    UNION ALL
    SELECT k.key, o.claim, o.artefact, o.claim, o.seq FROM json_each(@keys) k
    CROSS JOIN occurrences o ON o.artefact = k.value WHERE o.seq <= @seq AND o.effective_at <= @until`,
  supports: evidenceOf(EVIDENCE_OF.supports),
  disputes: evidenceOf(EVIDENCE_OF.disputes),
  supersedes: `
    SELECT k.key AS i, l.successor AS other, l.successor AS "from", l.claim AS "to", l.log_seq AS seq
    FROM json_each(@keys) k CROSS JOIN ledger l ON l.claim = k.value
    WHERE l.successor IS NOT NULL AND l.successor <> l.claim
      AND l.log_seq <= @seq AND l.effective_at <= @until
    UNION ALL
    SELECT k.key, l.claim, l.successor, l.claim, l.log_seq
    FROM json_each(@keys) k CROSS JOIN ledger l ON l.successor = k.value
    WHERE l.successor <> l.claim AND l.log_seq <= @seq AND l.effective_at <= @until`,
  contradicts: `
    SELECT k.key AS i, r.rival AS other, min(r.claim, r.rival) AS "from", max(r.claim, r.rival) AS "to", r.seq
    FROM json_each(@keys) k CROSS JOIN rivals r ON r.claim = k.value WHERE r.seq <= @seq
    UNION ALL
    SELECT k.key, r.claim, min(r.claim, r.rival), max(r.claim, r.rival), r.seq
    FROM json_each(@keys) k CROSS JOIN rivals r ON r.rival = k.value WHERE r.seq <= @seq`,
  same_cluster: `
    SELECT k.key AS i, d.addr AS other, min(c.addr, d.addr) AS "from", max(c.addr, d.addr) AS "to",
      max(c.seq, d.seq) AS seq
    FROM json_each(@keys) k CROSS JOIN claims c ON c.addr = k.value
    CROSS JOIN claims d ON d.cluster = c.cluster AND d.addr <> c.addr`,
  mirrors: `
    SELECT k.key AS i, a.mirror_of AS other, a.id AS "from", a.mirror_of AS "to", a.seq FROM json_each(@keys) k
    CROSS JOIN artefacts a ON a.id = k.value WHERE a.mirror_of IS NOT NULL
    UNION ALL
    SELECT k.key, a.id, a.id, a.mirror_of, a.seq FROM json_each(@keys) k
    CROSS JOIN artefacts a ON a.mirror_of = k.value`,
};

function evidenceOf(kind: string): string {
  const seen = `x.kind = '${kind}' AND x.log_seq <= @seq AND x.effective_at <= @until`;
  return `
    SELECT k.key AS i, x.artefact AS other, x.artefact AS "from", x.claim AS "to", x.log_seq AS seq
    FROM json_each(@keys) k CROSS JOIN event_artefacts x ON x.claim = k.value WHERE ${seen}
    UNION ALL
    SELECT k.key, x.claim, x.artefact, x.claim, x.log_seq
    FROM json_each(@keys) k CROSS JOIN event_artefacts x ON x.artefact = k.value WHERE ${seen}`;
}

/** Addresses begin with `wx://`, ids of artefacts with `a1`. */
const OTHER_IN_VIEW = `
  CASE WHEN other LIKE 'wx://%' THEN
    EXISTS (SELECT 1 FROM occurrences s WHERE s.claim = other AND s.seq <= @seq AND s.effective_at <= @until)
    AND (@prefixes IS NULL
      OR EXISTS (SELECT 1 FROM json_each(@prefixes) p WHERE substr(other, 1, length(p.value)) = p.value))
  ELSE EXISTS (SELECT 1 FROM artefacts s WHERE s.id = other AND s.seq <= @seq AND s.effective_at <= @until) END`;

function statementOf(ends: string): string {
  return `
    WITH ends AS (${ends}), edges AS (
      SELECT i, other, "from", "to", min(seq) AS seq, count(*) AS weight FROM ends
      WHERE going() AND (other, "from") > (@afterOther, @afterFrom) GROUP BY i, other, "from", "to"
    ), numbered AS (
      SELECT *, row_number() OVER (PARTITION BY i ORDER BY other, "from") AS n, count(*) OVER (PARTITION BY i) AS total
      FROM edges WHERE ${OTHER_IN_VIEW}
    )
    SELECT i, "from", "to", seq, weight, total FROM numbered WHERE n <= @limit ORDER BY i, n`;
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

/** A proposal names its successor; its evidence may cite anything. */
const EVIDENCE = `
  SELECT k.key AS i, ${recordOf('ledger', 'l')} AS record FROM json_each(@keys) k
  CROSS JOIN ledger l ON l.id IN (SELECT event FROM (
    SELECT x.event, x.log_seq FROM event_artefacts x
    WHERE k.value ->> 0 <> '${EVIDENCE_OF.supersedes}'
      AND x.claim = k.value ->> 2 AND x.kind = k.value ->> 0 AND x.artefact = k.value ->> 1
      AND x.log_seq <= @seq AND x.effective_at <= @until
    UNION ALL
    SELECT p.id, p.log_seq FROM ledger p
    WHERE k.value ->> 0 = '${EVIDENCE_OF.supersedes}'
      AND p.claim = k.value ->> 2 AND p.successor = k.value ->> 1
      AND p.log_seq <= @seq AND p.effective_at <= @until
    ORDER BY 2 LIMIT @limit
  ))
  ORDER BY k.key, l.log_seq`;

const PROPOSALS: Readonly<Record<ProposalEnd, string>> = {
  claim: proposalsBy('l.claim = k.value AND l.successor IS NOT NULL'),
  successor: proposalsBy('l.successor = k.value'),
};

function proposalsBy(condition: string): string {
  return `
    WITH found AS (
      SELECT k.key AS i, ${recordOf('ledger', 'l')} AS record, row_number() OVER (PARTITION BY k.key ORDER BY l.log_seq) AS n,
        count(*) OVER (PARTITION BY k.key) AS total
      FROM json_each(@keys) k CROSS JOIN ledger l ON ${condition}
      WHERE going() AND l.log_seq <= @seq AND l.effective_at <= @until
    )
    SELECT i, record, total FROM found WHERE n <= @limit ORDER BY i, n`;
}

function proposals(
  connection: Connection,
  sql: string,
  claims: readonly ClaimAddr[],
  params: SqlParams,
): ReadonlyMap<ClaimAddr, Counted<LedgerEntry>> {
  type Row = { readonly i: number; readonly record: string; readonly total: number };
  const found = connection.rowsPerKey<Row>(sql, claims, params);
  return new Map(
    claims.map((claim, index) => {
      const rows = found[index] ?? [];
      const first = rows.map(({ record }) => connection.parse<LedgerEntry>(record));
      return [claim, { first, total: rows[0]?.total ?? 0 }];
    }),
  );
}

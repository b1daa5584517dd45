/** Edges of a world, read plainly: what stores must agree with. */
import type { ClaimAddr } from '../../../graph/address.ts';
import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import type { EdgeKind, GraphEdge, GraphNodeId } from '../../../graph/store/edges.ts';
import type { View } from '../../../graph/store/rows.ts';
import { sees, statedIn, type World } from './world.ts';

type Ends = Pick<GraphEdge, 'from' | 'to' | 'seq'>;

/** The edges of one kind at a node, by their other end. */
export function plainEdges(
  world: World,
  kind: EdgeKind,
  node: GraphNodeId,
  seen: View,
  reach: readonly string[] | null,
): GraphEdge[] {
  const merged = new Map<string, GraphEdge>();
  for (const { from, to, seq } of rowsOf(world, kind, seen)) {
    if (from === to || (from !== node && to !== node) || !isIn(world, from === node ? to : from, seen, reach))
      continue;
    const key = `${from} ${to}`;
    const { seq: first = seq, weight = 0 } = merged.get(key) ?? {};
    merged.set(key, { kind, from, to, seq: Math.min(first, seq), weight: weight + 1 });
  }
  const other = ({ from, to }: GraphEdge) => (from === node ? to : from);
  return [...merged.values()].sort((a, b) => byCodeUnit(other(a), other(b)) || byCodeUnit(a.from, b.from));
}

function rowsOf(world: World, kind: EdgeKind, seen: View): Ends[] {
  switch (kind) {
    case 'states':
      return world.occurrences
        .filter((one) => sees(seen, one))
        .map(({ artefact, claim, seq }) => ({ from: artefact, to: claim, seq }));
    case 'supports':
    case 'disputes':
      return world.ledger
        .filter((one) => one.kind === (kind === 'supports' ? 'corroborate' : 'dispute') && inView(seen, one))
        .flatMap(({ claim, evidence, log }) =>
          [...new Set(evidence.flatMap(({ artefact }) => artefact ?? []))].map((from) => {
            return { from, to: claim, seq: log.seq };
          }),
        );
    case 'supersedes':
      return world.ledger.flatMap((one) =>
        one.successor === null || !inView(seen, one)
          ? []
          : [{ from: one.successor, to: one.claim, seq: one.log.seq }],
      );
    case 'contradicts':
      return world.rivals
        .filter(({ seq }) => seq <= seen.seq)
        .map(({ claim, rival, seq }) => ({ ...pair(claim, rival), seq }));
    case 'same_cluster':
      return world.claims.flatMap((one) =>
        world.claims
          .filter((other) => other.claim_cluster_id === one.claim_cluster_id && one.addr < other.addr)
          .map((other) => ({ from: one.addr, to: other.addr, seq: Math.max(one.seq, other.seq) })),
      );
    case 'mirrors':
      return world.artefacts.flatMap(({ record, seq }) =>
        record.mirror_of === null ? [] : [{ from: record.artefact_id, to: record.mirror_of, seq }],
      );
  }
}

function pair(a: ClaimAddr, b: ClaimAddr): Pick<GraphEdge, 'from' | 'to'> {
  return a < b ? { from: a, to: b } : { from: b, to: a };
}

/** Whether the view and the reach have the node. */
export function isIn(world: World, node: GraphNodeId, seen: View, reach: readonly string[] | null): boolean {
  const artefact = world.artefacts.find(({ record }) => record.artefact_id === node);
  if (artefact !== undefined) return sees(seen, artefact);
  const claim = world.claims.find(({ addr }) => addr === node);
  if (claim === undefined) return false;
  const reached = reach === null || reach.some((prefix) => claim.addr.startsWith(prefix));
  return reached && statedIn(world, claim.addr, seen).length > 0;
}

/** Of a ledger entry. */
export function inView(
  seen: View,
  { log, effective_at }: { log: { seq: number }; effective_at: string },
): boolean {
  return sees(seen, { seq: log.seq, effective_at });
}

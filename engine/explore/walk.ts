/** One step from a set of nodes: a store call for claims and one for artefacts, however many nodes there are. */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import {
  EDGE_KINDS,
  type EdgeKind,
  type EdgeQuery,
  type EdgeReader,
  type GraphEdge,
  type GraphNodeId,
} from '../../graph/store/edges.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import { nextSlice } from '../slices.ts';
import { areStated } from '../stated-places.ts';
import { within } from '../view.ts';

/** What a walk may see. */
export interface Reach extends Pick<EdgeQuery, 'view' | 'prefixes'> {
  /** Of edges; in the order of `EDGE_KINDS` whatever their order here. */
  readonly kinds: readonly EdgeKind[];
}

/** Edges at one node, by kind, then by their other end. */
export interface WalkStep {
  readonly edges: readonly GraphEdge[];
  /** Edges that there are, of the kinds of the walk. */
  readonly total: number;
}

/** Which nodes a kind has at its ends. */
const CLAIMS_ONLY: ReadonlySet<EdgeKind> = new Set(['supersedes', 'contradicts', 'same_cluster']);
const ARTEFACTS_ONLY: ReadonlySet<EdgeKind> = new Set(['mirrors']);

export function inKindOrder(kinds: readonly EdgeKind[]): EdgeKind[] {
  return EDGE_KINDS.filter((kind) => kinds.includes(kind));
}

/** @param limit edges of each node and kind */
export async function step(
  reader: EdgeReader,
  nodes: readonly GraphNodeId[],
  { view, prefixes, kinds }: Reach,
  limit: number,
): Promise<ReadonlyMap<GraphNodeId, WalkStep>> {
  const found = new Map<GraphNodeId, WalkStep>(nodes.map((node) => [node, { edges: [], total: 0 }]));
  for (const alike of [nodes.filter(isClaim), nodes.filter((node) => !isClaim(node))]) {
    const [first] = alike;
    if (first === undefined) continue;
    // Around many nodes each kind is a slice of its own, and so is the first.
    if (alike.length > 1) await nextSlice();
    const own = inKindOrder(kinds).filter((kind) => mayHave(kind, first));
    const lists = await reader.edges({ kinds: own, of: alike, view, prefixes, after: null, limit });
    for (const [index, node] of alike.entries()) {
      const ofNode = lists.flatMap((list) => list[index] ?? []);
      const total = ofNode.reduce((sum, one) => sum + one.total, 0);
      found.set(node, { edges: ofNode.flatMap((one) => one.first), total });
    }
  }
  return found;
}

export function mayHave(kind: EdgeKind, node: GraphNodeId): boolean {
  return isClaim(node) ? !ARTEFACTS_ONLY.has(kind) : !CLAIMS_ONLY.has(kind);
}

export function otherEnd({ from, to }: GraphEdge, node: GraphNodeId): GraphNodeId {
  return from === node ? to : from;
}

/** Whether the view sees the node: a claim where a place of the view states it, and where it is in reach. */
export async function isSeen(
  reader: RecordReader & RangeReader,
  node: GraphNodeId,
  { view, prefixes }: Pick<Reach, 'view' | 'prefixes'>,
): Promise<boolean> {
  if (isClaim(node)) {
    if (prefixes !== null && !prefixes.some((prefix) => node.startsWith(prefix))) return false;
    const [isStated = false] = await areStated(reader, [node], view);
    return isStated;
  }
  // What is no claim's address is an artefact's id.
  const [state = null] = await reader.records('artefacts', [node as ArtefactId]);
  return state !== null && within(view, state);
}

function isClaim(node: GraphNodeId): node is ClaimAddr {
  return node.startsWith('wx://');
}

/**
 * What is around a claim or an artefact, a few steps far; with a bounded number of edges for each node, and how many
 * more there are.
 */
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import {
  EDGE_KINDS,
  type EdgeKind,
  type EdgeReader,
  type GraphEdge,
  type GraphNodeId,
} from '../../graph/store/edges.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import { inKindOrder, isSeen, mayHave, otherEnd, type Reach, step, type WalkStep } from './walk.ts';

export const MAX_DEPTH = 4;
/** Edges of one node that are followed. */
export const MAX_PER_NODE = 50;
/** Nodes of one neighbourhood, the middle among them. */
export const MAX_NODES = 300;
/** Edges of one neighbourhood: what an artefact states it often supports too, so that two lead to each node. */
export const MAX_EDGES = 2 * MAX_NODES;

export interface NeighbourhoodRequest extends Reach {
  readonly of: GraphNodeId;
  /** Steps, 1 to `MAX_DEPTH`. */
  readonly depth: number;
  /** 1 to `MAX_PER_NODE`. */
  readonly limitPerNode: number;
}

/** A place in the list of a node's edges, which is by kind, then by their other end. */
export interface NeighbourPlace {
  readonly kind: EdgeKind;
  readonly other: GraphNodeId;
  readonly from: GraphNodeId;
}

export interface NeighbourhoodNode {
  readonly id: GraphNodeId;
  /** Steps from the middle. */
  readonly distance: number;
  /** Its edges behind `last`, as many as `readNeighbours` gives from there: all that are not shown are among them. */
  readonly more: number;
  /** How many of those are shown already: they were reached from their other end. */
  readonly repeated: number;
  /** The last of its edges before which none is missing. Null: the first edge is missing or unknown. */
  readonly last: NeighbourPlace | null;
}

export interface Neighbourhood {
  /** The nearest first, then by id. */
  readonly nodes: readonly NeighbourhoodNode[];
  /** Each once, by kind and ends; both ends are among the nodes. */
  readonly edges: readonly GraphEdge[];
  /** Whether `MAX_NODES` or `MAX_EDGES` were reached, so that something within the limits is missing. */
  readonly isBounded: boolean;
}

/** Null where the view does not see the middle. Two store calls per level at most. */
export async function readNeighbourhood(
  reader: RecordReader & RangeReader & EdgeReader,
  request: NeighbourhoodRequest,
): Promise<Neighbourhood | null> {
  const { of, depth } = request;
  if (!(await isSeen(reader, of, request))) return null;
  const walk = new Walk(request);
  for (let distance = 0; distance < depth && walk.frontier.length > 0; distance += 1) {
    walk.expand(await step(reader, walk.frontier, request, request.limitPerNode));
  }
  // For the outermost nodes only the number of edges.
  walk.end(await step(reader, walk.frontier, request, 1), 1);
  return walk.result();
}

class Walk {
  readonly #request: NeighbourhoodRequest;
  readonly #distances = new Map<GraphNodeId, number>();
  /** First edges of each node, none left out between them, and how many it has. */
  readonly #steps = new Map<GraphNodeId, WalkStep>();
  readonly #edges = new Map<string, GraphEdge>();
  #isBounded = false;
  /** Nodes that were not expanded yet, by id. */
  frontier: readonly GraphNodeId[];

  constructor(request: NeighbourhoodRequest) {
    this.#request = request;
    this.#distances.set(request.of, 0);
    this.frontier = [request.of];
  }

  expand(steps: ReadonlyMap<GraphNodeId, WalkStep>): void {
    this.end(steps, this.#request.limitPerNode);
    const reached: GraphNodeId[] = [];
    for (const node of this.frontier) {
      for (const edge of this.#steps.get(node)?.edges ?? []) {
        const other = otherEnd(edge, node);
        if (this.#reach(other, node)) reached.push(other);
        if (this.#distances.has(other)) this.#connect(edge);
      }
    }
    this.frontier = reached.sort(byCodeUnit);
  }

  /** @param limit what the steps were read with */
  end(steps: ReadonlyMap<GraphNodeId, WalkStep>, limit: number): void {
    for (const [node, { edges, total }] of steps) {
      this.#steps.set(node, { edges: edges.slice(0, limit), total });
    }
  }

  result(): Neighbourhood {
    const shown = this.#shownAt();
    const nodes = [...this.#distances].map(([id, distance]) => ({
      id,
      distance,
      ...this.#rest(id, shown.get(id) ?? 0),
    }));
    nodes.sort((a, b) => a.distance - b.distance || byCodeUnit(a.id, b.id));
    const edges = [...this.#edges.values()].sort(byKindAndEnds);
    return { nodes, edges, isBounded: this.#isBounded };
  }

  /** Edges that are shown at each node, from whichever end they were reached. */
  #shownAt(): Map<GraphNodeId, number> {
    const counts = new Map<GraphNodeId, number>();
    for (const { from, to } of this.#edges.values())
      for (const end of new Set([from, to])) counts.set(end, (counts.get(end) ?? 0) + 1);
    return counts;
  }

  #rest(node: GraphNodeId, shownThere: number): Pick<NeighbourhoodNode, 'more' | 'repeated' | 'last'> {
    const { edges, total } = this.#steps.get(node) ?? { edges: [], total: 0 };
    const missing = edges.findIndex((edge) => !this.#edges.has(keyOf(edge)));
    const shown = missing < 0 ? edges : edges.slice(0, missing);
    const last = shown.at(-1);
    return {
      more: total - shown.length,
      repeated: shownThere - shown.length,
      last: last === undefined ? null : placeAt(node, last),
    };
  }

  /** Shows the edge, if there is room for it: it may have been seen from its other end. */
  #connect(edge: GraphEdge): void {
    const key = keyOf(edge);
    if (this.#edges.has(key)) return;
    if (this.#edges.size < MAX_EDGES) this.#edges.set(key, edge);
    else this.#isBounded = true;
  }

  /** Whether the node is new and there is room for it. */
  #reach(node: GraphNodeId, from: GraphNodeId): boolean {
    if (this.#distances.has(node)) return false;
    if (this.#distances.size >= MAX_NODES) {
      this.#isBounded = true;
      return false;
    }
    this.#distances.set(node, (this.#distances.get(from) ?? 0) + 1);
    return true;
  }
}

export interface NeighboursRequest extends Reach {
  readonly of: GraphNodeId;
  /** Only edges behind this one; null: from the first. */
  readonly after: NeighbourPlace | null;
  readonly limit: number;
}

export interface Neighbours {
  readonly edges: readonly GraphEdge[];
  /** Edges behind the last one. */
  readonly more: number;
}

/** The edges of one node, page by page; null where the view does not see it. Two store calls at most. */
export async function readNeighbours(
  reader: RecordReader & RangeReader & EdgeReader,
  request: NeighboursRequest,
): Promise<Neighbours | null> {
  const { of, view, prefixes, after, limit } = request;
  if (!(await isSeen(reader, of, request))) return null;
  const kinds = inKindOrder(request.kinds).filter(
    (kind) => mayHave(kind, of) && (after === null || rankOf(kind) >= rankOf(after.kind)),
  );
  const query = { of: [of], view, prefixes, limit };
  // Of the kind of the place what is behind it, of those behind this kind all.
  const [begun, rest] = [
    kinds.filter((kind) => kind === after?.kind),
    kinds.filter((kind) => kind !== after?.kind),
  ];
  const lists = [
    ...(await reader.edges({ ...query, kinds: begun, after })),
    ...(await reader.edges({ ...query, kinds: rest, after: null })),
  ];
  const found = lists.map(([list]) => list ?? { first: [], total: 0 });
  const edges = found.flatMap(({ first }) => first).slice(0, limit);
  return { edges, more: found.reduce((sum, { total }) => sum + total, 0) - edges.length };
}

/** Where an edge stands among those of a node. */
export function placeAt(node: GraphNodeId, edge: GraphEdge): NeighbourPlace {
  return { kind: edge.kind, other: otherEnd(edge, node), from: edge.from };
}

function keyOf({ kind, from, to }: GraphEdge): string {
  return `${kind} ${from} ${to}`;
}

function rankOf(kind: EdgeKind): number {
  return EDGE_KINDS.indexOf(kind);
}

export function byKindAndEnds(a: GraphEdge, b: GraphEdge): number {
  return rankOf(a.kind) - rankOf(b.kind) || byCodeUnit(a.from, b.from) || byCodeUnit(a.to, b.to);
}

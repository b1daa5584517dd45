/** The graph on the screen: what the steps brought, each node and edge once, up to a bound. Pure. */

import type { BeliefName, ExplorePlace } from '../explore-place.ts';
import type { ExploredEdge, ExploreStep, GraphNode } from '../trpc.ts';

/** Nodes that are drawn at most, and edges. */
export const MAX_NODES = 5_000;
export const MAX_EDGES = 15_000;

export interface ShownNode {
  readonly node: GraphNode;
  /** Edges that it has, of the kinds that are followed. */
  readonly edges: number;
  /** Edges of it that are shown. */
  readonly shown: number;
}

export interface ShownGraph {
  /** In the order in which they came. */
  readonly nodes: ReadonlyMap<string, ShownNode>;
  readonly edges: readonly ExploredEdge[];
  /** Whether a bound was reached: then something was left out. */
  readonly isFull: boolean;
}

export const NO_GRAPH: ShownGraph = { nodes: new Map(), edges: [], isFull: false };

/** What stands behind the steps of a node: a cursor, null for its first edge, or nothing. */
type Next = string | null | undefined;

export class GraphBuilder {
  readonly #nodes = new Map<string, { readonly node: GraphNode; readonly edges: number; shown: number }>();
  readonly #edges = new Map<string, ExploredEdge>();
  readonly #next = new Map<string, Next>();
  #isFull = false;

  get isFull(): boolean {
    return this.#isFull;
  }

  node(id: string): GraphNode | null {
    return this.#nodes.get(id)?.node ?? null;
  }

  /** Undefined: all its edges have come. */
  next(id: string): Next {
    return this.#next.has(id) ? this.#next.get(id) : null;
  }

  /** @returns how many edges are new */
  add({ nodes, edges }: Pick<ExploreStep, 'nodes' | 'edges'>): number {
    for (const { node, edges: count } of nodes) this.#place(node, count);
    const before = this.#edges.size;
    for (const edge of edges) this.#connect(edge);
    return this.#edges.size - before;
  }

  /** @param next as a step gives it: null where nothing stands behind it */
  goOn(id: string, next: string | null): void {
    this.#next.set(id, next ?? undefined);
  }

  graph(): ShownGraph {
    return { nodes: new Map(this.#nodes), edges: [...this.#edges.values()], isFull: this.#isFull };
  }

  #place(node: GraphNode, edges: number): void {
    if (this.#nodes.has(node.id)) return;
    if (this.#nodes.size < MAX_NODES) this.#nodes.set(node.id, { node, edges, shown: 0 });
    else this.#isFull = true;
  }

  #connect(edge: ExploredEdge): void {
    const key = keyOf(edge);
    if (this.#edges.has(key)) return;
    const ends = [...new Set([edge.from, edge.to])].map((id) => this.#nodes.get(id));
    if (ends.includes(undefined)) return;
    if (this.#edges.size >= MAX_EDGES) {
      this.#isFull = true;
      return;
    }
    this.#edges.set(key, edge);
    for (const end of ends) if (end !== undefined) end.shown += 1;
  }
}

export function keyOf({ kind, from, to }: ExploredEdge): string {
  return `${kind} ${from} ${to}`;
}

/** The part of the graph that the filters leave: the drawing and the table show the same. */
export function visibleOf(
  graph: ShownGraph,
  { only, belief }: Pick<ExplorePlace, 'only' | 'belief'>,
): ShownGraph {
  if (only === 'all' && belief === null) return graph;
  const nodes = new Map([...graph.nodes].filter(([, { node }]) => isVisible(node, only, belief)));
  const edges = graph.edges.filter(({ from, to }) => nodes.has(from) && nodes.has(to));
  return { ...graph, nodes, edges };
}

function isVisible(node: GraphNode, only: ExplorePlace['only'], belief: BeliefName | null): boolean {
  if (only !== 'all' && node.type !== only) return false;
  return belief === null || node.type === 'artefact' || (node.state ?? 'none') === belief;
}

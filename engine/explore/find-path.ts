/** How two claims are connected: a shortest path over shared artefacts, rivalries, clusters and proposals. */
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import type { EdgeReader, GraphEdge, GraphNodeId } from '../../graph/store/edges.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import { byKindAndEnds } from './neighbourhood.ts';
import { isSeen, otherEnd, type Reach, step, type WalkStep } from './walk.ts';

/** Steps of the longest path that is looked for. */
export const MAX_PATH = 6;
/** Nodes that one search for a path reads. */
export const MAX_VISITED = 5_000;
/** Edges of one node and kind that are followed. */
export const MAX_FANOUT = 200;

export interface PathRequest extends Reach {
  readonly from: GraphNodeId;
  readonly to: GraphNodeId;
  /** 1 to `MAX_PATH`. */
  readonly maxDepth: number;
}

export interface FoundPath {
  /** From one end to the other; of several shortest ones that whose addresses come first. Empty where there is none. */
  readonly nodes: readonly GraphNodeId[];
  /** Every edge between two nodes that follow each other. */
  readonly edges: readonly GraphEdge[];
  /**
   * `exhausted`: nothing else is reached, there is no path. `depth`: none within the steps asked for. `bounded`: none
   * among the nodes that were read.
   */
  readonly outcome: 'found' | 'exhausted' | 'depth' | 'bounded';
  /** Whether a bound was reached: then a shorter path may exist that was not seen. */
  readonly isBounded: boolean;
  /** Nodes that were read. */
  readonly visited: number;
}

/** Null where the view does not see one of the ends. Two store calls per level at most. */
export async function findPath(
  reader: RecordReader & RangeReader & EdgeReader,
  request: PathRequest,
): Promise<FoundPath | null> {
  const { from, to, maxDepth } = request;
  const seen = await Promise.all([from, to].map((end) => isSeen(reader, end, request)));
  if (seen.includes(false)) return null;
  const search = new Search(from, to);
  for (let depth = 0; depth < maxDepth && !search.isOver; depth += 1) {
    search.expand(await step(reader, search.frontier, request, MAX_FANOUT));
  }
  return search.result();
}

/** Breadth first. Nodes of a level stand in the order of their paths, so that the first way to a node is the first by address. */
class Search {
  readonly #to: GraphNodeId;
  readonly #parents = new Map<GraphNodeId, GraphNodeId | null>();
  readonly #edges = new Map<GraphNodeId, readonly GraphEdge[]>();
  #isBounded = false;
  frontier: readonly GraphNodeId[];

  constructor(from: GraphNodeId, to: GraphNodeId) {
    this.#to = to;
    this.#parents.set(from, null);
    this.frontier = [from];
  }

  get isOver(): boolean {
    return this.#parents.has(this.#to) || this.frontier.length === 0;
  }

  expand(steps: ReadonlyMap<GraphNodeId, WalkStep>): void {
    const next: GraphNodeId[] = [];
    for (const node of this.frontier) {
      const { edges, total } = steps.get(node) ?? { edges: [], total: 0 };
      if (total > edges.length) this.#isBounded = true;
      this.#edges.set(node, edges);
      const others = [...new Set(edges.map((edge) => otherEnd(edge, node)))].sort(byCodeUnit);
      for (const other of others) if (this.#visit(other, node)) next.push(other);
    }
    this.frontier = next;
  }

  result(): FoundPath {
    const visited = this.#parents.size;
    const nodes = this.#way();
    const found = nodes.length > 0;
    const edges = found ? this.#edgesAlong(nodes) : [];
    return { nodes, edges, outcome: this.#outcome(found), isBounded: this.#isBounded, visited };
  }

  #outcome(found: boolean): FoundPath['outcome'] {
    if (found) return 'found';
    if (this.#isBounded) return 'bounded';
    return this.frontier.length === 0 ? 'exhausted' : 'depth';
  }

  #visit(node: GraphNodeId, from: GraphNodeId): boolean {
    if (this.#parents.has(node)) return false;
    if (this.#parents.size >= MAX_VISITED && node !== this.#to) {
      this.#isBounded = true;
      return false;
    }
    this.#parents.set(node, from);
    return true;
  }

  #way(): GraphNodeId[] {
    const nodes: GraphNodeId[] = [];
    let node: GraphNodeId | null = this.#parents.has(this.#to) ? this.#to : null;
    while (node !== null) {
      nodes.push(node);
      node = this.#parents.get(node) ?? null;
    }
    return nodes.reverse();
  }

  #edgesAlong(nodes: readonly GraphNodeId[]): GraphEdge[] {
    return nodes.flatMap((node, index) => {
      const next = nodes[index + 1];
      const edges = this.#edges.get(node) ?? [];
      return edges.filter((edge) => otherEnd(edge, node) === next).toSorted(byKindAndEnds);
    });
  }
}

/** The shown graph as the drawing's thread takes it. */

import type { EdgeName } from '../explore-place.ts';
import type { GraphNode } from '../trpc.ts';
import type { DrawnPlaces } from './places.ts';
import type { Appearance, ColourName, Colours, Scene } from './scene.ts';
import { keyOf, type ShownGraph } from './shown-graph.ts';
import { labelOf } from './words.ts';

export interface Marks {
  readonly selected: string | null;
  readonly start: string;
  /** Nodes and edges of the path, by id and key. */
  readonly path: ReadonlySet<string>;
}

const LEAST_RADIUS = 3;
const MOST_RADIUS = 11;

export function sceneOf(graph: ShownGraph, places: DrawnPlaces): Scene {
  const isGrown = places.begin(graph);
  const numbers = numbersOf(graph);
  const nodes = [...graph.nodes.values()];
  const ends = new Uint32Array(2 * graph.edges.length);
  for (const [at, { from, to }] of graph.edges.entries()) {
    ends.set([numbers.get(from) ?? 0, numbers.get(to) ?? 0], 2 * at);
  }
  const begun = new Float32Array(2 * nodes.length);
  for (const [at, { node }] of nodes.entries()) {
    const { x, y } = places.of(node.id);
    begun.set([x, y], 2 * at);
  }
  return {
    labels: nodes.map(
      ({ node, edges, shown }) => `${labelOf(node)}${edges > shown ? ` +${edges - shown}` : ''}`,
    ),
    radii: nodes.map(({ edges }) => Math.min(MOST_RADIUS, LEAST_RADIUS + Math.sqrt(edges))),
    nodeColours: nodes.map(({ node }) => colourOfNode(node)),
    squares: nodes.map(({ node }) => node.type === 'artefact'),
    edgeColours: graph.edges.map(({ kind }) => colourOfEdge(kind)),
    ends,
    places: begun,
    isGrown,
  };
}

export function lookOf(graph: ShownGraph, { selected, start, path }: Marks, colours: Colours): Appearance {
  const numbers = numbersOf(graph);
  const listed = (ids: Iterable<string>) => [...ids].flatMap((id) => numbers.get(id) ?? []);
  const chosen = selected === null ? null : (numbers.get(selected) ?? null);
  const pathNodes = new Set(listed(path));
  const pathEdges = new Set(graph.edges.flatMap((edge, at) => (path.has(keyOf(edge)) ? [at] : [])));
  const marked = new Set([...listed([start]), ...pathNodes, ...(chosen === null ? [] : [chosen])]);
  return { colours, marked, selected: chosen, pathNodes, pathEdges };
}

function numbersOf({ nodes }: ShownGraph): ReadonlyMap<string, number> {
  return new Map([...nodes.keys()].map((id, at) => [id, at]));
}

export function colourOfNode(node: GraphNode): ColourName {
  if (node.type === 'artefact') return node.gone === null ? 'accent' : 'none';
  if (node.state === 'settled') return 'good';
  if (node.state === 'contested' || node.state === 'superseded') return 'warn';
  return node.state === 'disputed' ? 'bad' : 'none';
}

export function colourOfEdge(kind: EdgeName): ColourName {
  if (kind === 'disputes' || kind === 'contradicts') return 'bad';
  if (kind === 'supports') return 'good';
  return kind === 'supersedes' ? 'warn' : 'muted';
}

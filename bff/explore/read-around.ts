/** The edges of one node, step by step: the first step with the node itself. */
import { z } from 'zod';
import type { BffContext, Visitor } from '../bff-context.ts';
import { missingNode, scope, scopeVariables, withGraph } from './ask-graph.ts';
import { countEdges } from './count-edges.ts';
import {
  EDGE,
  edgeData,
  type GraphNode,
  graphEdge,
  NODE,
  nodeData,
  nodeRef,
  placedNode,
  STEP_EDGES,
} from './graph-parts.ts';

const START = `query Start($of: ID!, $corpus: String, $asOf: DateTime, $kinds: [EdgeKind!], $limit: Int) {
  neighbourhood(of: $of, corpus: $corpus, asOf: $asOf, kinds: $kinds, depth: 1, limitPerNode: $limit) {
    nodes { distance more cursor node { ${NODE} } } edges { ${EDGE} } } }`;
const NEXT = `query Next($of: ID!, $corpus: String, $asOf: DateTime, $kinds: [EdgeKind!], $first: Int, $after: String) {
  neighbours(of: $of, corpus: $corpus, asOf: $asOf, kinds: $kinds, first: $first, after: $after) {
    pageInfo { endCursor } more edges { node { ${EDGE} source { ${NODE} } target { ${NODE} } } } } }`;

export const startInput = scope.extend({ of: nodeRef });
export const stepInput = startInput.extend({
  /** Null: from the first edge. */
  after: z.string().min(1).max(4_096).nullable(),
});
export const stepOutput = z.object({
  /** The node itself where it was the start, and the other ends of the edges. */
  nodes: z.array(placedNode),
  edges: z.array(graphEdge),
  /** Where the next step begins; null: there is no next one. */
  next: z.string().nullable(),
});
export const startOutput = stepOutput.extend({ start: z.string() });
export type ExploreStep = z.infer<typeof stepOutput>;
export type Start = z.infer<typeof startOutput>;

const startData = z.object({
  neighbourhood: z
    .object({
      nodes: z.array(
        z.object({
          distance: z.int(),
          more: z.int(),
          cursor: z.string().nullable(),
          node: nodeData.nullable(),
        }),
      ),
      edges: z.array(edgeData),
    })
    .nullable(),
});
const ends = z.object({ source: nodeData.nullable(), target: nodeData.nullable() });
const stepData = z.object({
  neighbours: z
    .object({
      pageInfo: z.object({ endCursor: z.string().nullable() }),
      more: z.int(),
      edges: z.array(z.object({ node: z.intersection(edgeData, ends) })),
    })
    .nullable(),
});

/** @throws as `withGraph`, {BffRefusal} 404 where the view does not see the node */
export function readStart(
  bff: BffContext,
  visitor: Visitor,
  { of, ...given }: z.infer<typeof startInput>,
): Promise<Start> {
  const variables = { of, limit: STEP_EDGES, ...scopeVariables(given) };
  return withGraph(bff, visitor, 'view', async (ask) => {
    const { neighbourhood } = await ask({ query: START, variables, data: startData });
    const middle = neighbourhood?.nodes.find(({ distance }) => distance === 0);
    const start = middle?.node ?? null;
    if (neighbourhood === null || middle === undefined || start === null) throw missingNode();
    const nodes = neighbourhood.nodes.flatMap(({ node }) => node ?? []);
    return {
      start: start.id,
      nodes: await countEdges(ask, nodes, given),
      edges: neighbourhood.edges,
      next: middle.more === 0 ? null : middle.cursor,
    };
  });
}

/** @throws as `readStart` */
export function readStep(
  bff: BffContext,
  visitor: Visitor,
  { of, after, ...given }: z.infer<typeof stepInput>,
): Promise<ExploreStep> {
  const variables = { of, first: STEP_EDGES, after, ...scopeVariables(given) };
  return withGraph(bff, visitor, 'view', async (ask) => {
    const { neighbours } = await ask({ query: NEXT, variables, data: stepData });
    if (neighbours === null) throw missingNode();
    const found = neighbours.edges.map(({ node }) => node);
    const nodes = new Map<string, GraphNode>();
    for (const end of found.flatMap(({ source, target }) => [source, target]))
      if (end !== null) nodes.set(end.id, end);
    return {
      nodes: await countEdges(ask, [...nodes.values()], given),
      edges: found.map(({ kind, from, to, weight, seq }) => ({ kind, from, to, weight, seq })),
      next: neighbours.more === 0 ? null : neighbours.pageInfo.endCursor,
    };
  });
}

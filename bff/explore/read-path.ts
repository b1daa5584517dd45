/** How two nodes are connected. */
import { z } from 'zod';
import type { BffContext, Visitor } from '../bff-context.ts';
import { missingNode, scope, scopeVariables, withGraph } from './ask-graph.ts';
import { countEdges } from './count-edges.ts';
import { EDGE, edgeData, graphEdge, NODE, nodeData, nodeRef, placedNode } from './graph-parts.ts';

/** Steps of the longest path, the engine's own bound. */
const MOST_STEPS = 6;
const QUERY = `query Way($from: ID!, $to: ID!, $corpus: String, $asOf: DateTime, $kinds: [EdgeKind!], $most: Int) {
  path(from: $from, to: $to, corpus: $corpus, asOf: $asOf, kinds: $kinds, maxDepth: $most) {
    outcome isBounded visited nodes { ${NODE} } edges { ${EDGE} } } }`;

export const pathInput = scope.extend({ from: nodeRef, to: nodeRef });
export const pathOutput = z.object({
  /** `exhausted`: there is none. `depth`: none within six steps. `bounded`: none among the nodes that were looked at. */
  outcome: z.enum(['found', 'exhausted', 'depth', 'bounded']),
  /** Whether there may be a shorter one that was not seen. */
  is_bounded: z.boolean(),
  /** Nodes that were looked at. */
  visited: z.int(),
  /** From one end to the other; none where no path was found. */
  nodes: z.array(placedNode),
  edges: z.array(graphEdge),
});
export type Path = z.infer<typeof pathOutput>;

const data = z.object({
  path: z
    .object({
      outcome: z.string().toLowerCase().pipe(pathOutput.shape.outcome),
      isBounded: z.boolean(),
      visited: z.int(),
      nodes: z.array(nodeData.nullable()),
      edges: z.array(edgeData),
    })
    .nullable(),
});

/** A shortest one. @throws as `withGraph`, {BffRefusal} 404 where the view does not see one of the ends */
export function readPath(
  bff: BffContext,
  visitor: Visitor,
  { from, to, ...given }: z.infer<typeof pathInput>,
): Promise<Path> {
  const variables = { from, to, most: MOST_STEPS, ...scopeVariables(given) };
  return withGraph(bff, visitor, 'graphql', async (ask) => {
    const { path } = await ask({ query: QUERY, variables, data });
    if (path === null) throw missingNode();
    const { outcome, isBounded, visited, nodes, edges } = path;
    const seen = nodes.filter((node) => node !== null);
    return { outcome, is_bounded: isBounded, visited, nodes: await countEdges(ask, seen, given), edges };
  });
}

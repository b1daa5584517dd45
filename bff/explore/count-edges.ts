/** How many edges nodes have, so that each says what expanding it would bring. */
import { z } from 'zod';
import { type AskGraph, type Scope, scopeVariables } from './ask-graph.ts';
import type { GraphNode, PlacedNode } from './graph-parts.ts';

const PAGE = z.object({ more: z.int(), edges: z.array(z.object({ __typename: z.string() })) }).nullable();

/** One query for all of them. */
export async function countEdges(
  ask: AskGraph,
  nodes: readonly GraphNode[],
  given: Scope,
): Promise<PlacedNode[]> {
  if (nodes.length === 0) return [];
  const { asOf, kinds } = scopeVariables(given);
  const named = nodes.map(({ id, corpus }, at) => [`n${at}`, id, `c${at}`, corpus] as const);
  const counts = await ask({
    query: queryOf(named.map(([of, , corpus]) => [of, corpus])),
    variables: {
      asOf,
      kinds,
      ...Object.fromEntries(
        named.flatMap(([of, id, c, corpus]) => [
          [of, id],
          [c, corpus],
        ]),
      ),
    },
    data: z.record(z.string(), PAGE),
  });
  return nodes.map((node, at) => {
    const page = counts[`n${at}`] ?? null;
    return { node, edges: page === null ? 0 : page.more + page.edges.length };
  });
}

function queryOf(named: readonly (readonly [of: string, corpus: string])[]): string {
  const variables = named.map(([of, corpus]) => `$${of}: ID!, $${corpus}: String`);
  const counts = named.map(
    ([of, corpus]) =>
      `${of}: neighbours(of: $${of}, corpus: $${corpus}, asOf: $asOf, kinds: $kinds, first: 1) { more edges { __typename } }`,
  );
  return `query Counts($asOf: DateTime, $kinds: [EdgeKind!], ${variables.join(', ')}) { ${counts.join(' ')} }`;
}

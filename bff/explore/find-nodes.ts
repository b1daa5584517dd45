/** Where exploring can begin: what full text finds, or the newest claims of a corpus. */
import { z } from 'zod';
import { MAX_QUESTION_LENGTH } from '../../gateway/wire/answers.ts';
import type { BffContext, Visitor } from '../bff-context.ts';
import { connection } from '../views/statements.ts';
import { scope, scopeVariables, withGraph } from './ask-graph.ts';
import { ARTEFACT, CLAIM, type GraphNode, graphNode, nodeData } from './graph-parts.ts';

const SECTIONS = 10;
const CLAIMS_OF_SECTION = 3;
const NEWEST = 20;

const FOUND = `query Found($q: String!, $corpus: String, $asOf: DateTime, $sections: Int, $claims: Int) {
  search(q: $q, corpus: $corpus, asOf: $asOf, first: $sections) {
    artefact { ${ARTEFACT} } section { claims(first: $claims) { edges { node { ${CLAIM} } } } } } }`;
const NEW = `query New($corpus: String, $asOf: DateTime, $first: Int) {
  claims(corpus: $corpus, asOf: $asOf, first: $first, orderBy: { by: EFFECTIVE_AT, direction: DESC }) {
    edges { node { ${CLAIM} } } } }`;

export const findInput = scope.omit({ kinds: true }).extend({
  /** Absent: the newest claims. */
  q: z.string().min(1).max(MAX_QUESTION_LENGTH).optional(),
});
/** Each once, the best or the newest first. */
export const findOutput = z.array(graphNode);

const foundData = z.object({
  search: z.array(
    z.object({
      artefact: nodeData.nullable(),
      section: z.object({ claims: connection(nodeData) }).nullable(),
    }),
  ),
});
const newData = z.object({ claims: connection(nodeData) });

/** @throws as `withGraph` */
export function findNodes(
  bff: BffContext,
  visitor: Visitor,
  { q, ...given }: z.infer<typeof findInput>,
): Promise<GraphNode[]> {
  const { corpus, asOf } = scopeVariables(given);
  return withGraph(bff, visitor, 'graphql', async (ask) => {
    if (q === undefined) {
      const { claims } = await ask({ query: NEW, variables: { corpus, asOf, first: NEWEST }, data: newData });
      return claims;
    }
    const variables = { q, corpus, asOf, sections: SECTIONS, claims: CLAIMS_OF_SECTION };
    const { search } = await ask({ query: FOUND, variables, data: foundData });
    const found = search.flatMap(({ artefact, section }) => [
      ...(section?.claims ?? []),
      ...(artefact === null ? [] : [artefact]),
    ]);
    return [...new Map(found.map((node) => [node.id, node])).values()];
  });
}

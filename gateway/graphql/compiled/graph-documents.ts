/** Documents that ask for nothing but the claim graph: what they get is decided by the log, and by who asks. */
import {
  BREAK,
  type DocumentNode,
  type GraphQLSchema,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** Types of which each field is a function of the log; what a clock, a signature or the bytes of a file decides is in none. */
export const GRAPH_TYPES: ReadonlySet<string> = new Set([
  'Actor',
  'ActorCounts',
  'Artefact',
  'ArtefactAggregate',
  'Belief',
  'BeliefExplanation',
  'BeliefFlip',
  'ChainLink',
  'ChainMember',
  'Claim',
  'ClaimAggregate',
  'ClaimChain',
  'ClaimChainCounts',
  'Cluster',
  'Entity',
  'EntityCounts',
  'EvidenceEvent',
  'EvidenceItem',
  'ExplainedEvent',
  'ExplainedItem',
  'GraphEdge',
  'GroupCount',
  'Neighbourhood',
  'NeighbourhoodNode',
  'Occurrence',
  'Opposition',
  'OppositionCounts',
  'PageInfo',
  'Path',
  'Publisher',
  'PublisherCounts',
  'Redaction',
  'Section',
  'Span',
  'Statement',
  'StatementAttribute',
  'StatementSubject',
  'StatementValue',
  'SupersessionChain',
  'Withdrawal',
]);

/** Of `Query`. */
export const GRAPH_FIELDS: ReadonlySet<string> = new Set([
  'actor',
  'actors',
  'artefact',
  'artefacts',
  'claim',
  'claims',
  'cluster',
  'clusters',
  'entities',
  'entity',
  'ledger',
  'neighbourhood',
  'neighbours',
  'oppositions',
  'path',
  'publisher',
  'publishers',
  'section',
  'supersessionChain',
  'supersessionChains',
]);

/** Connections are of what they hold, but for a link to it, which is signed and ends with a key. */
const CONNECTION = /(?:Connection|Edge)$/;
const SIGNED = 'export';

/** @param document valid; each of its operations counts */
export function asksOnlyForGraph(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let isGraph = true;
  const refuse = () => {
    isGraph = false;
    return BREAK;
  };
  const isRead = (name: string): boolean => {
    const parent = types.getParentType();
    if (name === '__typename') return true;
    if (parent === schema.getQueryType()) return GRAPH_FIELDS.has(name);
    if (!isObjectType(parent)) return false;
    return GRAPH_TYPES.has(parent.name) || (CONNECTION.test(parent.name) && name !== SIGNED);
  };
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: ({ name }) => (isRead(name.value) ? undefined : refuse()),
    }),
  );
  return isGraph;
}

import { isClaimAddr } from '../../../graph/address.ts';
import type { EdgeKind, GraphEdge, GraphNodeId } from '../../../graph/edges.ts';
import { builder } from '../builder.ts';
import { carriedArg, carriedComplexity, firstOf } from '../carried-list.ts';
import { claimKey, datedKey } from '../claim-key.ts';
import { isArtefactId } from '../ids.ts';
import { ArtefactType, ClaimType } from '../loaders.ts';
import { OccurrenceNode } from '../nodes/occurrence-node.ts';
import { OccurrenceType } from './occurrence.ts';

/** One for each of `EDGE_KINDS`. */
const KINDS: Readonly<Record<EdgeKind, { readonly value: EdgeKind; readonly description: string }>> = {
  states: { value: 'states', description: 'An artefact states a claim.' },
  supports: { value: 'supports', description: 'Evidence for a claim names an artefact.' },
  disputes: { value: 'disputes', description: 'Evidence against a claim names an artefact.' },
  supersedes: { value: 'supersedes', description: 'A claim was proposed as the successor of another.' },
  contradicts: { value: 'contradicts', description: 'Two claims cannot both hold.' },
  same_cluster: { value: 'same_cluster', description: 'Two claims say the same.' },
  mirrors: { value: 'mirrors', description: 'An artefact repeats the text of another.' },
};

export const EdgeKindType = builder.enumType('EdgeKind', {
  description: 'How two nodes of the graph are connected.',
  values: KINDS,
});

/** An edge of a graph that is seen at a time. */
export interface SeenEdge {
  readonly edge: GraphEdge;
  readonly asOf: string | null;
}

export const GraphEdgeType = builder.objectRef<SeenEdge>('GraphEdge').implement({
  description:
    'From the one that says or does to the one of which it is said; where neither does, from the lower address.',
  fields: (t) => ({
    kind: t.field({
      type: EdgeKindType,
      description: 'How the two are connected.',
      resolve: ({ edge }) => edge.kind,
    }),
    from: t.id({ description: 'A claim’s address or an artefact’s id.', resolve: ({ edge }) => edge.from }),
    to: t.id({ description: 'A claim’s address or an artefact’s id.', resolve: ({ edge }) => edge.to }),
    logSeq: t.int({
      description: 'Position of the first thing that it rests on.',
      resolve: ({ edge }) => edge.seq,
    }),
    weight: t.int({
      description: 'Places or ledger entries that it rests on.',
      resolve: ({ edge }) => edge.weight,
    }),
    occurrences: t.field({
      type: [OccurrenceType],
      description: 'Of states, the places where the artefact states the claim, oldest first; of others none.',
      args: carriedArg(),
      complexity: carriedComplexity,
      resolve: async ({ edge, asOf }, args, context) => {
        const { kind, from, to } = edge;
        if (kind !== 'states' || !isClaimAddr(to)) return firstOf([], args);
        const claim = await ClaimType.getDataloader(context).load(claimKey(to, asOf));
        const places = claim?.view.occurrences.filter(({ artefact }) => artefact === from) ?? [];
        return firstOf(places, args).map((place) => new OccurrenceNode(place, asOf));
      },
    }),
    fromClaim: t.field({
      type: ClaimType,
      nullable: true,
      description: 'Null where it begins at an artefact.',
      resolve: ({ edge, asOf }) => claimOf(edge.from, asOf),
    }),
    fromArtefact: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'Null where it begins at a claim.',
      resolve: ({ edge, asOf }) => artefactOf(edge.from, asOf),
    }),
    toClaim: t.field({
      type: ClaimType,
      nullable: true,
      description: 'Null where it ends at an artefact.',
      resolve: ({ edge, asOf }) => claimOf(edge.to, asOf),
    }),
    toArtefact: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'Null where it ends at a claim.',
      resolve: ({ edge, asOf }) => artefactOf(edge.to, asOf),
    }),
  }),
});

/** Null for an artefact. */
export function claimOf(node: GraphNodeId, asOf: string | null) {
  return isClaimAddr(node) ? datedKey(node, asOf) : null;
}

/** Null for a claim. */
export function artefactOf(node: GraphNodeId, asOf: string | null) {
  return isArtefactId(node) ? datedKey(node, asOf) : null;
}

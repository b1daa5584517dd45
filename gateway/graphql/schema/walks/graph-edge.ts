import type { EdgeKind } from '../../../../graph/store/edges.ts';
import { builder } from '../../builder/builder.ts';
import { datedKey } from '../../builder/dated-key.ts';
import { type EnumValues, inCapitals } from '../../builder/enum-values.ts';
import { encodeGlobalId } from '../../builder/global-id.ts';
import { carriedArg, carriedComplexity, carriedSize } from '../../lists/carried-list.ts';
import { OccurrenceType } from '../claims/occurrence.ts';
import { OccurrenceNode } from '../claims/occurrence-node.ts';
import { EvidenceEventType } from '../ledger/evidence-event.ts';
import { evidenceOf, placesOf, type SeenEdge } from './edge-evidence.ts';
import { GraphNodeType, nodeKey } from './graph-node.ts';

/** One for each of `EDGE_KINDS`. */
const KINDS: EnumValues<EdgeKind> = {
  states: { description: 'An artefact states a claim.' },
  supports: { description: 'Evidence for a claim names an artefact.' },
  disputes: { description: 'Evidence against a claim names an artefact.' },
  supersedes: { description: 'A claim was proposed as the successor of another.' },
  contradicts: { description: 'Two claims cannot both hold.' },
  same_cluster: { description: 'Two claims say the same.' },
  mirrors: { description: 'An artefact repeats the text of another.' },
};

export const EdgeKindType = builder.enumType('EdgeKind', {
  description: 'How two nodes of the graph are connected.',
  values: inCapitals(KINDS),
});

type Stance = 'supports' | 'disputes' | 'supersedes';

const STANCES: EnumValues<Stance> = {
  supports: { description: 'It says the same, or is named as evidence for it.' },
  disputes: { description: 'It says what cannot hold beside it, or is named as evidence against it.' },
  supersedes: { description: 'It was proposed in its place.' },
};

export const StanceType = builder.enumType('Stance', {
  description: 'How one end of an edge stands to the other.',
  values: inCapitals(STANCES),
});

const STANCE_OF: Readonly<Record<EdgeKind, Stance | null>> = {
  states: 'supports',
  supports: 'supports',
  disputes: 'disputes',
  supersedes: 'supersedes',
  contradicts: 'disputes',
  same_cluster: 'supports',
  mirrors: null,
};

export const GraphEdgeType = builder.objectRef<SeenEdge>('GraphEdge').implement({
  description:
    'From the one that says or does to the one of which it is said; where neither does, from the lower address.',
  fields: (t) => ({
    id: t.id({
      description:
        'Opaque: the same wherever this edge is shown as of the same time. `node` does not take it: an edge is found from its ends.',
      resolve: ({ edge: { kind, from, to }, asOf }) =>
        encodeGlobalId('GraphEdge', datedKey(`${kind} ${from} ${to}`, asOf)),
    }),
    kind: t.field({
      type: EdgeKindType,
      description: 'How the two are connected.',
      resolve: ({ edge }) => edge.kind,
    }),
    sourceId: t.id({
      description: 'Where it begins: a claim’s address or an artefact’s id.',
      resolve: ({ edge }) => edge.from,
    }),
    targetId: t.id({
      description: 'Where it ends: a claim’s address or an artefact’s id.',
      resolve: ({ edge }) => edge.to,
    }),
    source: t.field({
      type: GraphNodeType,
      nullable: true,
      description: 'Where it begins.',
      resolve: ({ edge, asOf }) => nodeKey(edge.from, asOf),
    }),
    target: t.field({
      type: GraphNodeType,
      nullable: true,
      description: 'Where it ends.',
      resolve: ({ edge, asOf }) => nodeKey(edge.to, asOf),
    }),
    logSeq: t.field({
      type: 'LogPosition',
      description: 'Position of the first thing that it rests on.',
      resolve: ({ edge }) => edge.seq,
    }),
    weight: t.int({
      description: 'Places or ledger entries that it rests on.',
      resolve: ({ edge }) => edge.weight,
    }),
    stance: t.field({
      type: StanceType,
      nullable: true,
      description: 'How its beginning stands to its end; null for mirrors, which repeat a text.',
      resolve: ({ edge }) => STANCE_OF[edge.kind],
    }),
    occurrences: t.field({
      type: [OccurrenceType],
      description:
        'Where it is said, oldest first. Of states, where the artefact states the claim; of supports, also where it states another of its cluster; of disputes, where it states what contradicts the claim; of supersedes, where the successor is stated; of contradicts and same_cluster, where either is; of mirrors none. None in artefacts that were redacted.',
      args: carriedArg(),
      complexity: carriedComplexity,
      resolve: async (seen, args, context) => {
        const size = carriedSize(args);
        const places = size === 0 ? [] : await placesOf(seen, context);
        return places.slice(0, size).map((place) => new OccurrenceNode(place, seen.asOf));
      },
    }),
    events: t.field({
      type: [EvidenceEventType],
      nullable: { list: true, items: true },
      access: { capability: 'svc.evidence' },
      description:
        'Ledger entries that made it, in the order of the log: of supports, disputes and supersedes all that it rests on; of others none. A token needs svc.evidence. Null only beside an error.',
      args: carriedArg(),
      complexity: carriedComplexity,
      resolve: async (seen, args, context) => {
        const size = carriedSize(args);
        const entries = size === 0 ? [] : await evidenceOf(seen, size, context);
        return entries.map((entry) => ({ entry, asOf: seen.asOf }));
      },
    }),
  }),
});

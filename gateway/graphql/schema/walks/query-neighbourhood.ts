import {
  MAX_DEPTH,
  MAX_EDGES,
  MAX_NODES,
  MAX_PER_NODE,
  type Neighbourhood,
  type NeighbourhoodNode,
} from '../../../../engine/explore/neighbourhood.ts';
import type { CorpusView } from '../../../../engine/view.ts';
import type { EdgeKind } from '../../../../graph/store/edges.ts';
import { builder } from '../../builder/builder.ts';
import { upTo } from '../../builder/page-size.ts';
import type { NeighbourhoodExport } from '../../export/export-link.ts';
import { refusalError } from '../../refusal-error.ts';
import { EdgeKindType, GraphEdgeType } from './graph-edge.ts';
import { GraphNodeType, nodeKey } from './graph-node.ts';
import { neighbourCursor } from './neighbour-cursor.ts';
import { readGraph } from './seen-graph.ts';

const DEFAULT_PER_NODE = 10;

/** What was found in a view, over edges of these kinds. */
interface Seen {
  readonly view: CorpusView;
  readonly kinds: readonly EdgeKind[];
}

interface SeenNode extends Seen {
  readonly node: NeighbourhoodNode;
}

interface SeenNeighbourhood extends Seen {
  readonly found: Neighbourhood;
  readonly exported: (observedUpTo: number) => Promise<NeighbourhoodExport>;
}

const NodeType = builder.objectRef<SeenNode>('NeighbourhoodNode').implement({
  description: 'A node where it stands in the neighbourhood that was asked for.',
  fields: (t) => ({
    nodeId: t.id({
      description: 'The claim’s address or the artefact’s id.',
      resolve: ({ node }) => node.id,
    }),
    node: t.field({
      type: GraphNodeType,
      nullable: true,
      description: 'The claim or the artefact.',
      resolve: ({ node, view }) => nodeKey(node.id, view.asOf),
    }),
    distance: t.int({ description: 'Steps from the middle.', resolve: ({ node }) => node.distance }),
    more: t.int({
      description:
        'Its edges behind the cursor, as many as neighbours gives from there: all that are not shown, and those that are repeated.',
      resolve: ({ node }) => node.more,
    }),
    repeated: t.int({
      description:
        'How many of `more` are shown already, because they were reached from their other end: without them it is how many are not.',
      resolve: ({ node }) => node.repeated,
    }),
    cursor: t.string({
      nullable: true,
      description:
        'For neighbours of the same kinds and time to go on: whatever is not shown is behind it; null: from the beginning.',
      resolve: ({ node: { id, last }, view, kinds }) =>
        last === null ? null : neighbourCursor(view, { of: id, kinds }, last),
    }),
  }),
});

export const NeighbourhoodType = builder.objectRef<SeenNeighbourhood>('Neighbourhood').implement({
  description: 'What is around some nodes, and the edges between.',
  fields: (t) => ({
    nodes: t.field({
      type: [NodeType],
      description: 'The nearest first, then by id.',
      // The field's own multiplier counts how many there are.
      complexity: upTo(1),
      resolve: ({ found, exported: _, ...seen }) => found.nodes.map((node) => ({ node, ...seen })),
    }),
    edges: t.field({
      type: [GraphEdgeType],
      description: 'Between these nodes, each once.',
      complexity: upTo(1),
      resolve: ({ found, view }) => found.edges.map((edge) => ({ edge, view: view.view, asOf: view.asOf })),
    }),
    isBounded: t.boolean({
      description: `Whether ${MAX_NODES} nodes or ${MAX_EDGES} edges were reached, so that some within the limits are missing.`,
      resolve: ({ found }) => found.isBounded,
    }),
  }),
});

builder.queryField('neighbourhood', (t) =>
  t.field({
    type: NeighbourhoodType,
    nullable: true,
    description: 'What is around a claim or an artefact. Null where there is no such node in sight.',
    args: {
      of: t.arg.id({ required: true, description: 'A claim’s address or bare id, or an artefact’s id.' }),
      depth: t.arg.int({ defaultValue: 1, description: `Steps, 1 to ${MAX_DEPTH}.` }),
      limitPerNode: t.arg.int({
        defaultValue: DEFAULT_PER_NODE,
        description: `Edges of a node that are followed, 1 to ${MAX_PER_NODE}.`,
      }),
      kinds: t.arg({ type: [EdgeKindType], description: 'By default all.' }),
      corpus: t.arg.string({ description: 'Where a bare id is looked for; by default the first corpus.' }),
      asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
    },
    complexity: ({ depth, limitPerNode }) => {
      const nodes =
        Math.max(limitPerNode ?? DEFAULT_PER_NODE, 1) ** Math.min(Math.max(depth ?? 1, 1), MAX_DEPTH);
      return { field: 10, multiplier: Math.min(nodes + 1, MAX_EDGES) };
    },
    resolve: async (_, { of, depth, limitPerNode, ...args }, context) => {
      const steps = within('depth', depth ?? 1, MAX_DEPTH);
      const limit = within('limitPerNode', limitPerNode ?? DEFAULT_PER_NODE, MAX_PER_NODE);
      const graph = await readGraph([of], args, context);
      const [middle] = graph?.nodes ?? [];
      if (graph === null || middle === undefined) return null;
      const { reach, view } = graph;
      const request = { ...reach, of: middle, depth: steps, limitPerNode: limit };
      const found = await context.engine.explore.neighbourhood(request);
      const exported = async (observedUpTo: number): Promise<NeighbourhoodExport> => ({
        ...{ kind: 'neighbourhood', corpus: view.corpus, ...reach, of: middle },
        ...{ depth: steps, limitPerNode: limit, view: { ...view.view, observedUpTo } },
      });
      return found && { found, view, kinds: reach.kinds, exported };
    },
  }),
);

function within(name: string, value: number, max: number): number {
  if (value >= 1 && value <= max) return value;
  throw refusalError({ reason: 'invalid:query', message: `${name} is 1 to ${max}` });
}

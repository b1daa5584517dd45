import { type FoundPath, MAX_FANOUT, MAX_PATH, MAX_VISITED } from '../../../../engine/explore/find-path.ts';
import { EDGE_KINDS } from '../../../../graph/store/edges.ts';
import type { View } from '../../../../graph/store/rows.ts';
import { builder } from '../../builder/builder.ts';
import { type EnumValues, inCapitals } from '../../builder/enum-values.ts';
import { upTo } from '../../builder/page-size.ts';
import { refusalError } from '../../refusal-error.ts';
import { EdgeKindType, GraphEdgeType } from './graph-edge.ts';
import { GraphNodeType, nodeKey } from './graph-node.ts';
import { readGraph } from './seen-graph.ts';

const DEFAULT_DEPTH = 4;

interface SeenPath {
  readonly found: FoundPath;
  readonly view: View;
  readonly asOf: string | null;
}

const OUTCOMES: EnumValues<FoundPath['outcome']> = {
  found: { description: 'There is one.' },
  exhausted: { description: 'Nothing more is reached: there is none, of any length.' },
  depth: { description: 'None with so many steps; there may be a longer one.' },
  bounded: {
    description: `None among the ${MAX_VISITED} nodes that are looked at, with ${MAX_FANOUT} edges of each kind.`,
  },
};

const PathType = builder.objectRef<SeenPath>('Path').implement({
  description: 'A shortest way from one node to another; of several the one whose addresses come first.',
  fields: (t) => ({
    outcome: t.field({
      type: builder.enumType('PathOutcome', {
        description: 'Whether a way was found, and if not, whether there is none.',
        values: inCapitals(OUTCOMES),
      }),
      description: 'Whether it was found.',
      resolve: ({ found }) => found.outcome,
    }),
    nodes: t.field({
      type: [GraphNodeType],
      nullable: { list: false, items: true },
      description: 'From one end to the other; none where no path was found.',
      complexity: upTo(MAX_PATH + 1),
      resolve: ({ found, asOf }) => found.nodes.map((id) => nodeKey(id, asOf)),
    }),
    edges: t.field({
      type: [GraphEdgeType],
      description: 'Every edge between two nodes that follow each other.',
      complexity: upTo(MAX_PATH * EDGE_KINDS.length),
      resolve: ({ found, ...seen }) => found.edges.map((edge) => ({ edge, ...seen })),
    }),
    isBounded: t.boolean({
      description: 'Whether a bound was reached: then there may be a shorter path.',
      resolve: ({ found }) => found.isBounded,
    }),
    visited: t.int({ description: 'Nodes that were looked at.', resolve: ({ found }) => found.visited }),
  }),
});

builder.queryField('path', (t) =>
  t.field({
    type: PathType,
    nullable: true,
    description:
      'How two claims (or artefacts) hang together, over shared artefacts, contradictions, clusters and proposals. Null where one of them is not in sight.',
    args: {
      from: t.arg.id({
        required: true,
        description: 'A claim’s address or bare id, or an artefact’s id.',
      }),
      to: t.arg.id({ required: true, description: 'As from.' }),
      maxDepth: t.arg.int({ defaultValue: DEFAULT_DEPTH, description: `Steps, 1 to ${MAX_PATH}.` }),
      kinds: t.arg({ type: [EdgeKindType], description: 'By default all.' }),
      corpus: t.arg.string({ description: 'Where bare ids are looked for; by default the first corpus.' }),
      asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
    },
    // At least: what it looks at counts once it has run.
    complexity: { field: 100, multiplier: 1 },
    resolve: async (_, { from, to, maxDepth, ...args }, context) => {
      const steps = maxDepth ?? DEFAULT_DEPTH;
      if (steps < 1 || steps > MAX_PATH) {
        throw refusalError({ reason: 'invalid:query', message: `maxDepth is 1 to ${MAX_PATH}` });
      }
      const graph = await readGraph([from, to], args, context);
      const [start, end] = graph?.nodes ?? [];
      if (graph === null || start === undefined || end === undefined) return null;
      const request = { ...graph.reach, from: start, to: end, maxDepth: steps };
      const found = await context.engine.explore.path(request);
      return found && { found, view: graph.view.view, asOf: graph.view.asOf };
    },
  }),
);

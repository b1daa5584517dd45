import { placeAt } from '../../../../engine/explore/neighbourhood.ts';
import { builder } from '../../builder/builder.ts';
import { checkSizes, PAGE_SIZE, pageComplexity } from '../../builder/page-size.ts';
import { connectionType, exactly } from '../../lists/connections.ts';
import { refusalError } from '../../refusal-error.ts';
import { EdgeKindType, GraphEdgeType } from './graph-edge.ts';
import { neighbourCursor, readNeighbourCursor } from './neighbour-cursor.ts';
import { readGraph } from './seen-graph.ts';

const GraphEdgeConnectionType = connectionType(GraphEdgeType, 'GraphEdge');

builder.objectField(GraphEdgeConnectionType, 'more', (t) =>
  t.int({
    description: 'Edges behind this page.',
    resolve: (connection) => (connection as unknown as { readonly more: number }).more,
  }),
);

builder.queryField('neighbours', (t) =>
  t.connection(
    {
      type: GraphEdgeType,
      nullable: true,
      description:
        'The edges of one node, by kind, then by their other end; forwards only. Pages are of one state, as those of claims. Null where there is no such node in sight.',
      args: {
        of: t.arg.id({
          required: true,
          description: 'A claim’s address or bare id, or an artefact’s id.',
        }),
        kinds: t.arg({ type: [EdgeKindType], description: 'By default all.' }),
        corpus: t.arg.string({ description: 'Where a bare id is looked for; by default the first corpus.' }),
        asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
      },
      complexity: pageComplexity,
      resolve: async (_, { of, first, last, after, before, ...args }, context) => {
        if (last != null || before != null) throw refused('neighbours are read forwards: first and after');
        checkSizes({ first });
        const graph = await readGraph([of], args, context);
        const [node] = graph?.nodes ?? [];
        if (graph === null || node === undefined) return null;
        const list = { of: node, kinds: graph.reach.kinds };
        const behind = after == null ? null : readNeighbourCursor(after, graph.view, list);
        const view = { ...graph.view, view: behind?.view ?? graph.view.view };
        const limit = first ?? PAGE_SIZE.defaultSize;
        const request = { ...graph.reach, view: view.view, of: node, after: behind?.place ?? null, limit };
        const found = await context.engine.explore.neighbours(request);
        if (found === null) return null;
        const edges = found.edges.map((edge) => ({
          cursor: neighbourCursor(view, list, placeAt(node, edge)),
          node: { edge, view: view.view, asOf: view.asOf },
        }));
        return {
          edges,
          more: found.more,
          ...(behind === null && { total: () => exactly(edges.length + found.more) }),
          pageInfo: {
            startCursor: edges.at(0)?.cursor ?? null,
            endCursor: edges.at(-1)?.cursor ?? null,
            hasNextPage: found.more > 0,
            hasPreviousPage: behind !== null,
          },
        };
      },
    },
    GraphEdgeConnectionType,
  ),
);

function refused(message: string) {
  return refusalError({ reason: 'invalid:query', message });
}

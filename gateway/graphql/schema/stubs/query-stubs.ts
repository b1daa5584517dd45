import { builder } from '../../builder/builder.ts';
import { datedKey } from '../../builder/dated-key.ts';
import { pageComplexity } from '../../builder/page-size.ts';
import { searchedConnection } from '../../lists/seq-connection.ts';
import { refusalError } from '../../refusal-error.ts';
import { checkCorpus } from '../../session/session.ts';
import { reachesItem, reachName } from '../../session/token-scope.ts';
import { resolveView } from '../../views/view.ts';
import { StubConnectionType, StubType, stubName } from './stub-ref.ts';

builder.queryField('coverageGaps', (t) =>
  t.connection(
    {
      type: StubType,
      nullable: true,
      access: { capability: 'wiki.search' },
      description:
        'Coverage gaps of a corpus that were closed, in the order of their closing, forwards only; open ones are stored nowhere, see `coverageGapOf`. A page may be short, or empty, although more follow: go on from its endCursor while hasNextPage. Null only beside an error.',
      complexity: pageComplexity,
      args: {
        corpus: t.arg.string({ description: 'By default the first corpus.' }),
        asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
      },
      resolve: async (_, { corpus, asOf, ...args }, { engine, session }) => {
        if (args.last != null || args.before != null) {
          throw refusalError({
            reason: 'invalid:query',
            message: 'coverageGaps are read forwards: first and after',
          });
        }
        const view = await resolveView(engine, corpus ?? null, asOf ?? null);
        checkCorpus(session, view.corpus);
        const { corpus: name, asOf: until } = view;
        const reach = reachName(session);
        const list = { field: 'coverageGaps', arguments: { corpus: name, asOf: until, reach } };
        const admits = (target: string) => reachesItem(session, target);
        const { edges, pageInfo } = await searchedConnection(args, list, false, ({ after, limit }) =>
          engine.closedStubs({ corpus: view.corpus, until: view.asOf, after, limit, admits }),
        );
        return {
          edges: edges.map(({ cursor, node: { closure } }) => ({
            cursor,
            node: datedKey(stubName(view.corpus, closure.stub_id), view.asOf),
          })),
          pageInfo,
        };
      },
    },
    StubConnectionType,
  ),
);

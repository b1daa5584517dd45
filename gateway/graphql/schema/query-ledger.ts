import { EVIDENCE_KINDS } from '../../../graph/evidence.ts';
import { builder } from '../builder.ts';
import { kindsName, readKinds } from '../filter-values.ts';
import { pageComplexity } from '../page.ts';
import { reachesItem, reachName } from '../reach.ts';
import { searchedConnection } from '../seq-connection.ts';
import { checkCorpus } from '../session.ts';
import { resolveView } from '../view.ts';
import { EvidenceEventConnectionType, EvidenceEventType, EvidenceKindType } from './evidence-event.ts';

builder.queryField('ledger', (t) =>
  t.connection(
    {
      type: EvidenceEventType,
      access: { capability: 'svc.evidence' },
      nullable: true,
      description:
        'Evidence on all claims of a corpus, in the order of the log. A page may be short, or empty, although more follow: go on from its endCursor while hasNextPage. A token needs svc.evidence. Null only beside an error.',
      complexity: pageComplexity,
      args: {
        corpus: t.arg.string({ description: 'By default the first corpus.' }),
        kinds: t.arg({ type: [EvidenceKindType], description: 'By default all.' }),
        asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
      },
      resolve: async (_, { corpus: named, asOf: time, kinds: given, ...args }, { engine, session }) => {
        const { corpus, asOf, view } = await resolveView(engine, named ?? null, time ?? null);
        checkCorpus(session, corpus);
        const kinds = readKinds(given);
        const name = { corpus, asOf, kinds: kindsName(kinds), reach: reachName(session) };
        const found = await searchedConnection(args, { field: 'ledger', arguments: name }, false, (page) =>
          engine.explore.evidence({
            ...page,
            corpus,
            view,
            kinds: kinds ?? EVIDENCE_KINDS,
            admits: (claim) => reachesItem(session, claim),
          }),
        );
        return {
          pageInfo: found.pageInfo,
          edges: found.edges.map(({ cursor, node }) => ({ cursor, node: { entry: node.entry, asOf } })),
        };
      },
    },
    EvidenceEventConnectionType,
  ),
);

import { EVIDENCE_KINDS, type LedgerEntry } from '../../../graph/evidence.ts';
import { builder } from '../builder.ts';
import { kindsName, readKinds } from '../filter-values.ts';
import { common, FROM_LEARNED, spanOf, TO_LEARNED } from '../log-span.ts';
import { pageComplexity } from '../page.ts';
import { reachesItem, reachName } from '../reach.ts';
import { searchedConnection } from '../seq-connection.ts';
import { checkCorpus } from '../session.ts';
import { resolveView } from '../view.ts';
import { EvidenceEventConnectionType, EvidenceEventType, EvidenceKindType } from './evidence-event.ts';

/** Up to 2,000 entries are looked at for a page: it is worth so many fields. */
const SEARCHED = 250;

builder.queryField('ledger', (t) =>
  t.connection(
    {
      type: EvidenceEventType,
      access: { capability: 'svc.evidence' },
      nullable: true,
      description:
        'Evidence on all claims of a corpus, in the order of the log. A page may be short, or empty, although more follow: go on from its endCursor while hasNextPage. A token needs svc.evidence. Null only beside an error.',
      complexity: ({ actor, publisher, ...page }) => {
        const isSearched = (actor ?? publisher ?? null) !== null;
        return isSearched ? { ...pageComplexity(page), field: SEARCHED } : pageComplexity(page);
      },
      args: {
        corpus: t.arg.string({ description: 'By default the first corpus.' }),
        kinds: t.arg({ type: [EvidenceKindType], description: 'By default all.' }),
        from: t.arg({ type: 'DateTime', description: FROM_LEARNED }),
        to: t.arg({ type: 'DateTime', description: TO_LEARNED }),
        actor: t.arg.id({ description: 'Root of the writer, as `EvidenceEvent.actorRoot` has it.' }),
        publisher: t.arg.string({ description: 'Registrable domain of a ground of the entry.' }),
        asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
      },
      resolve: async (_, { corpus: named, asOf: time, kinds: given, ...wanted }, context) => {
        const { engine, session } = context;
        const { from, to, actor, publisher, ...args } = wanted;
        const { corpus, asOf, view } = await resolveView(engine, named ?? null, time ?? null);
        checkCorpus(session, corpus);
        const kinds = readKinds(given);
        const span = await spanOf({ from, to }, context);
        const place = { corpus, asOf, after: String(span.after), before: String(span.before) };
        const by = { actor: actor ?? null, publisher: publisher ?? null };
        const name = { ...place, ...by, kinds: kindsName(kinds), reach: reachName(session) };
        const found = await searchedConnection(args, { field: 'ledger', arguments: name }, false, (page) =>
          engine.explore.evidence({
            ...page,
            ...common(page, span),
            corpus,
            view,
            kinds: kinds ?? EVIDENCE_KINDS,
            admits: (entry) => isBy(entry, by) && reachesItem(session, entry.claim),
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

interface By {
  readonly actor: string | null;
  readonly publisher: string | null;
}

function isBy({ actor_root, evidence }: LedgerEntry, { actor, publisher }: By): boolean {
  if (actor !== null && actor_root !== actor) return false;
  return publisher === null || evidence.some(({ domain }) => domain === publisher);
}

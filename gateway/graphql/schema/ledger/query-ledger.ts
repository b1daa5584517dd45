import {
  ANY_EVIDENCE,
  type EvidenceFilter,
  MAX_ACTORS_SOUGHT,
} from '../../../../engine/explore/list-evidence.ts';
import type { EvidenceKind } from '../../../../graph/evidence.ts';
import { builder } from '../../builder/builder.ts';
import { searchedComplexity } from '../../builder/page-size.ts';
import { digestOf } from '../../digest.ts';
import type { LedgerExport } from '../../export/export-link.ts';
import {
  AND_WORDS,
  FILTER_WORDS,
  type GivenJoin,
  NOT_WORDS,
  OR_WORDS,
  readJoined,
  readNames,
  readValues,
} from '../../filters/filter-join.ts';
import {
  LogRangeType,
  NumberRangeType,
  readNumberRange,
  readTimeRange,
  TimeRangeType,
} from '../../filters/ranges.ts';
import { searchedConnection } from '../../lists/seq-connection.ts';
import { checkCorpus } from '../../session/session.ts';
import { reachesItem, reachName } from '../../session/token-scope.ts';
import { common, spanOf } from '../../views/log-span.ts';
import { resolveView } from '../../views/view.ts';
import { EvidenceEventConnectionType, EvidenceEventType, EvidenceKindType } from './evidence-event.ts';

interface GivenEvidenceFilter extends GivenJoin<GivenEvidenceFilter> {
  kind?: EvidenceKind[] | null;
  actor?: string[] | null;
  publisher?: string[] | null;
  standing?: { from?: number | null; to?: number | null } | null;
  effectiveAt?: { from?: string | null; to?: string | null } | null;
  at?: { from?: string | null; to?: string | null } | null;
  seq?: { from?: number | null; to?: number | null } | null;
  and?: GivenEvidenceFilter[] | null;
  or?: GivenEvidenceFilter[] | null;
  not?: GivenEvidenceFilter | null;
}

const EvidenceFilterType = builder.inputRef<GivenEvidenceFilter>('EvidenceFilter');

EvidenceFilterType.implement({
  description: `What every entry of the list is. ${FILTER_WORDS} kind, up to ${MAX_ACTORS_SOUGHT} names of actor, seq and at of the outermost filter lead to the entries; whatever else is asked is looked for.`,
  fields: (t) => ({
    kind: t.field({ type: [EvidenceKindType], description: 'What it does.' }),
    actor: t.idList({ description: 'Root of the writer, as `EvidenceEvent.actorRoot` has it.' }),
    publisher: t.stringList({ description: 'Registrable domain of a ground of the entry.' }),
    standing: t.field({ type: NumberRangeType, description: 'Of its writer, 0 to 1000 per mille.' }),
    effectiveAt: t.field({ type: TimeRangeType, description: 'When it took effect in the world.' }),
    at: t.field({ type: TimeRangeType, description: 'When the server learned it.' }),
    seq: t.field({ type: LogRangeType, description: 'Its position in the log.' }),
    and: t.field({ type: [EvidenceFilterType], description: AND_WORDS }),
    or: t.field({ type: [EvidenceFilterType], description: OR_WORDS }),
    not: t.field({ type: EvidenceFilterType, description: NOT_WORDS }),
  }),
});

builder.queryField('ledger', (t) =>
  t.connection(
    {
      type: EvidenceEventType,
      access: { capability: 'svc.evidence' },
      nullable: true,
      description:
        'Evidence on all claims of a corpus, in the order of the log. A page may be short, or empty, although more follow: go on from its endCursor while hasNextPage. A token needs svc.evidence. Null only beside an error.',
      // It is looked through whatever is asked: a token may reach few of it.
      complexity: (page) => searchedComplexity(page, true),
      args: {
        corpus: t.arg.string({ description: 'By default the first corpus.' }),
        filter: t.arg({ type: EvidenceFilterType, description: 'By default all.' }),
        asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
      },
      resolve: async (_, { corpus: named, asOf: time, filter: given, ...args }, context) => {
        const { engine, session } = context;
        const filter = readFilter(given ?? {});
        const { corpus, asOf, view } = await resolveView(engine, named ?? null, time ?? null);
        checkCorpus(session, corpus);
        const span = await spanOf(filter.at ?? {}, context);
        const name = { corpus, asOf, filter: digestOf(filter), reach: reachName(session) };
        const found = await searchedConnection(args, { field: 'ledger', arguments: name }, false, (page) =>
          engine.explore.evidence({
            ...page,
            ...common(page, span),
            ...{ corpus, view, filter },
            admits: ({ claim }) => reachesItem(session, claim),
          }),
        );
        return {
          pageInfo: found.pageInfo,
          edges: found.edges.map(({ cursor, node }) => ({ cursor, node: { entry: node.entry, asOf } })),
          exported: async (newest: number): Promise<LedgerExport> => ({
            ...{ kind: 'ledger', corpus, asOf, filter, span },
            view: { ...view, observedUpTo: newest },
          }),
        };
      },
    },
    EvidenceEventConnectionType,
  ),
);

/** @throws {GraphQLError} `invalid:query` */
function readFilter(given: GivenEvidenceFilter): EvidenceFilter {
  return readJoined<GivenEvidenceFilter, EvidenceFilter>(given, (own) => ({
    ...ANY_EVIDENCE,
    kind: readValues('kind', own.kind),
    actor: readNames('actor', own.actor),
    publisher: readNames('publisher', own.publisher),
    standing: readNumberRange('standing', own.standing),
    effectiveAt: readTimeRange('effectiveAt', own.effectiveAt),
    at: readTimeRange('at', own.at),
    seq: readNumberRange('seq', own.seq),
  }));
}

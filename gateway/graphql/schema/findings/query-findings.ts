import {
  ANY_FINDING,
  type FindingFilter,
  MAX_ANSWERS_SOUGHT,
  MAX_FINDINGS_LOOKED_AT,
} from '../../../../engine/findings/list-findings.ts';
import { type ArtefactId, isClaimAddr } from '../../../../graph/address.ts';
import type { FindingCode, FindingsState } from '../../../../graph/log/entry.ts';
import { builder } from '../../builder/builder.ts';
import { isAnswerId } from '../../builder/ids.ts';
import { searchedComplexity } from '../../builder/page-size.ts';
import { digestOf } from '../../digest.ts';
import {
  AND_WORDS,
  asksBeside,
  FILTER_WORDS,
  type GivenJoin,
  NOT_WORDS,
  OR_WORDS,
  readJoined,
  readNames,
  readValues,
} from '../../filters/filter-join.ts';
import { LogRangeType, readNumberRange, readTimeRange, TimeRangeType } from '../../filters/ranges.ts';
import { searchedConnection } from '../../lists/seq-connection.ts';
import { tenantOf } from '../../session/session.ts';
import { common, spanOf } from '../../views/log-span.ts';
import { readAsOf, viewAt } from '../../views/view.ts';
import {
  FindingCodeType,
  FindingConnectionType,
  type FindingNode,
  FindingsStateType,
  FindingType,
} from './finding.ts';

interface GivenFindingFilter extends GivenJoin<GivenFindingFilter> {
  answerId?: string[] | null;
  corpus?: string[] | null;
  from?: FindingsState[] | null;
  to?: FindingsState[] | null;
  code?: FindingCode[] | null;
  claim?: string[] | null;
  artefact?: string[] | null;
  at?: { from?: string | null; to?: string | null } | null;
  seq?: { from?: number | null; to?: number | null } | null;
  and?: GivenFindingFilter[] | null;
  or?: GivenFindingFilter[] | null;
  not?: GivenFindingFilter | null;
}

const FindingFilterType = builder.inputRef<GivenFindingFilter>('FindingFilter');

FindingFilterType.implement({
  description: `What every verdict of the list is. ${FILTER_WORDS} answerId (up to ${MAX_ANSWERS_SOUGHT}), to, seq and at of the outermost filter lead to the verdicts; whatever else is asked is looked for in up to ${MAX_FINDINGS_LOOKED_AT} a page.`,
  fields: (t) => ({
    answerId: t.idList({ description: 'Of the answer: ans_….' }),
    corpus: t.stringList({ description: 'That its answer is from.' }),
    from: t.field({
      type: [FindingsStateType],
      description: 'The verdict before; UNKNOWN before the first.',
    }),
    to: t.field({ type: [FindingsStateType], description: 'The verdict from then on.' }),
    code: t.field({
      type: [FindingCodeType],
      description: 'Of a reason of the later verdict; claim and artefact are of the same one.',
    }),
    claim: t.idList({ description: 'Address of the claim of a reason.' }),
    artefact: t.idList({ description: 'Of a reason: a1….' }),
    at: t.field({ type: TimeRangeType, description: 'When it changed.' }),
    seq: t.field({ type: LogRangeType, description: 'Its position in the log.' }),
    and: t.field({ type: [FindingFilterType], description: AND_WORDS }),
    or: t.field({ type: [FindingFilterType], description: OR_WORDS }),
    not: t.field({ type: FindingFilterType, description: NOT_WORDS }),
  }),
});

builder.queryField('findings', (t) =>
  t.connection(
    {
      type: FindingType,
      access: 'tenant',
      nullable: true,
      description:
        'Verdicts that changed, of all answers of the organisation or of some, in the order of the log; as of a time, those of until then. A page may be short, or empty, although more follow: go on from its endCursor while hasNextPage. Null only beside an error.',
      complexity: ({ filter, ...page }) => searchedComplexity(page, isSearched(filter)),
      args: {
        filter: t.arg({ type: FindingFilterType, description: 'By default all.' }),
        asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
      },
      resolve: async (_, { filter: given, asOf, ...args }, context) => {
        const tenant = tenantOf(context.session);
        const filter = readFilter(given ?? {});
        const seenAt = readAsOf(asOf ?? null);
        const view = await viewAt(seenAt, context);
        const span = await spanOf(filter.at ?? {}, context);
        const name = { organisation: digestOf(tenant), asOf: seenAt, filter: digestOf(filter) };
        const list = { field: 'findings', arguments: name };
        return searchedConnection(args, list, false, async (page) => {
          const request = { ...page, ...common(page, span), tenant, filter, view };
          const { records, stoppedAt } = await context.engine.listFindings(request);
          return { records: records.map((record): FindingNode => ({ ...record, seenAt })), stoppedAt };
        });
      },
    },
    FindingConnectionType,
  ),
);

/** Whether verdicts are looked through, beyond what indexes find. */
function isSearched(given: GivenFindingFilter | null | undefined): boolean {
  const isOfMany = (given?.answerId?.length ?? 0) > MAX_ANSWERS_SOUGHT;
  return isOfMany || asksBeside(given, ['answerId', 'to', 'at', 'seq']);
}

/** @throws {GraphQLError} `invalid:query` */
function readFilter(given: GivenFindingFilter): FindingFilter {
  return readJoined<GivenFindingFilter, FindingFilter>(given, (own) => ({
    ...ANY_FINDING,
    // What is no id or address is that of nothing.
    answer: readNames('answerId', own.answerId)?.filter(isAnswerId) ?? null,
    corpus: readNames('corpus', own.corpus),
    from: readValues('from', own.from),
    to: readValues('to', own.to),
    code: readValues('code', own.code),
    claim: readNames('claim', own.claim)?.filter(isClaimAddr) ?? null,
    artefact: (readNames('artefact', own.artefact) as readonly ArtefactId[] | null) ?? null,
    at: readTimeRange('at', own.at),
    seq: readNumberRange('seq', own.seq),
  }));
}

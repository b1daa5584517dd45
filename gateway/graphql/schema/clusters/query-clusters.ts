import type { ListedClusters } from '../../../../engine/explore/clusters.ts';
import type { ClaimOrder } from '../../../../engine/explore/projected-claims.ts';
import type { ClaimFilter } from '../../../../graph/store/filters.ts';
import { builder } from '../../builder/builder.ts';
import { datedKey } from '../../builder/dated-key.ts';
import { isClusterId } from '../../builder/ids.ts';
import { pageComplexity } from '../../builder/page-size.ts';
import type { ClustersExport } from '../../export/export-link.ts';
import {
  AND_WORDS,
  FILTER_WORDS,
  type GivenJoin,
  NOT_WORDS,
  OR_WORDS,
  readJoined,
  refused,
  SHORT_PAGES,
} from '../../filters/filter-join.ts';
import { MAX_FILTER_TEXT } from '../../filters/filter-values.ts';
import { ConfidenceRangeType, LogRangeType, TimeRangeType } from '../../filters/ranges.ts';
import { connectionOf, readPlace } from '../../lists/list-page.ts';
import { OrderDirectionType } from '../../lists/order-direction.ts';
import { readAsOf } from '../../views/view.ts';
import { BOUND_WORDS } from '../claims/claim-aggregate.ts';
import {
  apart,
  BeliefFilterType,
  type GivenWords,
  type ReadClaimFilter,
  ValueFilterType,
  wordsOf,
} from '../claims/claim-filter.ts';
import { ClusterConnectionType, ClusterType } from './cluster-ref.ts';

const ORDERS: Readonly<Record<string, { readonly value: ClaimOrder; readonly description: string }>> = {
  LOG: { value: 'seq', description: 'When its first claim was first stated, by position in the log.' },
  EFFECTIVE_AT: { value: 'effective_at', description: 'When its first claim took effect in the world.' },
  CONFIDENCE: { value: 'confidence', description: 'Of the belief in it; one without evidence is below all.' },
  ADDRESS: { value: 'id', description: 'By the address of its first claim.' },
};

const ClusterOrderType = builder.inputType('ClusterOrder', {
  description:
    'Clusters that are equal here follow each other by the address of their first claim; those of equal confidence by id.',
  fields: (t) => ({
    by: t.field({
      type: builder.enumType('ClusterOrderBy', {
        description: 'By what clusters are ordered.',
        values: ORDERS,
      }),
      required: true,
      description: 'What they are compared by.',
    }),
    direction: t.field({ type: OrderDirectionType, defaultValue: 'asc', description: 'Which end is first.' }),
  }),
});

interface GivenClusterFilter extends GivenWords, GivenJoin<GivenClusterFilter> {
  several?: boolean | null;
  and?: GivenClusterFilter[] | null;
  or?: GivenClusterFilter[] | null;
  not?: GivenClusterFilter | null;
}

const ClusterFilterType = builder.inputRef<GivenClusterFilter>('ClusterFilter');

ClusterFilterType.implement({
  description: `What the first claim of every cluster of the list has; it says the same as the others. ${FILTER_WORDS} Texts have up to ${MAX_FILTER_TEXT} characters, and case does not matter.`,
  fields: (t) => ({
    belief: t.field({ type: [BeliefFilterType], description: 'Its state, as of the list’s time.' }),
    confidence: t.field({
      type: ConfidenceRangeType,
      description: 'Of the belief in it, as of the list’s time; a claim without evidence has none.',
    }),
    text: t.string({ description: 'Part of its text.' }),
    subject: t.stringList({ description: 'What it is about, as its structured reading has it.' }),
    entity: t.stringList({ description: 'What it is about, or what its value names.' }),
    attribute: t.stringList({ description: 'What is said of the subject: moon, height, capital.' }),
    dimension: t.stringList({ description: 'Kind of its value: count, length, money, date, entity, …' }),
    value: t.field({ type: ValueFilterType, description: 'Its value, as its structured reading has it.' }),
    cluster: t.stringList({ description: 'The cluster itself: cl_….' }),
    effectiveAt: t.field({ type: TimeRangeType, description: 'When it took effect in the world.' }),
    seq: t.field({ type: LogRangeType, description: 'Where it was first stated.' }),
    several: t.boolean({
      description: 'Whether the cluster has more than one claim. Not in a filter that another one joins.',
    }),
    and: t.field({ type: [ClusterFilterType], description: AND_WORDS }),
    or: t.field({ type: [ClusterFilterType], description: OR_WORDS }),
    not: t.field({ type: ClusterFilterType, description: NOT_WORDS }),
  }),
});

/** @throws {GraphQLError} `invalid:query` */
function readFilter(given: GivenClusterFilter): ReadClaimFilter & { readonly several: boolean | null } {
  const filter = readJoined<GivenClusterFilter, ClaimFilter>(given, (own) => {
    if (own !== given && own.several != null) throw refused('several stands in the outermost filter alone');
    return wordsOf(own);
  });
  return { ...apart(filter), several: given.several ?? null };
}

interface MaybeListed {
  readonly pageInfo: unknown;
  readonly list?: ListedClusters;
}

builder.objectFields(ClusterConnectionType, (t) => ({
  isBounded: t.boolean({
    nullable: true,
    description: `Whether a list of a corpus that is filtered or ordered by belief leaves out clusters: as a list of claims says it (${BOUND_WORDS}). Null of any other list.`,
    resolve: ({ list }: MaybeListed) => list?.isBounded() ?? null,
  }),
}));

builder.queryField('cluster', (t) =>
  t.field({
    type: ClusterType,
    nullable: true,
    description: 'A cluster by its id; null where there is none in sight.',
    args: {
      id: t.arg.id({ required: true, description: 'cl_…' }),
      asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
    },
    resolve: (_, { id, asOf }) => {
      const time = readAsOf(asOf ?? null);
      return isClusterId(id) ? datedKey(id, time) : null;
    },
  }),
);

builder.queryField('clusters', (t) =>
  t.connection(
    {
      type: ClusterType,
      nullable: true,
      description: `Clusters of a corpus with a claim that an artefact states. Pages are as those of claims. ${SHORT_PAGES} Null only beside an error.`,
      args: {
        corpus: t.arg.string({ description: 'By default the first corpus.' }),
        filter: t.arg({ type: ClusterFilterType, description: 'By default all.' }),
        orderBy: t.arg({ type: ClusterOrderType, description: 'By default from the log’s beginning.' }),
        asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
      },
      complexity: pageComplexity,
      resolve: async (_, { filter: given, ...args }, context) => {
        const asked = readFilter(given ?? {});
        const named = { field: 'clusters', filter: asked, defaultOrder: 'seq' } as const;
        const place = await readPlace<ClaimOrder>(named, args, context);
        const { corpus: read, view } = place;
        const list = await context.engine.explore.clusterList({
          ...{ corpus: read.corpus, view, ...asked },
          isAsOf: view.until !== read.view.until || read.asOf !== null,
          prefixes: context.session.grant?.prefixes ?? null,
        });
        const page = await list.page(place.page);
        return {
          ...connectionOf({ ...place, view: page.view }, page, (id) => datedKey(id, read.asOf)),
          list,
          total: () => list.count(),
          exported: async (newest: number): Promise<ClustersExport> => {
            if (await list.isBounded()) throw tooLong();
            const { by, descending } = place.page;
            const { observedUpTo = newest, ...seen } = page.view;
            return {
              ...{ kind: 'clusters', corpus: read.corpus, asOf: read.asOf, ...asked },
              ...{ view: { ...seen, observedUpTo }, order: { by, descending } },
            };
          },
        };
      },
    },
    ClusterConnectionType,
  ),
);

function tooLong() {
  return refused('this list leaves out clusters (isBounded): narrow its filter to export it');
}

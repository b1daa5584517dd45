import type { ArtefactOrder, ListedArtefacts } from '../../../../engine/explore/list-artefacts.ts';
import { ANY_ARTEFACT, type ArtefactFilter } from '../../../../graph/store/filters.ts';
import type { ArtefactGrouping } from '../../../../graph/store/selection.ts';
import { builder } from '../../builder/builder.ts';
import { datedKey } from '../../builder/dated-key.ts';
import { pageComplexity } from '../../builder/page-size.ts';
import type { ArtefactsExport } from '../../export/export-link.ts';
import {
  AND_WORDS,
  FILTER_WORDS,
  type GivenJoin,
  NOT_WORDS,
  OR_WORDS,
  readJoined,
  readNames,
  SHORT_PAGES,
} from '../../filters/filter-join.ts';
import { readText } from '../../filters/filter-values.ts';
import { LogRangeType, readNumberRange, readTimeRange, TimeRangeType } from '../../filters/ranges.ts';
import { firstGroups, GroupCountType, groupArgs, groupComplexity } from '../../lists/group-count.ts';
import { connectionOf, readPlace } from '../../lists/list-page.ts';
import { OrderDirectionType } from '../../lists/order-direction.ts';
import { ArtefactConnectionType, ArtefactType } from './artefact-ref.ts';

const ORDERS: Readonly<Record<string, { readonly value: ArtefactOrder; readonly description: string }>> = {
  LOG: { value: 'seq', description: 'When it was first read, by position in the log.' },
  EFFECTIVE_AT: { value: 'effective_at', description: 'When it was observed.' },
  ID: { value: 'id', description: 'By its id.' },
};

const ArtefactOrderType = builder.inputType('ArtefactOrder', {
  description: 'Artefacts that are equal here follow each other by id.',
  fields: (t) => ({
    by: t.field({
      type: builder.enumType('ArtefactOrderBy', {
        description: 'By what artefacts are ordered.',
        values: ORDERS,
      }),
      required: true,
      description: 'What they are compared by.',
    }),
    direction: t.field({ type: OrderDirectionType, defaultValue: 'asc', description: 'Which end is first.' }),
  }),
});

interface GivenArtefactFilter extends GivenJoin<GivenArtefactFilter> {
  text?: string | null;
  licence?: string[] | null;
  domain?: string[] | null;
  publisher?: string[] | null;
  lang?: string[] | null;
  mediaType?: string[] | null;
  withdrawn?: boolean | null;
  effectiveAt?: { from?: string | null; to?: string | null } | null;
  seq?: { from?: number | null; to?: number | null } | null;
  and?: GivenArtefactFilter[] | null;
  or?: GivenArtefactFilter[] | null;
  not?: GivenArtefactFilter | null;
}

const ArtefactFilterType = builder.inputRef<GivenArtefactFilter>('ArtefactFilter');

ArtefactFilterType.implement({
  description: `What every artefact of the list has. ${FILTER_WORDS}`,
  fields: (t) => ({
    text: t.string({ description: 'Part of its title; case does not matter.' }),
    licence: t.stringList({ description: 'As the artefact names it.' }),
    domain: t.stringList({ description: 'Of its URL.' }),
    publisher: t.stringList({ description: 'Its registrable domain.' }),
    lang: t.stringList({ description: 'BCP 47.' }),
    mediaType: t.stringList({ description: 'Of its bytes: text/html, application/json, …' }),
    withdrawn: t.boolean({ description: 'Whether it was withdrawn by the list’s time.' }),
    effectiveAt: t.field({ type: TimeRangeType, description: 'When it was observed.' }),
    seq: t.field({ type: LogRangeType, description: 'Where it was first read.' }),
    and: t.field({ type: [ArtefactFilterType], description: AND_WORDS }),
    or: t.field({ type: [ArtefactFilterType], description: OR_WORDS }),
    not: t.field({ type: ArtefactFilterType, description: NOT_WORDS }),
  }),
});

const ArtefactAggregateType = builder.objectRef<ListedArtefacts>('ArtefactAggregate').implement({
  description: 'Counts of the whole list, largest first; where totalIsExact is false, of what was counted.',
  fields: (t) => {
    const by = (grouping: ArtefactGrouping) =>
      t.field({
        type: [GroupCountType],
        nullable: true,
        description: 'Null only beside an error.',
        args: groupArgs(),
        complexity: groupComplexity,
        resolve: async (list, args) => firstGroups(await list.groups(grouping), args),
      });
    return {
      licence: by('licence'),
      domain: by('domain'),
      publisher: by('publisher'),
      lang: by('lang'),
      mediaType: by('mediaType'),
    };
  },
});

interface MaybeListed {
  readonly pageInfo: unknown;
  readonly list?: ListedArtefacts;
}

builder.objectField(ArtefactConnectionType, 'aggregate', (t) =>
  t.field({
    type: ArtefactAggregateType,
    nullable: true,
    description: 'Counts over all pages of a list of a corpus; null of any other.',
    resolve: ({ list }: MaybeListed) => list ?? null,
  }),
);

builder.queryField('artefacts', (t) =>
  t.connection(
    {
      type: ArtefactType,
      nullable: true,
      description: `Artefacts of a corpus, every version of every document. Pages are as those of claims. ${SHORT_PAGES}`,
      args: {
        corpus: t.arg.string({ description: 'By default the first corpus.' }),
        filter: t.arg({ type: ArtefactFilterType, description: 'By default all.' }),
        orderBy: t.arg({ type: ArtefactOrderType, description: 'By default from the log’s beginning.' }),
        asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
      },
      complexity: pageComplexity,
      resolve: async (_, { filter: given, ...args }, context) => {
        const filter = readFilter(given);
        const place = await readPlace({ field: 'artefacts', filter, defaultOrder: 'seq' }, args, context);
        const { corpus, asOf } = place.corpus;
        const list = context.engine.explore.artefacts({ corpus, view: place.view, filter });
        const page = connectionOf(place, await list.page(place.page), (id) => datedKey(id, asOf));
        const { by, descending } = place.page;
        const exported = async (newest: number): Promise<ArtefactsExport> => ({
          ...{ kind: 'artefacts', corpus, asOf, filter, order: { by, descending } },
          view: { ...place.view, observedUpTo: place.view.observedUpTo ?? newest },
        });
        return { ...page, list, total: () => list.count(), exported };
      },
    },
    ArtefactConnectionType,
  ),
);

/** @throws {GraphQLError} `invalid:query` */
function readFilter(given: GivenArtefactFilter | null | undefined): ArtefactFilter {
  return readJoined<GivenArtefactFilter, ArtefactFilter>(given ?? {}, (own) => ({
    ...ANY_ARTEFACT,
    text: readText('text', own.text),
    licence: readNames('licence', own.licence),
    domain: readNames('domain', own.domain),
    publisher: readNames('publisher', own.publisher),
    lang: readNames('lang', own.lang),
    mediaType: readNames('mediaType', own.mediaType),
    withdrawn: own.withdrawn ?? null,
    effectiveAt: readTimeRange('effectiveAt', own.effectiveAt),
    seq: readNumberRange('seq', own.seq),
  }));
}

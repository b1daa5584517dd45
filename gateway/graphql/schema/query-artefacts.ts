import type { ArtefactOrder, ListedArtefacts } from '../../../engine/explore/list-artefacts.ts';
import type { ArtefactFilter, ArtefactGrouping } from '../../../graph/store/selection.ts';
import { builder } from '../builder.ts';
import { datedKey } from '../claim-key.ts';
import { readTexts, readTimes } from '../filter-values.ts';
import { connectionOf, readPlace } from '../list-page.ts';
import { ArtefactConnectionType, ArtefactType } from '../loaders.ts';
import { pageComplexity } from '../page.ts';
import { firstGroups, GroupCountType, groupArgs, groupComplexity } from './group-count.ts';
import { OrderDirectionType } from './order-direction.ts';

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

const ArtefactFilterType = builder.inputType('ArtefactFilter', {
  description: 'What every artefact of the list has.',
  fields: (t) => ({
    text: t.string({ description: 'Part of its title; case does not matter.' }),
    licence: t.string({ description: 'As the artefact names it.' }),
    domain: t.string({ description: 'Of its URL.' }),
    publisher: t.string({ description: 'Its registrable domain.' }),
    lang: t.string({ description: 'BCP 47.' }),
    mediaType: t.string({ description: 'Of its bytes: text/html, application/json, …' }),
    withdrawn: t.boolean({ description: 'Whether it was withdrawn by the list’s time.' }),
    from: t.field({ type: 'DateTime', description: 'Observed at this date or timestamp, or later.' }),
    to: t.field({ type: 'DateTime', description: 'Observed at this date or timestamp, or earlier.' }),
  }),
});

const ArtefactAggregateType = builder.objectRef<ListedArtefacts>('ArtefactAggregate').implement({
  description: 'Counts of the whole list, largest first.',
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
      description: 'Artefacts of a corpus, every version of every document. Pages are as those of claims.',
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
        return { ...page, list, total: () => list.count() };
      },
    },
    ArtefactConnectionType,
  ),
);

function readFilter(given: typeof ArtefactFilterType.$inferInput | null | undefined): ArtefactFilter {
  const texts = readTexts(given ?? {}, ['text', 'licence', 'domain', 'publisher', 'lang', 'mediaType']);
  return { ...texts, ...readTimes(given ?? {}), withdrawn: given?.withdrawn ?? null };
}

import type { ListedClaims } from '../../../../engine/explore/list-claims.ts';
import type { ClaimOrder } from '../../../../engine/explore/projected-claims.ts';
import { builder } from '../../builder/builder.ts';
import { claimKey } from '../../builder/dated-key.ts';
import { pageComplexity } from '../../builder/page-size.ts';
import type { ClaimsExport } from '../../export/export-link.ts';
import { SHORT_PAGES } from '../../filters/filter-join.ts';
import { connectionOf, readPlace } from '../../lists/list-page.ts';
import { OrderDirectionType } from '../../lists/order-direction.ts';
import { refusalError } from '../../refusal-error.ts';
import { BOUND_WORDS, ClaimAggregateType } from './claim-aggregate.ts';
import { ClaimFilterType, readClaimFilter } from './claim-filter.ts';
import { ClaimConnectionType, ClaimType } from './claim-ref.ts';

const ORDERS: Readonly<Record<string, { readonly value: ClaimOrder; readonly description: string }>> = {
  LOG: { value: 'seq', description: 'When it was first stated, by position in the log.' },
  EFFECTIVE_AT: { value: 'effective_at', description: 'When it took effect in the world.' },
  CONFIDENCE: { value: 'confidence', description: 'Of the belief in it; one without evidence is below all.' },
  ADDRESS: { value: 'id', description: 'By its address.' },
};

const ClaimOrderType = builder.inputType('ClaimOrder', {
  description:
    'Claims that are equal here follow each other by address; those of equal confidence by cluster, and then in the order of the log.',
  fields: (t) => ({
    by: t.field({
      type: builder.enumType('ClaimOrderBy', { description: 'By what claims are ordered.', values: ORDERS }),
      required: true,
      description: 'What they are compared by.',
    }),
    direction: t.field({ type: OrderDirectionType, defaultValue: 'asc', description: 'Which end is first.' }),
  }),
});

interface MaybeListed {
  readonly pageInfo: unknown;
  readonly list?: ListedClaims;
}

builder.objectFields(ClaimConnectionType, (t) => ({
  isBounded: t.boolean({
    nullable: true,
    description: `Whether a list of a corpus that is filtered or ordered by belief leaves out claims: as of another time, and while the projection of beliefs follows the log or a new day, beliefs are read of no more than the first that pass its other filters (${BOUND_WORDS}). Null of any other list.`,
    resolve: ({ list }: MaybeListed) => list?.isBounded('list') ?? null,
  }),
  aggregate: t.field({
    type: ClaimAggregateType,
    nullable: true,
    description: 'Counts over all pages of a list of a corpus; null of any other.',
    resolve: ({ list }: MaybeListed) => list ?? null,
  }),
}));

builder.queryField('claims', (t) =>
  t.connection(
    {
      type: ClaimType,
      nullable: true,
      description: `Claims of a corpus that an artefact states. All pages are of the state in which the first was read: whatever is appended meanwhile, every claim stands on one page, once. ${SHORT_PAGES} Null only beside an error.`,
      args: {
        corpus: t.arg.string({ description: 'By default the first corpus.' }),
        filter: t.arg({ type: ClaimFilterType, description: 'By default all.' }),
        orderBy: t.arg({ type: ClaimOrderType, description: 'By default from the log’s beginning.' }),
        asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
      },
      complexity: pageComplexity,
      resolve: async (_, { filter: given, ...args }, context) => {
        const filter = readClaimFilter(given);
        const place = await readPlace({ field: 'claims', filter, defaultOrder: 'seq' }, args, context);
        const { corpus: read, view } = place;
        const list = await context.engine.explore.claims({
          ...filter,
          corpus: read.corpus,
          view,
          isAsOf: view.until !== read.view.until || read.asOf !== null,
          prefixes: context.session.grant?.prefixes ?? null,
        });
        const page = await list.page(place.page);
        return {
          ...connectionOf({ ...place, view: page.view }, page, (addr) => claimKey(addr, read.asOf)),
          list,
          total: () => list.count(),
          exported: async (newest: number): Promise<ClaimsExport> => {
            if (await list.isBounded('list')) throw tooLong();
            const { by, descending } = place.page;
            const { observedUpTo = newest, ...seen } = page.view;
            return {
              ...{ kind: 'claims', corpus: read.corpus, asOf: read.asOf, ...filter },
              ...{ view: { ...seen, observedUpTo }, order: { by, descending } },
            };
          },
        };
      },
    },
    ClaimConnectionType,
  ),
);

function tooLong() {
  const message = 'this list leaves out claims (isBounded): narrow its filter to export it';
  return refusalError({ reason: 'invalid:query', message });
}

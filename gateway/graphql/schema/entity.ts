import { claimFacets, foldText } from '../../../graph/claim-facets.ts';
import { builder } from '../builder.ts';
import { connectionType } from '../connections.ts';
import { ClaimType } from '../loaders.ts';
import {
  countsType,
  presentOnly,
  readTallies,
  TALLY_PAGES,
  tallyKey,
  tallyOrders,
  tallyType,
} from '../nodes/tally.ts';
import { pageComplexity, upTo } from '../page.ts';
import { resolveView } from '../view.ts';
import { OrderDirectionType } from './order-direction.ts';

const EntityType = tallyType('Entity', 'entity');
const EntityConnectionType = connectionType(EntityType, 'Entity');

const CountsType = countsType('EntityCounts', 'entity', {
  claims: 'Claims about it, or whose value names it.',
  corroborations: 'Entries of ledgers for these claims.',
  disputes: 'Entries of ledgers against these claims.',
});

EntityType.implement({
  description:
    'What claims of a corpus are about, or name as a value. What is said of it and when: `claims` with it as the filter’s `entity`, by EFFECTIVE_AT.',
  fields: (t) => ({
    key: t.string({
      description: 'Under which its claims are listed: the `entity` of a filter of claims.',
      resolve: ({ tally }) => tally.key,
    }),
    corpus: t.string({ description: 'The name of the corpus.', resolve: ({ tally }) => tally.corpus }),
    since: t.field({
      type: 'DateTime',
      description: 'Earliest effective time of what names it, RFC 3339 UTC with ms.',
      resolve: ({ tally }) => tally.since,
    }),
    counts: t.field({
      type: CountsType,
      nullable: true,
      description: 'As of the present; null as of another time.',
      resolve: presentOnly,
    }),
  }),
});

/** Most claims name one, and those of a page are read together. */
const MOST_OF_A_CLAIM = 1;

builder.objectField(ClaimType, 'entities', (t) =>
  t.field({
    type: [EntityType],
    nullable: { list: false, items: true },
    description:
      'What it is about, and what its value names; none where its sentence was not read so. An item is null for a token of parts of the corpus.',
    complexity: upTo(MOST_OF_A_CLAIM),
    resolve: ({ view: { claim }, asOf }) => {
      const { subject, object } = claimFacets(claim);
      const keys = new Set([subject, object].filter((key) => key !== null));
      return [...keys].map((key) => tallyKey(claim.core.corpus, key, asOf));
    },
  }),
);

const EntityOrderType = builder.inputType('EntityOrder', {
  description: 'Entities that are equal here follow each other by key.',
  fields: (t) => ({
    by: t.field({
      type: tallyOrders<'entity'>('EntityOrderBy', {
        claims: 'By how many claims name it.',
        corroborations: 'By the entries of ledgers for its claims. A token needs svc.evidence.',
        disputes: 'By the entries of ledgers against its claims. A token needs svc.evidence.',
      }),
      required: true,
      description: 'What they are compared by.',
    }),
    direction: t.field({ type: OrderDirectionType, defaultValue: 'asc', description: 'Which end is first.' }),
  }),
});

builder.queryFields((t) => ({
  entity: t.field({
    type: EntityType,
    nullable: true,
    description: 'An entity by its name; null where there is none in sight.',
    args: {
      key: t.arg.string({ required: true, description: 'Case does not matter.' }),
      corpus: t.arg.string({ description: 'By default the first corpus.' }),
      asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
    },
    resolve: async (_, { key, corpus, asOf }, { engine }) => {
      const view = await resolveView(engine, corpus ?? null, asOf ?? null);
      return tallyKey(view.corpus, foldText(key), view.asOf);
    },
  }),
  entities: t.connection(
    {
      type: EntityType,
      nullable: true,
      description: `Entities of a corpus; one that only claims name whose words may not be shown is none. ${TALLY_PAGES}`,
      args: {
        corpus: t.arg.string({ description: 'By default the first corpus.' }),
        orderBy: t.arg({ type: EntityOrderType, description: 'By default by KEY.' }),
        asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
      },
      complexity: pageComplexity,
      resolve: (_, args, context) => readTallies({ field: 'entities', kind: 'entity' }, args, context),
    },
    EntityConnectionType,
  ),
}));

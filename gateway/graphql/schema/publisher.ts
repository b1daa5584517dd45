import { builder } from '../builder.ts';
import { connectionType } from '../connections.ts';
import { ArtefactType } from '../loaders.ts';
import {
  countsType,
  presentOnly,
  readTallies,
  TALLY_PAGES,
  tallyKey,
  tallyOrders,
  tallyType,
} from '../nodes/tally.ts';
import { pageComplexity } from '../page.ts';
import { resolveView } from '../view.ts';
import { OrderDirectionType } from './order-direction.ts';

export const PublisherType = tallyType('Publisher', 'publisher');
const PublisherConnectionType = connectionType(PublisherType, 'Publisher');

const CountsType = countsType('PublisherCounts', 'publisher', {
  artefacts: 'Its artefacts, every version.',
  statements: 'How often one of its artefacts states a claim.',
  contradicted:
    'How often an artefact of another publisher states what contradicts a claim that this one stated first.',
  contradicts:
    'How often one of its artefacts states what contradicts a claim that another publisher stated first.',
  disputed: 'Entries of ledgers against claims that it stated first.',
});

PublisherType.implement({
  description:
    'A registrable domain whose artefacts are in a corpus: one voice, however many sites. Its artefacts: `artefacts` with it as the filter’s `publisher`.',
  fields: (t) => ({
    domain: t.string({ description: 'The registrable domain.', resolve: ({ tally }) => tally.key }),
    corpus: t.string({ description: 'The name of the corpus.', resolve: ({ tally }) => tally.corpus }),
    since: t.field({
      type: 'DateTime',
      description: 'Earliest effective time of an artefact or claim of it, RFC 3339 UTC with ms.',
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

builder.objectField(ArtefactType, 'publishedBy', (t) =>
  t.field({
    type: PublisherType,
    nullable: true,
    description: 'The publisher with its counts; null for a token of parts of the corpus.',
    resolve: ({ corpus, publisher, asOf }) => tallyKey(corpus, publisher, asOf),
  }),
);

const PublisherOrderType = builder.inputType('PublisherOrder', {
  description: 'Publishers that are equal here follow each other by domain.',
  fields: (t) => ({
    by: t.field({
      type: tallyOrders<'publisher'>('PublisherOrderBy', {
        artefacts: 'By how many artefacts it has.',
        statements: 'By how often its artefacts state a claim.',
        contradicted: 'By how often another publisher contradicts it.',
      }),
      required: true,
      description: 'What they are compared by.',
    }),
    direction: t.field({ type: OrderDirectionType, defaultValue: 'asc', description: 'Which end is first.' }),
  }),
});

builder.queryFields((t) => ({
  publisher: t.field({
    type: PublisherType,
    nullable: true,
    description: 'A publisher by its registrable domain; null where there is none in sight.',
    args: {
      domain: t.arg.string({ required: true, description: 'As `Artefact.publisher` has it.' }),
      corpus: t.arg.string({ description: 'By default the first corpus.' }),
      asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
    },
    resolve: async (_, { domain, corpus, asOf }, { engine }) => {
      const view = await resolveView(engine, corpus ?? null, asOf ?? null);
      return tallyKey(view.corpus, domain, view.asOf);
    },
  }),
  publishers: t.connection(
    {
      type: PublisherType,
      nullable: true,
      description: `Publishers of a corpus. ${TALLY_PAGES}`,
      args: {
        corpus: t.arg.string({ description: 'By default the first corpus.' }),
        orderBy: t.arg({ type: PublisherOrderType, description: 'By default by KEY.' }),
        asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
      },
      complexity: pageComplexity,
      resolve: (_, args, context) => readTallies({ field: 'publishers', kind: 'publisher' }, args, context),
    },
    PublisherConnectionType,
  ),
}));

import { opponentsOf } from '../../../graph/store/tallies.ts';
import { builder } from '../builder.ts';
import { connectionType } from '../connections.ts';
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
import { OrderDirectionType } from './order-direction.ts';
import { PublisherType } from './publisher.ts';

const OppositionType = tallyType('Opposition', 'opposition');
const OppositionConnectionType = connectionType(OppositionType, 'Opposition');

const CountsType = countsType('OppositionCounts', 'opposition', {
  contradictions:
    'How often an artefact of the one states what contradicts a claim that the other stated first.',
  disputes: 'Entries of ledgers that name the one as evidence against such a claim.',
});

OppositionType.implement({
  description: 'That one publisher contradicts another.',
  fields: (t) => ({
    corpus: t.string({ description: 'The name of the corpus.', resolve: ({ tally }) => tally.corpus }),
    contradictingDomain: t.string({
      description: 'Registrable domain of the one that contradicts.',
      resolve: ({ tally }) => opponentsOf(tally.key).contradicting,
    }),
    contradicting: t.field({
      type: PublisherType,
      nullable: true,
      description: 'The one that contradicts; null where the corpus has no artefact of it.',
      resolve: ({ tally, asOf }) => tallyKey(tally.corpus, opponentsOf(tally.key).contradicting, asOf),
    }),
    contradictedDomain: t.string({
      description: 'Registrable domain of the one that is contradicted.',
      resolve: ({ tally }) => opponentsOf(tally.key).contradicted,
    }),
    contradicted: t.field({
      type: PublisherType,
      nullable: true,
      description: 'The one that stated the claims first.',
      resolve: ({ tally, asOf }) => tallyKey(tally.corpus, opponentsOf(tally.key).contradicted, asOf),
    }),
    since: t.field({
      type: 'DateTime',
      description: 'Earliest effective time of a contradiction or dispute, RFC 3339 UTC with ms.',
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

const OppositionOrderType = builder.inputType('OppositionOrder', {
  description: 'Those that are equal here follow each other by their domains.',
  fields: (t) => ({
    by: t.field({
      type: tallyOrders<'opposition'>('OppositionOrderBy', {
        contradictions: 'By how often the one contradicts the other.',
        disputes: 'By the disputes that name the one. A token needs svc.evidence.',
      }),
      required: true,
      description: 'What they are compared by.',
    }),
    direction: t.field({ type: OrderDirectionType, defaultValue: 'asc', description: 'Which end is first.' }),
  }),
});

builder.queryField('oppositions', (t) =>
  t.connection(
    {
      type: OppositionType,
      nullable: true,
      description: `Who contradicts whom: pairs of publishers of a corpus. ${TALLY_PAGES}`,
      args: {
        corpus: t.arg.string({ description: 'By default the first corpus.' }),
        orderBy: t.arg({ type: OppositionOrderType, description: 'By default by KEY.' }),
        asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
      },
      complexity: pageComplexity,
      resolve: (_, args, context) => readTallies({ field: 'oppositions', kind: 'opposition' }, args, context),
    },
    OppositionConnectionType,
  ),
);

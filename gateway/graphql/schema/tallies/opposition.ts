import { opponentsOf } from '../../../../graph/store/tallies.ts';
import { PublisherType } from './publisher.ts';
import { tallyKey, tallyType } from './tally.ts';
import { addTallies } from './tally-lists.ts';

const OppositionType = tallyType('Opposition', 'opposition');

OppositionType.implement({
  description: 'That one publisher contradicts another.',
  fields: (t) => ({
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
  }),
});

addTallies(OppositionType, {
  name: 'Opposition',
  kind: 'opposition',
  named: 'a contradiction or dispute',
  counts: {
    contradictions:
      'How often an artefact of the one states what contradicts a claim that the other stated first.',
    disputes: 'Entries of ledgers that name the one as evidence against such a claim.',
  },
  list: 'oppositions',
  listed: 'Who contradicts whom: pairs of publishers of a corpus.',
  equal: 'Those that are equal here follow each other by their domains.',
  orders: {
    contradictions: 'By how often the one contradicts the other.',
    disputes: 'By the disputes that name the one. A token needs svc.evidence.',
  },
});

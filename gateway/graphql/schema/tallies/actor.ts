import { claimCorpusOf } from '../../../../graph/address.ts';
import { builder } from '../../builder/builder.ts';
import { EvidenceEventType } from '../ledger/evidence-event.ts';
import { tallyKey, tallyType } from './tally.ts';
import { addTallies, tallyNamed } from './tally-lists.ts';

const ActorType = tallyType('Actor', 'actor');
const access = { capability: 'svc.evidence' } as const;

ActorType.implement({
  description:
    'Who writes in the ledgers of a corpus, with all whose tokens descend from the same: one voice.',
  fields: (t) => ({
    root: t.string({
      description: 'As `EvidenceEvent.actorRoot` has it.',
      resolve: ({ tally }) => tally.key,
    }),
  }),
});

export const ActorConnectionType = addTallies(ActorType, {
  name: 'Actor',
  kind: 'actor',
  named: 'an entry',
  counts: {
    events: 'Entries of ledgers.',
    corroborations: 'Entries that speak for a claim.',
    disputes: 'Entries that speak against one.',
    proposals: 'Entries that propose another claim in the place of one.',
  },
  list: 'actors',
  listed: 'Who writes in the ledgers of a corpus. A token needs svc.evidence.',
  equal: 'Actors that are equal here follow each other by root.',
  orders: {
    events: 'By how many entries it wrote.',
    corroborations: 'By how many of them speak for a claim.',
    disputes: 'By how many of them speak against one.',
  },
  access,
});

builder.objectField(EvidenceEventType, 'writer', (t) =>
  t.field({
    type: ActorType,
    nullable: true,
    description: 'The voice that it counts for; null for a token of parts of the corpus.',
    resolve: ({ entry, asOf }) => tallyKey(claimCorpusOf(entry.claim), entry.actor_root, asOf),
  }),
);

builder.queryField('actor', (t) =>
  t.field({
    type: ActorType,
    access,
    nullable: true,
    description: 'An actor by its root; null where there is none in sight. A token needs svc.evidence.',
    args: {
      root: t.arg.id({ required: true, description: 'As `EvidenceEvent.actorRoot` has it.' }),
      corpus: t.arg.string({ description: 'By default the first corpus.' }),
      asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
    },
    resolve: (_, { root, ...at }, context) => tallyNamed(root, at, context),
  }),
);

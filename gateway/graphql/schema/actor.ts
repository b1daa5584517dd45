import { claimCorpusOf } from '../../../graph/address.ts';
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
import { resolveView } from '../view.ts';
import { EvidenceEventType } from './evidence-event.ts';
import { OrderDirectionType } from './order-direction.ts';

const ActorType = tallyType('Actor', 'actor');
const ActorConnectionType = connectionType(ActorType, 'Actor');

const CountsType = countsType('ActorCounts', 'actor', {
  events: 'Entries of ledgers.',
  corroborations: 'Entries that speak for a claim.',
  disputes: 'Entries that speak against one.',
  proposals: 'Entries that propose another claim in the place of one.',
});

ActorType.implement({
  description:
    'Who writes in the ledgers of a corpus, with all whose tokens descend from the same: one voice.',
  fields: (t) => ({
    root: t.string({
      description: 'As `EvidenceEvent.actorRoot` has it.',
      resolve: ({ tally }) => tally.key,
    }),
    corpus: t.string({ description: 'The name of the corpus.', resolve: ({ tally }) => tally.corpus }),
    since: t.field({
      type: 'DateTime',
      description: 'Earliest effective time of an entry, RFC 3339 UTC with ms.',
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

builder.objectField(EvidenceEventType, 'writer', (t) =>
  t.field({
    type: ActorType,
    nullable: true,
    description: 'The voice that it counts for; null for a token of parts of the corpus.',
    resolve: ({ entry, asOf }) => tallyKey(claimCorpusOf(entry.claim), entry.actor_root, asOf),
  }),
);

const ActorOrderType = builder.inputType('ActorOrder', {
  description: 'Actors that are equal here follow each other by root.',
  fields: (t) => ({
    by: t.field({
      type: tallyOrders<'actor'>('ActorOrderBy', {
        events: 'By how many entries it wrote.',
        corroborations: 'By how many of them speak for a claim.',
        disputes: 'By how many of them speak against one.',
      }),
      required: true,
      description: 'What they are compared by.',
    }),
    direction: t.field({ type: OrderDirectionType, defaultValue: 'asc', description: 'Which end is first.' }),
  }),
});

builder.queryFields((t) => ({
  actor: t.field({
    type: ActorType,
    access: { capability: 'svc.evidence' },
    nullable: true,
    description: 'An actor by its root; null where there is none in sight. A token needs svc.evidence.',
    args: {
      root: t.arg.id({ required: true, description: 'As `EvidenceEvent.actorRoot` has it.' }),
      corpus: t.arg.string({ description: 'By default the first corpus.' }),
      asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
    },
    resolve: async (_, { root, corpus, asOf }, { engine }) => {
      const view = await resolveView(engine, corpus ?? null, asOf ?? null);
      return tallyKey(view.corpus, root, view.asOf);
    },
  }),
  actors: t.connection(
    {
      type: ActorType,
      access: { capability: 'svc.evidence' },
      nullable: true,
      description: `Who writes in the ledgers of a corpus. A token needs svc.evidence. ${TALLY_PAGES}`,
      args: {
        corpus: t.arg.string({ description: 'By default the first corpus.' }),
        orderBy: t.arg({ type: ActorOrderType, description: 'By default by KEY.' }),
        asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
      },
      complexity: pageComplexity,
      resolve: (_, args, context) => readTallies({ field: 'actors', kind: 'actor' }, args, context),
    },
    ActorConnectionType,
  ),
}));

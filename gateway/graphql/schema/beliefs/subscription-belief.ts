import type { ClaimAddr } from '../../../../graph/address.ts';
import { builder } from '../../builder/builder.ts';
import { type BeliefChange, beliefTopic } from '../../fan-out/evidence-topics.ts';
import { TopicSource } from '../../fan-out/topic.ts';
import { carriedArg, carriedComplexity, firstOf } from '../../lists/carried-list.ts';
import { reachesAddress, type Session } from '../../session/session.ts';
import { ClaimType } from '../claims/claim-ref.ts';
import { MAX_WATCHED, watchedLedgers } from '../claims/watched-claims.ts';
import { EvidenceEventType } from '../ledger/evidence-event.ts';

const BeliefChangeType = builder.objectRef<BeliefChange>('BeliefChange').implement({
  description: 'Evidence that moved beliefs, with each belief as it is when the event is sent.',
  fields: (t) => ({
    seq: t.field({
      type: 'LogPosition',
      description: 'Position in the log: what a subscription resumes after.',
      resolve: ({ entry }) => entry.log.seq,
    }),
    event: t.field({
      type: EvidenceEventType,
      access: { capability: 'svc.evidence' },
      nullable: true,
      description: 'The evidence. A token needs svc.evidence. Null only beside an error.',
      resolve: ({ entry }) => ({ entry, asOf: null }),
    }),
    claims: t.field({
      type: [ClaimType],
      nullable: { list: false, items: true },
      description: 'The claim that it is evidence on, then those that this claim was proposed to succeed.',
      args: carriedArg(),
      complexity: carriedComplexity,
      resolve: ({ claims }, args, { session }) => [...firstOf(inReach(claims, session), args)],
    }),
    claimCount: t.int({
      description: 'All such claims.',
      resolve: ({ claims }, _, { session }) => inReach(claims, session).length,
    }),
  }),
});

function inReach(claims: readonly ClaimAddr[], session: Session): readonly ClaimAddr[] {
  return claims.filter((addr) => reachesAddress(session, addr));
}

builder.subscriptionField('belief', (t) =>
  t.field({
    type: BeliefChangeType,
    description:
      'Beliefs as evidence moves them; what time alone or an artefact that is observed again moves is sent with the next evidence. Without `after` the latest change of each claim, then live ones; with it every later one, in order, then live.',
    args: {
      claims: t.arg.idList({ required: true, description: `Full addresses, 1 to ${MAX_WATCHED}.` }),
      after: t.arg({ type: 'LogPosition', description: 'The `seq` of the last change that was received.' }),
    },
    subscribe: async (_, { claims, after }, context) =>
      new TopicSource<BeliefChange>({
        topic: beliefTopic(context.engine.store),
        keys: await watchedLedgers(context, claims),
        after: after ?? null,
      }),
    resolve: (change) => change,
  }),
);

import type { AnswerId, ClaimAddr } from '../../../../graph/address.ts';
import type { LedgerEntry } from '../../../../graph/evidence.ts';
import type { ContradictedClaimV1 } from '../../../wire/answers.ts';
import { builder } from '../../builder/builder.ts';
import { claimKey } from '../../builder/dated-key.ts';
import type { GraphqlContext } from '../../context.ts';
import { carriedArg, carriedComplexity, firstOf } from '../../lists/carried-list.ts';
import { tenantOf } from '../../session/session.ts';
import { FailureType, isRefusal, type RefusalNode, RefusalType } from '../calls/refusal.ts';
import { type Called, callRest } from '../calls/rest-call.ts';
import { ClaimType } from '../claims/claim-ref.ts';
import { type EvidenceEventNode, EvidenceEventType } from '../ledger/evidence-event.ts';
import { AnswerModeType } from './answer-mode.ts';
import { type AnswerNode, AnswerType } from './answer-ref.ts';

/** A question is worth so many fields: it searches, ranks, selects, proves and writes. */
const ASK_COMPLEXITY = 1_000;

interface ContradictionNode extends RefusalNode {
  readonly answer: AnswerNode;
  readonly contradictions: readonly ContradictedNode[];
}

/** As the operation of REST says it: the entries are those of the ledger. */
type ContradictedNode = Pick<ContradictedClaimV1, 'left'> & {
  readonly claim: ClaimAddr;
  readonly supported_by: readonly LedgerEntry[];
  readonly disputed_by: readonly LedgerEntry[];
  readonly rivals: readonly ClaimAddr[];
};

const ContradictedClaimType = builder.objectRef<ContradictedNode>('ContradictedClaim').implement({
  description: 'Both sides of a claim that is contradicted.',
  fields: (t) => ({
    claim: t.field({
      type: ClaimType,
      nullable: true,
      description: 'Of the answer, with its belief.',
      resolve: ({ claim }) => claimKey(claim, null),
    }),
    supportedBy: t.field({
      type: [EvidenceEventType],
      access: { capability: 'svc.evidence' },
      nullable: { list: true, items: true },
      description:
        'The evidence for it, oldest first: of actors that have not changed sides. Null only beside an error.',
      args: carriedArg(),
      complexity: carriedComplexity,
      resolve: ({ supported_by }, args) => firstOf(supported_by, args).map(eventOf),
    }),
    disputedBy: t.field({
      type: [EvidenceEventType],
      access: { capability: 'svc.evidence' },
      nullable: { list: true, items: true },
      description:
        'The evidence against it, oldest first: who disputes it, on what grounds. Null only beside an error.',
      args: carriedArg(),
      complexity: carriedComplexity,
      resolve: ({ disputed_by }, args) => firstOf(disputed_by, args).map(eventOf),
    }),
    rivals: t.field({
      type: [ClaimType],
      nullable: { list: false, items: true },
      description: 'Claims that contradict it by what they state.',
      args: carriedArg(),
      complexity: carriedComplexity,
      resolve: ({ rivals }, args) => firstOf(rivals, args).map((addr) => claimKey(addr, null)),
    }),
    supportLeft: t.int({
      description: 'Older evidence for it, not here.',
      resolve: ({ left }) => left.supported_by,
    }),
    disputeLeft: t.int({
      description: 'Older evidence against it.',
      resolve: ({ left }) => left.disputed_by,
    }),
  }),
});

function eventOf(entry: LedgerEntry): EvidenceEventNode {
  return { entry, asOf: null };
}

const ContradictionType = builder.objectRef<ContradictionNode>('Contradiction').implement({
  interfaces: [FailureType],
  description:
    'What the answer rests on is contradicted by an authority or a quorum. The answer shows both sides, and is stored.',
  fields: (t) => ({
    answer: t.expose('answer', { type: AnswerType, description: 'With its evidence, and its verdict.' }),
    contradictions: t.field({
      type: [ContradictedClaimType],
      description: 'Both sides of each claim that is contradicted.',
      args: carriedArg(),
      complexity: carriedComplexity,
      resolve: ({ contradictions }, args) => [...firstOf(contradictions, args)],
    }),
  }),
});

const StaleSnapshotType = builder.objectRef<RefusalNode>('StaleSnapshot').implement({
  interfaces: [FailureType],
  description:
    'The corpus was last observed longer ago than its mode, or the request, allows: `details` has both.',
});

type AskNode = AnswerNode | ContradictionNode | RefusalNode;

const AskResultType = builder.unionType('AskResult', {
  description:
    'An answer, or why there is none that stands: members besides `Answer` are for the caller to handle.',
  types: [AnswerType, ContradictionType, StaleSnapshotType, RefusalType],
  resolveType: (value: AskNode) => {
    if (!isRefusal(value)) return AnswerType;
    if ('answer' in value) return ContradictionType;
    return value.error.reason === 'stale:snapshot' ? StaleSnapshotType : RefusalType;
  },
});

builder.mutationField('ask', (t) =>
  t.field({
    type: AskResultType,
    access: 'tenant',
    description: 'Asks a question. The same question at the same snapshot gives the stored answer.',
    args: {
      q: t.arg.string({ required: true, description: 'The question, 1 to 2,000 characters.' }),
      k: t.arg.int({ description: 'Candidates, 1 to 50; by default 10.' }),
      mode: t.arg({ type: AnswerModeType, description: 'By default verified.' }),
      maxSnapshotAge: t.arg({
        type: 'Duration',
        description: 'An ISO 8601 duration that narrows the mode’s window.',
      }),
      asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
      corpus: t.arg.string({ description: 'By default the first corpus.' }),
    },
    complexity: ASK_COMPLEXITY,
    resolve: async (_, { q, k, mode, maxSnapshotAge, asOf, corpus }, context) => {
      const freshness = typeof maxSnapshotAge === 'string' ? { max_snapshot_age: maxSnapshotAge } : null;
      const called = await callRest(context, 'ask', { corpus, body: { q, k, mode, freshness, as_of: asOf } });
      return outcomeOf(context, called);
    },
  }),
);

async function outcomeOf(context: GraphqlContext, { members, error, receipt }: Called): Promise<AskNode> {
  if (error !== null && !('answer_id' in members)) return { error, receipt };
  // The members of that operation's 200 and 409.
  const given = await context.engine.answer(members.answer_id as AnswerId, tenantOf(context.session));
  if (given === null) throw new RangeError('an answer that was just given is not there');
  const answer = { ...given, seenAt: null };
  if (error === null) return answer;
  // Every 409 of that operation has them, as the engine read them.
  const contradictions = members.contradictions as readonly ContradictedNode[];
  return { error, receipt, answer, contradictions };
}

import type { DefaultConnectionArguments } from '@pothos/plugin-relay';
import { planRedaction } from '../../../../engine/artefact/redact.ts';
import { planWithdrawal } from '../../../../engine/artefact/withdraw.ts';
import type { SupposedBelief } from '../../../../engine/findings/supposed-beliefs.ts';
import type { Turn } from '../../../../engine/findings/what-would-turn.ts';
import { evidenceCommand } from '../../../../engine/ledger/append-evidence.ts';
import type { Outcome } from '../../../../engine/refusal.ts';
import { isClaimAddr, parseAddress } from '../../../../graph/address.ts';
import type { FoldResult } from '../../../../graph/belief/result.ts';
import type { Command } from '../../../../graph/log/command.ts';
import { builder } from '../../builder/builder.ts';
import { claimKey, datedKey } from '../../builder/dated-key.ts';
import { isArtefactId } from '../../builder/ids.ts';
import { pageComplexity } from '../../builder/page-size.ts';
import type { GraphqlContext } from '../../context.ts';
import { digestOf } from '../../digest.ts';
import { connectionType } from '../../lists/connections.ts';
import type { ListName } from '../../lists/list-cursor.ts';
import { arrayConnection } from '../../lists/offset-connection.ts';
import { refusalError } from '../../refusal-error.ts';
import { tenantOf } from '../../session/session.ts';
import { readAsOf } from '../../views/view.ts';
import { AnswerType } from '../answers/answer-ref.ts';
import {
  BeliefStateType,
  EXPLANATION_COMPLEXITY,
  ExplainedEntryType,
} from '../beliefs/belief-explanation.ts';
import { ClaimType } from '../claims/claim-ref.ts';
import { FindingReasonType, FindingsStateType } from '../findings/finding.ts';
import { EvidenceKindType } from '../ledger/evidence-event.ts';
import { EvidenceInputType } from '../ledger/mutation-append-evidence.ts';

/** It evaluates whatever it touches: it is worth so many fields. */
export const WHAT_IF_COMPLEXITY = 1_000;
const FULL_STANDING = 1_000;
/** Nobody's: no token is minted for it. */
export const SUPPOSED = 'what-if';

export interface TurnAt extends Turn {
  readonly asOf: string | null;
}

const TurnType = builder.objectRef<TurnAt>('Turn').implement({
  description: 'A verdict that would change.',
  fields: (t) => ({
    answer: t.field({
      type: AnswerType,
      nullable: true,
      description: 'As it is now, or was at `asOf`.',
      resolve: ({ answerId, asOf }) => datedKey(answerId, asOf),
    }),
    from: t.field({
      type: FindingsStateType,
      description: 'The verdict as it is.',
      resolve: ({ from }) => from,
    }),
    to: t.field({
      type: FindingsStateType,
      description: 'The verdict that it would change to.',
      resolve: ({ to }) => to,
    }),
    reasons: t.field({
      type: [FindingReasonType],
      description: 'Of the later verdict.',
      resolve: ({ reasons }) => [...reasons],
    }),
  }),
});

export const TurnConnectionType = connectionType(TurnType, 'Turn');

interface BeliefAt extends SupposedBelief {
  readonly asOf: string | null;
}

const FoldedBeliefType = builder.objectRef<FoldResult>('FoldedBelief').implement({
  description: 'What a ledger comes to.',
  fields: (t) => ({
    state: t.field({
      type: BeliefStateType,
      description: 'What the fold comes to.',
      resolve: ({ state }) => state,
    }),
    effectiveConfidence: t.float({
      description: '0 to 1, four decimals.',
      resolve: ({ belief }) => belief.effective_confidence,
    }),
  }),
});

const SupposedBeliefType = builder.objectRef<BeliefAt>('SupposedBelief').implement({
  description: 'What would be believed of a claim.',
  fields: (t) => ({
    claim: t.field({
      type: ClaimType,
      nullable: true,
      description: 'The canonical claim, whose ledger it is.',
      resolve: ({ claim, asOf }) => claimKey(claim, asOf),
    }),
    before: t.expose('before', {
      type: FoldedBeliefType,
      nullable: true,
      description: 'As it is; null without evidence.',
    }),
    after: t.expose('after', {
      type: FoldedBeliefType,
      nullable: true,
      description: 'As it would be.',
    }),
    part: t.field({
      type: ExplainedEntryType,
      nullable: true,
      description: 'The event’s own part in it; null where the ledger is too long to be explained.',
      resolve: ({ part, asOf }) => part && { entry: part, event: null, asOf },
    }),
  }),
});

interface Turned {
  readonly turns: readonly TurnAt[];
  readonly list: ListName;
}

interface WhatIf extends Turned {
  readonly beliefs: readonly BeliefAt[];
  /** That very event is in the ledger already. */
  readonly repeated: boolean;
}

/** The field of each type that lists verdicts which would change. */
export const TURNS = {
  type: TurnType,
  complexity: pageComplexity,
  description: 'Verdicts of the caller’s organisation, by the answers’ positions in the log.',
  resolve: ({ turns, list }: Turned, args: DefaultConnectionArguments) => arrayConnection(args, list, turns),
};

const WhatIfType = builder.objectRef<WhatIf>('WhatIf').implement({
  description: 'What would come of something that was not done.',
  fields: (t) => ({
    turns: t.connection(TURNS, TurnConnectionType),
    beliefs: t.field({
      type: [SupposedBeliefType],
      description: 'In the claim that an event would speak on; none where nothing would be appended.',
      complexity: { field: EXPLANATION_COMPLEXITY, multiplier: 1 },
      resolve: ({ beliefs }) => [...beliefs],
    }),
    repeated: t.exposeBoolean('repeated', {
      description: 'The actor’s newest event says the same: it would not be appended again.',
    }),
  }),
});

const SupposedEvidenceType = builder.inputType('SupposedEvidence', {
  description: 'An event that somebody might append.',
  fields: (t) => ({
    claim: t.id({ required: true, description: 'Its address.' }),
    kind: t.field({ type: EvidenceKindType, required: true, description: 'Which way it speaks.' }),
    evidence: t.field({ type: [EvidenceInputType], required: true, description: 'At least one piece.' }),
    standing: t.int({ description: `Of its actor, 0 to ${FULL_STANDING} per mille; by default the most.` }),
    actor: t.string({
      description:
        'Whose earlier events on the claim it follows; by default somebody’s who has not spoken yet.',
    }),
    attestations: t.stringList({ description: 'Free text that would be kept with it.' }),
  }),
});

type Supposed = typeof SupposedEvidenceType.$inferInput;

builder.queryField('whatIf', (t) =>
  t.field({
    type: WhatIfType,
    nullable: true,
    description:
      'Which verdicts would change. Nothing is written. Name one of the three. Withdrawing and redacting are an operator’s, so that they are supposed in open mode only. Null only beside an error.',
    access: 'tenant',
    complexity: { field: WHAT_IF_COMPLEXITY, multiplier: 1 },
    args: {
      evidence: t.arg({ type: SupposedEvidenceType, description: 'An event.' }),
      withdrawn: t.arg.id({ description: 'An artefact that nothing may rest on any more, a1….' }),
      redacted: t.arg.id({ description: 'An artefact whose bytes are erased, a1….' }),
      asOf: t.arg({
        type: 'DateTime',
        description:
          'A date or timestamp: what would be seen as of then, had it taken effect then, beside all else that is known now; by default the present.',
      }),
    },
    resolve: async (_, { asOf: given, ...args }, context) => {
      const tenant = tenantOf(context.session);
      const asOf = readAsOf(given ?? null);
      const command = readCommand(args, context);
      const { result, beliefs, turns } = await context.engine.whatWouldTurn(command, tenant, asOf);
      if (!result.ok) throw refusalError(result.refusal);
      const name = { organisation: digestOf(tenant), supposed: digestOf(args), asOf };
      return {
        beliefs: beliefs.map((belief) => ({ ...belief, asOf })),
        repeated: isRepeated(result.value),
        turns: turns.map((turn) => ({ ...turn, asOf })),
        list: { field: 'turns', arguments: name },
      };
    },
  }),
);

interface WhatIfArgs {
  readonly evidence?: Supposed | null | undefined;
  readonly withdrawn?: string | null | undefined;
  readonly redacted?: string | null | undefined;
}

/** @throws {GraphQLError} `invalid:query`, `invalid:addr`, `missing:artefact`, `denied:capability_missing` */
function readCommand(
  { evidence, withdrawn, redacted }: WhatIfArgs,
  context: GraphqlContext,
): Command<Outcome<unknown>> {
  const named = [evidence, withdrawn, redacted].filter((one) => one !== null && one !== undefined);
  if (named.length !== 1) {
    throw refusalError({ reason: 'invalid:query', message: 'name one of evidence, withdrawn and redacted' });
  }
  if (evidence) return evidenceCommand(eventOf(evidence));
  checkOperator(context);
  const artefact = withdrawn ?? redacted ?? '';
  if (!isArtefactId(artefact)) {
    throw refusalError({ reason: 'missing:artefact', message: `there is no artefact ${artefact}` });
  }
  const request = { artefact, reason: SUPPOSED, by: null };
  return withdrawn ? planWithdrawal(request) : planRedaction(request);
}

/** Who needs no credential at all is at the operator's own machine. */
export function checkOperator({ session: { credentialIds }, config }: GraphqlContext): void {
  if (config.engineAuth === 'open' && credentialIds.length === 0) return;
  const message =
    'this is an operator’s: adduce artefact withdraw --dry-run, adduce artefact redact --dry-run';
  throw refusalError({ reason: 'denied:capability_missing', message });
}

function isRepeated(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'repeated' in value && value.repeated === true;
}

function eventOf({
  claim,
  kind,
  evidence,
  standing,
  actor,
  attestations,
}: Supposed): Parameters<typeof evidenceCommand>[0] {
  const parsed = parseAddress(claim);
  if (!isClaimAddr(claim) || !parsed.ok) {
    throw refusalError({ reason: 'invalid:addr', message: 'claim is a claim’s address' });
  }
  const standingOf = standing ?? FULL_STANDING;
  if (standingOf < 0 || standingOf > FULL_STANDING) {
    throw refusalError({ reason: 'invalid:query', message: `standing is 0 to ${FULL_STANDING}` });
  }
  const root = actor ?? SUPPOSED;
  return {
    claim,
    corpus: parsed.corpus,
    kind,
    evidence: evidence.map(pieceOf),
    attestations: attestations ?? [],
    stake: null,
    writer: {
      actor: root,
      actorRoot: root,
      standing: standingOf,
      tokenId: SUPPOSED,
      maySupersede: false,
    },
    idempotency: null,
  };
}

function pieceOf({ ref, hash, kind }: Supposed['evidence'][number]) {
  if (ref && hash && kind) return { ref, hash, kind };
  throw refusalError({
    reason: 'denied:evidence_missing',
    message: 'each piece has a ref, a hash and a kind',
  });
}

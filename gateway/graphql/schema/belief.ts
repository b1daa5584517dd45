import type { ClaimBelief } from '../../../engine/belief/read-beliefs.ts';
import type { ClaimAddr } from '../../../graph/address.ts';
import type { BeliefState } from '../../../graph/evidence.ts';
import { builder } from '../builder.ts';
import { claimKey } from '../claim-key.ts';
import { ClaimType } from '../loaders.ts';
import {
  BeliefExplanationType,
  BeliefStateType,
  EXPLANATION_COMPLEXITY,
  explainBelief,
} from './belief-explanation.ts';

/** Belief in a claim at the time that the claim is seen at. */
export interface BeliefNode {
  readonly state: BeliefState;
  readonly effectiveConfidence: number;
  /** The newest open dispute of a contested or disputed claim. */
  readonly contestRef: string | null;
  readonly successor: ClaimAddr | null;
  readonly asOf: string | null;
  /** What it was folded from. */
  readonly read: ClaimBelief;
}

export const BeliefType = builder.objectRef<BeliefNode>('Belief').implement({
  description: 'The fold of a claim’s ledger. A claim without evidence has none.',
  fields: (t) => ({
    state: t.expose('state', { type: BeliefStateType }),
    effectiveConfidence: t.exposeFloat('effectiveConfidence', { description: '0 to 1, four decimals.' }),
    contestRef: t.exposeID('contestRef', {
      nullable: true,
      description: 'The event of a contested or disputed claim’s newest open dispute.',
    }),
    explanation: t.field({
      type: BeliefExplanationType,
      nullable: true,
      description: 'Why this belief; null where the ledger is too long to be explained entry by entry.',
      access: { capability: 'svc.evidence' },
      complexity: { field: EXPLANATION_COMPLEXITY, multiplier: 1 },
      resolve: ({ read, asOf }, _, context) => explainBelief(read, asOf, context),
    }),
    supersededBy: t.field({
      type: ClaimType,
      nullable: true,
      description: 'The accepted successor of a superseded claim.',
      resolve: ({ successor, asOf }) => (successor === null ? null : claimKey(successor, asOf)),
    }),
  }),
});

import { builder } from '../../builder/builder.ts';
import { claimKey } from '../../builder/dated-key.ts';
import { ClaimType } from '../claims/claim-ref.ts';
import {
  BeliefExplanationType,
  BeliefStateType,
  EXPLANATION_COMPLEXITY,
  explainBelief,
} from './belief-explanation.ts';
import type { BeliefNode } from './belief-node.ts';

export const BeliefType = builder.objectRef<BeliefNode>('Belief').implement({
  description: 'The fold of a claim’s ledger. A claim without evidence has none.',
  fields: (t) => ({
    state: t.expose('state', { type: BeliefStateType, description: 'What the fold comes to.' }),
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

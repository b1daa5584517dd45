import type { ClaimAddr } from '../../../graph/address.ts';
import type { BeliefState } from '../../../graph/evidence.ts';
import { builder } from '../builder.ts';
import { claimKey } from '../claim-key.ts';
import { ClaimType } from '../loaders.ts';

/** Belief in a claim at the time that the claim is seen at. */
export interface BeliefNode {
  readonly state: BeliefState;
  readonly effectiveConfidence: number;
  /** The newest open dispute of a contested or disputed claim. */
  readonly contestRef: string | null;
  readonly successor: ClaimAddr | null;
  readonly asOf: string | null;
}

const STATES: readonly BeliefState[] = ['settled', 'contested', 'disputed', 'stale', 'superseded'];

const BeliefStateType = builder.enumType('BeliefState', { values: STATES });

export const BeliefType = builder.objectRef<BeliefNode>('Belief').implement({
  description: 'The fold of a claim’s ledger. A claim without evidence has none.',
  fields: (t) => ({
    state: t.expose('state', { type: BeliefStateType }),
    effectiveConfidence: t.exposeFloat('effectiveConfidence', { description: '0 to 1, four decimals.' }),
    contestRef: t.exposeID('contestRef', {
      nullable: true,
      description: 'The event of a contested or disputed claim’s newest open dispute.',
    }),
    supersededBy: t.field({
      type: ClaimType,
      nullable: true,
      description: 'The accepted successor of a superseded claim.',
      resolve: ({ successor, asOf }) => (successor === null ? null : claimKey(successor, asOf)),
    }),
  }),
});

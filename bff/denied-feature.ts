/** Why a visitor may not use a feature, and what would let it. */
import type { BffContext, Visitor } from './bff-context.ts';
import { NEEDED_ROLE, type PageFeature } from './features.ts';
import type { RefusalView } from './refusal.ts';
import { isAtLeast } from './roles.ts';

export interface DeniedFeature {
  readonly feature: PageFeature;
  readonly reason: string;
  /** What is closed to the visitor, in a sentence. */
  readonly message: string;
  /** What would open it, where neither a role nor a sign-in would. */
  readonly next_step: string;
  /** The same for a visitor who has not signed in, where people do. */
  readonly signInStep: string;
}

/** The refusal of a visitor for whom `mayUse` is false. */
export async function deniedFeature(
  bff: BffContext,
  visitor: Visitor,
  { feature, reason, message, next_step, signInStep }: DeniedFeature,
): Promise<RefusalView> {
  const denied = { status: 403, kind: 'Forbidden', reason } as const;
  const needed_role = NEEDED_ROLE[feature];
  for (const { org_id, role } of await bff.records.membershipsOf(visitor.user)) {
    if (isAtLeast(role, needed_role) || !(await bff.records.entitled(org_id, feature))) continue;
    const words = `That needs the role of ${needed_role} in ${org_id}; yours is ${role}.`;
    return {
      ...denied,
      message: words,
      next_step: `Ask a curator of ${org_id}, or the operator.`,
      needed_role,
    };
  }
  const canSignIn = bff.signIn !== null && !visitor.session.isSignedIn;
  if (!canSignIn) return { ...denied, message, next_step };
  return { ...denied, message, next_step: signInStep, needed_role };
}

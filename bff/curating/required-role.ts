/** Whether a visitor is a curator of an organisation. */
import type { BffContext, Visitor } from '../bff-context.ts';
import { BffRefusal, refuse } from '../refusal.ts';
import { isAtLeast, type Role } from '../roles.ts';

const NEEDED: Role = 'curator';

/**
 * @throws {BffRefusal} 404 for an organisation that the visitor is no member of, whether or not it exists; 403 `denied:role`
 * for a member with another role, and where people sign in for one who has not
 */
export async function requireCurator(bff: BffContext, visitor: Visitor, org: string): Promise<void> {
  const memberships = await bff.records.membershipsOf(visitor.user);
  const membership = memberships.find(({ org_id }) => org_id === org);
  if (membership === undefined) {
    throw refuse(404, 'NotFound', 'missing:organisation', 'You belong to no organisation of that name.');
  }
  const denied = { status: 403, kind: 'Forbidden', reason: 'denied:role', needed_role: NEEDED } as const;
  if (!isAtLeast(membership.role, NEEDED)) {
    const message = `That needs the role of ${NEEDED} in ${org}; yours is ${membership.role}.`;
    throw new BffRefusal({ ...denied, message, next_step: `Ask a curator of ${org}, or the operator.` });
  }
  if (bff.signIn !== null && !visitor.session.isSignedIn) {
    const message = `Only a person who has signed in manages ${org}.`;
    throw new BffRefusal({ ...denied, message, next_step: `Sign in to manage ${org}.` });
  }
}

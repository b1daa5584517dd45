/** Whether a visitor is a curator of an organisation. */
import type { RoleCheck } from '../account-records.ts';
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
  asCurator(bff, visitor, org).check(memberships.find(({ org_id }) => org_id === org)?.role ?? null);
}

/** For a change that is one transaction with its check. Its check throws as `requireCurator`. */
export function asCurator(bff: BffContext, visitor: Visitor, org: string): RoleCheck {
  return { user: visitor.user, check: (role) => checkCurator(bff, visitor, { org, role }) };
}

function checkCurator(
  bff: BffContext,
  visitor: Visitor,
  { org, role }: { readonly org: string; readonly role: Role | null },
): void {
  if (role === null) {
    throw refuse(404, 'NotFound', 'missing:organisation', 'You belong to no organisation of that name.');
  }
  const denied = { status: 403, kind: 'Forbidden', reason: 'denied:role', needed_role: NEEDED } as const;
  if (!isAtLeast(role, NEEDED)) {
    const message = `That needs the role of ${NEEDED} in ${org}; yours is ${role}.`;
    throw new BffRefusal({ ...denied, message, next_step: `Ask a curator of ${org}, or the operator.` });
  }
  if (bff.signIn !== null && !visitor.session.isSignedIn) {
    const message = `Only a person who has signed in manages ${org}.`;
    throw new BffRefusal({ ...denied, message, next_step: `Sign in to manage ${org}.` });
  }
}

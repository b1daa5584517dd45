/** The members of an organisation, for its curators. */
import { z } from 'zod';
import type { ListedMember } from '../account-records.ts';
import type { BffContext, Visitor } from '../bff-context.ts';
import { type Page, pageOf, pageOfSchema, positionOf } from '../cursor.ts';
import { BffRefusal, refuse } from '../refusal.ts';
import { role } from '../roles.ts';
import { asCurator, requireCurator } from './required-role.ts';

const MAX_ORG_LENGTH = 256;
const MAX_ID_LENGTH = 64;
const PAGE = 50;

export const organisationInput = z.strictObject({ org_id: z.string().min(1).max(MAX_ORG_LENGTH) });
export const membersQuery = organisationInput.extend({ cursor: z.string().max(256).optional() });
export const memberInput = organisationInput.extend({ user_id: z.string().min(1).max(MAX_ID_LENGTH) });
export const roleInput = memberInput.extend({ role });

export const memberView = z.object({
  user_id: z.string(),
  /** As the identity provider says; null of a member who has not signed in. */
  name: z.string().nullable(),
  role,
  /** `provider`: its groups there give the role, anew at each sign-in. */
  given_by: z.enum(['invitation', 'provider']),
  joined_at: z.string(),
});
type MemberView = z.infer<typeof memberView>;

export const memberPage = pageOfSchema(memberView);

/** By their ids. @throws {BffRefusal} as `requireCurator`, 429 past the limit */
export async function listMembers(
  bff: BffContext,
  visitor: Visitor,
  { org_id, cursor }: z.infer<typeof membersQuery>,
): Promise<Page<MemberView>> {
  await bff.limits.read(visitor);
  await requireCurator(bff, visitor, org_id);
  const after = cursor === undefined ? null : positionOf(cursor).id;
  const rows = await bff.records.memberPage(org_id, after, PAGE + 1);
  return pageOf(rows, PAGE, ({ user_id: id }) => ({ at: 0, id }), viewOf);
}

/**
 * A lower role ends the organisation's earlier invitations too, by which the member could have the higher one again.
 * @throws {BffRefusal} as `requireCurator`, 403 for a role that the provider gives, 404 for no member, 429 past the limit
 */
export async function changeRole(
  bff: BffContext,
  visitor: Visitor,
  { org_id, user_id, role: wanted }: z.infer<typeof roleInput>,
): Promise<MemberView> {
  await bff.limits.write(visitor);
  const change = { org_id, user_id, role: wanted, at: bff.now() };
  const changed = await bff.records.setRole(change, asCurator(bff, visitor, org_id));
  if (changed === null) throw missingMember();
  const validFrom = (await bff.records.invitationsFrom(org_id)) ?? 0;
  // The role was lowered.
  if (validFrom > change.at) await endInvitationsUntilNow(bff, org_id);
  if (changed.role !== wanted) {
    const message = 'The identity provider gives this member the role.';
    const next_step = 'Change the groups of the person there; it counts from the next sign-in on.';
    throw new BffRefusal({ status: 403, kind: 'Forbidden', reason: 'denied:role', message, next_step });
  }
  return viewOf(changed);
}

/**
 * Ends a membership at once, and the organisation's earlier invitations, by which the member could come back.
 * @throws {BffRefusal} as `requireCurator`, 404 for no member, 429 past the limit
 */
export async function removeMember(
  bff: BffContext,
  visitor: Visitor,
  { org_id, user_id }: z.infer<typeof memberInput>,
): Promise<void> {
  await bff.limits.write(visitor);
  const change = { org_id, user_id, at: bff.now() };
  if (!(await bff.records.removeMember(change, asCurator(bff, visitor, org_id)))) throw missingMember();
  await endInvitationsUntilNow(bff, org_id);
}

/** Also those that the member made, still a curator, after the time that the change was given and before it was committed. */
async function endInvitationsUntilNow(bff: BffContext, org: string): Promise<void> {
  await bff.records.endInvitations(org, bff.now() + 1);
}

function missingMember(): BffRefusal {
  return refuse(404, 'NotFound', 'missing:member', 'There is no such member.');
}

function viewOf({ user_id, name, role: held, given_by, joined_at }: ListedMember): MemberView {
  return { user_id, name, role: held, given_by, joined_at: new Date(joined_at).toISOString() };
}

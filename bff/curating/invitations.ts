/** Invitations that curators make for their organisation. */
import { z } from 'zod';
import type { BffContext, Visitor } from '../bff-context.ts';
import { writeInvitation } from '../invitation.ts';
import { role } from '../roles.ts';
import { organisationInput } from './members.ts';
import { requireCurator } from './required-role.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 365;

export const inviteInput = organisationInput.extend({
  role: role.default('reader'),
  /** How long it can be used. */
  days: z.int().min(1).max(MAX_DAYS).default(1),
});

export const invitationView = z.object({
  /** To be brought to `session.join`, by many until it ends. */
  invitation: z.string(),
  /** Where the page joins by it, below the page's own address. */
  path: z.string(),
  role,
  expires_at: z.string(),
});

/** @throws {BffRefusal} as `requireCurator`, 429 past the limit */
export async function invite(
  bff: BffContext,
  visitor: Visitor,
  { org_id, role: given, days }: z.infer<typeof inviteInput>,
): Promise<z.infer<typeof invitationView>> {
  await bff.limits.write(visitor);
  // Before the role is read: a removal that is committed after that ends this invitation.
  const issued = bff.now();
  await requireCurator(bff, visitor, org_id);
  const expires = issued + days * DAY_MS;
  const invitation = writeInvitation(bff.sessionKey, { org: org_id, role: given, issued, expires });
  const path = `/#invitation=${encodeURIComponent(invitation)}`;
  return { invitation, path, role: given, expires_at: new Date(expires).toISOString() };
}

/** Ends all invitations that were made before. @throws {BffRefusal} as `requireCurator`, 429 past the limit */
export async function endInvitations(
  bff: BffContext,
  visitor: Visitor,
  { org_id }: z.infer<typeof organisationInput>,
): Promise<void> {
  await bff.limits.write(visitor);
  await requireCurator(bff, visitor, org_id);
  await bff.records.endInvitations(org_id, bff.now() + 1);
}

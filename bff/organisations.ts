/** The organisations of a visitor and their features (docs/spec/contract.md#ae-entitlements). */
import { z } from 'zod';
import { type BffContext, personalOrg, type Visitor } from './bff-context.ts';
import { SHARED_HISTORY } from './features.ts';
import { readInvitation } from './invitation.ts';
import { refuse } from './refusal.ts';

const MAX_INVITATION_LENGTH = 1_024;
const MAX_ORG_LENGTH = 256;

export const joinInput = z.strictObject({ invitation: z.string().min(1).max(MAX_INVITATION_LENGTH) });
export const leaveInput = z.strictObject({ org_id: z.string().min(1).max(MAX_ORG_LENGTH) });

/** The session as the page shows it. */
export interface SessionView {
  /** The visitor's own: nobody else sees its questions and answers. */
  readonly personal_org: string;
  /** Joined by invitation, the latest first. */
  readonly organisations: readonly string[];
  /** When the session ends unless it is used, RFC 3339 UTC. */
  readonly expires_at: string;
}

/** @throws {BffRefusal} 429 past the limit */
export async function readSession(bff: BffContext, visitor: Visitor): Promise<SessionView> {
  await bff.limits.read(visitor);
  return {
    personal_org: personalOrg(bff, visitor.user),
    organisations: await joinedBy(bff, visitor),
    expires_at: new Date(visitor.session.expiresAt).toISOString(),
  };
}

/** The organisations that the visitor has joined, the latest first. */
function joinedBy({ records }: BffContext, { user }: Visitor): Promise<readonly string[]> {
  return records.organisationsOf(user);
}

/** The organisation that new questions of the visitor are recorded for. */
export async function currentOrg(bff: BffContext, visitor: Visitor): Promise<string> {
  const [latest] = await joinedBy(bff, visitor);
  return latest ?? personalOrg(bff, visitor.user);
}

/** Joined organisations whose members see each other's questions and answers. */
export async function sharingOrgs(bff: BffContext, visitor: Visitor): Promise<readonly string[]> {
  const sharing: string[] = [];
  for (const org of await joinedBy(bff, visitor)) {
    if (await bff.records.entitled(org, SHARED_HISTORY)) sharing.push(org);
  }
  return sharing;
}

/** Whether a joined organisation has the feature, or else what the operator gives to every visitor. */
export async function mayUse(bff: BffContext, visitor: Visitor, feature: string): Promise<boolean> {
  for (const org of await joinedBy(bff, visitor)) {
    if (await bff.records.entitled(org, feature)) return true;
  }
  return (await bff.records.entitlement(bff.org, feature)) ?? bff.features.includes(feature);
}

/** @throws {BffRefusal} 403 for an invitation that is not valid, 429 past the limit */
export async function join(
  bff: BffContext,
  visitor: Visitor,
  invitation: string,
): Promise<{ readonly org_id: string }> {
  await bff.limits.write(visitor);
  const read = readInvitation(bff.sessionKey, invitation, bff.now());
  if (read === null || read.issued < ((await bff.records.invitationsFrom(read.org)) ?? 0)) {
    const message = 'This invitation has ended, or it is not from this server.';
    throw refuse(403, 'Forbidden', 'denied:invitation', message, 'Ask the operator for a new one.');
  }
  await bff.records.join(read.org, visitor.user, bff.now());
  return { org_id: read.org };
}

/** @throws {BffRefusal} 429 past the limit */
export async function leave(bff: BffContext, visitor: Visitor, org: string): Promise<void> {
  await bff.limits.write(visitor);
  await bff.records.leave(org, visitor.user);
}

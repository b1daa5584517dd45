/** The organisations of a visitor and their features (docs/spec/contract.md#ae-entitlements). */
import { z } from 'zod';
import type { Membership } from './account-records.ts';
import { type BffContext, personalOrg, type Visitor } from './bff-context.ts';
import { FEATURES, NEEDED_ROLE, type PageFeature, SHARED_HISTORY } from './features.ts';
import { type Invitation, readInvitation } from './invitation.ts';
import { type BffRefusal, refuse } from './refusal.ts';
import { isAtLeast, role, USUAL_ROLE } from './roles.ts';

const MAX_INVITATION_LENGTH = 1_024;
const MAX_ORG_LENGTH = 256;

export const joinInput = z.strictObject({ invitation: z.string().min(1).max(MAX_INVITATION_LENGTH) });
export const leaveInput = z.strictObject({ org_id: z.string().min(1).max(MAX_ORG_LENGTH) });

/** The session as the page shows it. */
export const sessionView = z.object({
  /** The visitor's own: nobody else sees its questions and answers. */
  personal_org: z.string(),
  /** Joined by invitation or given by the identity provider, the latest first. */
  organisations: z.array(z.string()).readonly(),
  /** The same with the visitor's role in each. */
  memberships: z.array(z.object({ org_id: z.string(), role })).readonly(),
  /** When the session ends unless it is used, RFC 3339 UTC. */
  expires_at: z.string(),
  /** Who signed in; null: an anonymous visitor. */
  account: z.object({ name: z.string().nullable() }).nullable(),
  /** Whether visitors can sign in here, at `/auth/sign-in`. */
  sign_in: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;

export const joinedOrg = z.object({ org_id: z.string(), role });

const features = z.array(z.object({ feature_key: z.enum(FEATURES), enabled: z.boolean() })).readonly();

/** What the visitor may do: by itself, and in each organisation that it has joined, the latest first. */
export const entitlementsView = z.object({
  personal: features,
  organisations: z.array(z.object({ org_id: z.string(), role, features })).readonly(),
});

/** @throws {BffRefusal} 429 past the limit */
export async function readEntitlements(
  bff: BffContext,
  visitor: Visitor,
): Promise<z.infer<typeof entitlementsView>> {
  await bff.limits.read(visitor);
  const featuresBy = (isEnabled: (feature: PageFeature) => Promise<boolean>) =>
    Promise.all(
      FEATURES.map(async (feature_key) => ({ feature_key, enabled: await isEnabled(feature_key) })),
    );
  const joined = await bff.records.membershipsOf(visitor.user);
  return {
    personal: await featuresBy((feature) => isGivenToAll(bff, feature)),
    organisations: await Promise.all(
      joined.map(async (membership) => ({
        ...membership,
        features: await featuresBy((feature) => givesTo(bff, membership, feature)),
      })),
    ),
  };
}

/** @throws {BffRefusal} 429 past the limit */
export async function readSession(bff: BffContext, visitor: Visitor): Promise<SessionView> {
  await bff.limits.read(visitor);
  const memberships = await bff.records.membershipsOf(visitor.user);
  return {
    personal_org: personalOrg(bff, visitor.user),
    organisations: memberships.map(({ org_id }) => org_id),
    memberships,
    expires_at: new Date(visitor.session.expiresAt).toISOString(),
    account: await accountView(bff, visitor),
    sign_in: bff.signIn !== null,
  };
}

async function accountView(
  { records }: BffContext,
  { user, session }: Visitor,
): Promise<SessionView['account']> {
  if (!session.isSignedIn) return null;
  const account = await records.accountOf(user);
  return { name: account?.name ?? null };
}

/** The organisations that the visitor has joined, the latest first. */
async function joinedBy({ records }: BffContext, { user }: Visitor): Promise<readonly string[]> {
  return (await records.membershipsOf(user)).map(({ org_id }) => org_id);
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

/** Whether a joined organisation has the feature for the visitor's role, or else what the operator gives to every visitor. */
export async function mayUse(bff: BffContext, visitor: Visitor, feature: PageFeature): Promise<boolean> {
  return (await orgWith(bff, visitor, feature)) !== null || isGivenToAll(bff, feature);
}

/** The organisation in which the visitor has the feature, by its role there; null where there is none. */
export async function orgWith(
  bff: BffContext,
  visitor: Visitor,
  feature: PageFeature,
): Promise<string | null> {
  for (const membership of await bff.records.membershipsOf(visitor.user)) {
    if (await givesTo(bff, membership, feature)) return membership.org_id;
  }
  return null;
}

async function givesTo(bff: BffContext, membership: Membership, feature: PageFeature): Promise<boolean> {
  const { org_id, role: held } = membership;
  return isAtLeast(held, NEEDED_ROLE[feature]) && bff.records.entitled(org_id, feature);
}

/** What the operator gives to every visitor. */
async function isGivenToAll(bff: BffContext, feature: string): Promise<boolean> {
  return (await bff.records.entitlement(bff.org, feature)) ?? bff.features.includes(feature);
}

/** @throws {BffRefusal} 403 for an invitation that is not valid, 429 past the limit */
export async function join(
  bff: BffContext,
  visitor: Visitor,
  invitation: string,
): Promise<z.infer<typeof joinedOrg>> {
  await bff.limits.write(visitor);
  const { org: org_id, role: given = USUAL_ROLE, issued } = readValid(bff, invitation);
  // One who has a higher role there already keeps it.
  const held = await bff.records.join(org_id, visitor.user, bff.now(), given, issued);
  if (held === null) throw endedInvitation();
  return { org_id, role: held };
}

/** What an invitation gives, before anybody joins by it. @throws {BffRefusal} as `join` */
export async function readInvited(
  bff: BffContext,
  visitor: Visitor,
  invitation: string,
): Promise<Membership> {
  await bff.limits.read(visitor);
  const { org, role: given = USUAL_ROLE, issued } = readValid(bff, invitation);
  if (issued < ((await bff.records.invitationsFrom(org)) ?? 0)) throw endedInvitation();
  return { org_id: org, role: given };
}

/** One of this server that has not expired; its organisation may have ended it. */
function readValid(bff: BffContext, text: string): Invitation {
  const invitation = readInvitation(bff.sessionKey, text, bff.now());
  if (invitation === null) throw endedInvitation();
  return invitation;
}

function endedInvitation(): BffRefusal {
  const message = 'This invitation has ended, or it is not from this server.';
  return refuse(403, 'Forbidden', 'denied:invitation', message, 'Ask who sent it for a new one.');
}

/** @throws {BffRefusal} 429 past the limit */
export async function leave(bff: BffContext, visitor: Visitor, org: string): Promise<void> {
  await bff.limits.write(visitor);
  await bff.records.leave(org, visitor.user);
}

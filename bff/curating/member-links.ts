/** Public links of a member to answers that were asked for in the organisation, for its curators. */
import { z } from 'zod';
import type { BffContext, Visitor } from '../bff-context.ts';
import { refuse } from '../refusal.ts';
import { memberInput } from './members.ts';
import { requireCurator } from './required-role.ts';

const MAX_ID_LENGTH = 64;

export const memberLinkInput = memberInput.extend({ id: z.string().min(1).max(MAX_ID_LENGTH) });

/** Without question and token: a curator ends links, and reads no more by them than anybody. */
const linkView = z.object({
  id: z.string(),
  kind: z.enum(['page', 'banner']),
  answer_id: z.string(),
  created_at: z.string(),
});
export const memberLinks = z.object({ items: z.array(linkView).readonly() });

/** The last made first, all of them. @throws {BffRefusal} as `requireCurator`, 429 past the limit */
export async function listMemberLinks(
  bff: BffContext,
  visitor: Visitor,
  { org_id, user_id }: z.infer<typeof memberInput>,
): Promise<z.infer<typeof memberLinks>> {
  await bff.limits.read(visitor);
  await requireCurator(bff, visitor, org_id);
  const links = await bff.records.linksIn(org_id, user_id);
  const items = links.map(({ id, kind, answer_id, created_at }) => {
    return { id, kind, answer_id, created_at: new Date(created_at).toISOString() };
  });
  return { items };
}

/** For good. @throws {BffRefusal} as `requireCurator`, 404 for a link that is not of the organisation, 429 past the limit */
export async function revokeMemberLink(
  bff: BffContext,
  visitor: Visitor,
  { org_id, user_id, id }: z.infer<typeof memberLinkInput>,
): Promise<void> {
  await bff.limits.write(visitor);
  await requireCurator(bff, visitor, org_id);
  const links = await bff.records.linksIn(org_id, user_id);
  const isOurs = links.some((link) => link.id === id);
  if (!isOurs || !(await bff.records.revokeLink(user_id, id))) {
    throw refuse(404, 'NotFound', 'missing:link', 'There is no such link.');
  }
  bff.verdicts.revoked(id);
}

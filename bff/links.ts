/** Links by which anybody may read one answer, without an account, until its user revokes them. */
import { z } from 'zod';
import type { BffContext, Visitor } from './bff-context.ts';
import { currentOrg } from './organisations.ts';
import type { KnownLink, LinkRecord } from './records.ts';
import { refuse } from './refusal.ts';
import { readSignedText, signText } from './signed-text.ts';

const PURPOSE = 'link';
const MAX_ID_LENGTH = 64;

const linkFacts = z.strictObject({ id: z.string().min(1).max(MAX_ID_LENGTH) });
const kind = z.enum(['page', 'banner']);

export const linkInput = z.strictObject({
  answer_id: z.string().min(1).max(MAX_ID_LENGTH),
  /** `page`: the answer with its receipt. `banner`: its verdict alone, for a banner on any site. */
  kind,
});
export const revokeInput = z.strictObject({ id: z.string().min(1).max(MAX_ID_LENGTH) });

export const linkView = z.object({
  id: z.string(),
  kind,
  answer_id: z.string(),
  q: z.string(),
  created_at: z.string(),
  /** What a reader presents; it holds no secret beyond this answer. */
  token: z.string(),
  /** Where a reader reads it, below the page's own address. */
  path: z.string(),
});
type LinkView = z.infer<typeof linkView>;

export const linkList = z.object({ items: z.array(linkView).readonly() });

/** @throws {BffRefusal} 404 for an answer that the visitor neither asked for nor saved, 403 past 200 links, 429 past the limit */
export async function addLink(
  bff: BffContext,
  visitor: Visitor,
  input: z.infer<typeof linkInput>,
): Promise<LinkView> {
  await bff.limits.write(visitor);
  const known = await bff.records.askedFor(visitor.user, input.answer_id);
  if (known === null) {
    throw refuse(404, 'NotFound', 'missing:answer', 'There is no such answer in your history.');
  }
  const { answer_id, q, summary_hash, receipt_hash } = known;
  const link: LinkRecord = {
    id: bff.newId(),
    user_id: visitor.user,
    kind: input.kind,
    answer_id,
    q,
    summary_hash,
    receipt_hash,
    created_at: bff.now(),
  };
  if (await bff.records.addLink(link, await currentOrg(bff, visitor))) return viewOf(bff, link);
  const message = 'You have 200 links, which is as many as there may be.';
  throw refuse(403, 'Forbidden', 'limited:links', message, 'Revoke one that is no longer needed.');
}

/** The last made first. @throws {BffRefusal} 429 past the limit */
export async function listLinks(bff: BffContext, visitor: Visitor): Promise<z.infer<typeof linkList>> {
  await bff.limits.read(visitor);
  const links = await bff.records.linksOf(visitor.user);
  return { items: links.map((link) => viewOf(bff, link)) };
}

/** For good: who has the link can no longer read the answer. @throws {BffRefusal} 404 where there is none, 429 past the limit */
export async function revokeLink(bff: BffContext, visitor: Visitor, id: string): Promise<void> {
  await bff.limits.write(visitor);
  if (!(await bff.records.revokeLink(visitor.user, id))) {
    throw refuse(404, 'NotFound', 'missing:link', 'There is no such link.');
  }
  bff.verdicts.revoked(id);
}

/** The link of a token; null for a forged or revoked one, and for one of another kind. */
export async function linkOf(
  bff: BffContext,
  token: string,
  wanted: LinkRecord['kind'],
): Promise<KnownLink | null> {
  const facts = linkFacts.safeParse(readSignedText(bff.sessionKey, PURPOSE, token));
  if (!facts.success) return null;
  const link = await bff.records.linkById(facts.data.id);
  return link?.kind === wanted ? link : null;
}

function viewOf({ sessionKey }: BffContext, link: LinkRecord): LinkView {
  const { id, answer_id, q } = link;
  const token = signText(sessionKey, PURPOSE, { id });
  const path = link.kind === 'page' ? `/shared/${token}` : `/api/public/verdicts?token=${token}`;
  const created_at = new Date(link.created_at).toISOString();
  return { id, kind: link.kind, answer_id, q, created_at, token, path };
}

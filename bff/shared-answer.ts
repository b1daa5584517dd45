/** An answer that its user shares by a link: read-only, with its receipt, for anybody who has the link. */
import type { AnswerReceipt } from '../gateway/wire/receipt.ts';
import { type BffContext, callFor } from './bff-context.ts';
import { linkOf } from './links.ts';
import type { PublicRequest } from './public-request.ts';
import type { KnownLink } from './records.ts';
import { refuse } from './refusal.ts';
import { type ShownAnswer, shownAnswer } from './shown-answer.ts';
import { verifiedReceipt } from './verified-receipt.ts';
import { readLogKeys } from './views/proof.ts';

export interface SharedAnswer {
  /** Its verdict is the latest one known. */
  readonly answer: ShownAnswer;
  /** The whole receipt, checked: the reader can verify it again. */
  readonly receipt: AnswerReceipt;
  /** The log's keys in the text of /.well-known/adduce-log-keys; null where none are known here. */
  readonly keys: string | null;
  readonly shared_at: string;
}

/** @throws {BffRefusal} 404 for a link that was revoked or never was, 429 past the limits, 502 where the receipt does not verify */
export async function readSharedAnswer(
  bff: BffContext,
  given: PublicRequest,
  token: string,
): Promise<SharedAnswer> {
  const { link, receipt, documents, keys } = await readShared(bff, given, token);
  const verdict = await bff.records.verdictOf(link.answer_id);
  const trust = {
    findings_state: verdict?.findings_state ?? 'UNKNOWN',
    reasons: (verdict?.reasons ?? []).map((code) => ({ code, claim: null })),
    seq: verdict?.seq ?? -1,
    at: verdict?.at ?? null,
  } as const;
  const answer = shownAnswer(receipt, { trust, documents, confidence: null, passages: [] });
  return { answer, receipt, keys, shared_at: new Date(link.created_at).toISOString() };
}

/** @throws as `readSharedAnswer` */
export async function sharedReceipt(
  bff: BffContext,
  given: PublicRequest,
  token: string,
): Promise<{ readonly answerId: string; readonly receipt: AnswerReceipt }> {
  const { link, receipt } = await readShared(bff, given, token);
  return { answerId: link.answer_id, receipt };
}

async function readShared(bff: BffContext, given: PublicRequest, token: string) {
  const link = await sharedLink(bff, token);
  const read = await readReceipt(bff, given, link);
  // It may have been revoked while the engine was asked.
  await sharedLink(bff, token);
  return { link, ...read };
}

async function sharedLink(bff: BffContext, token: string): Promise<KnownLink> {
  const link = await linkOf(bff, token, 'page');
  if (link !== null) return link;
  const next = 'Ask the person who sent it for a new one.';
  throw refuse(404, 'NotFound', 'missing:link', 'This link was revoked, or it is not whole.', next);
}

function readReceipt(bff: BffContext, { network, trace, signal }: PublicRequest, link: KnownLink) {
  const caller = { counted: `links at ${network}`, network };
  return bff.limits.engine(caller, 'open', async () => {
    const { answer_id, q, summary_hash: summaryHash, receipt_hash: receiptHash } = link;
    const call = callFor(bff, { user: link.owner, trace, signal });
    const { receipt: sent, documents = [] } = await bff.client.receipt(answer_id, {
      ...call,
      include: 'documents',
    });
    const expected = { answer_id, q, summaryHash, ...(receiptHash !== null && { receiptHash }) };
    const receipt = await verifiedReceipt(bff, call, { ...expected, receipt: sent });
    return { receipt, documents, keys: await readLogKeys(bff, call) };
  });
}

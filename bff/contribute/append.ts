/** Appends a contribution to the log: once, however often it is sent. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { AdduceError } from '../../gateway/client/adduce-error.ts';
import type { BffContext, Visitor } from '../bff-context.ts';
import { type Contribution, contributionInput, contributionOf } from './contribution.ts';
import { type Contributor, contributorOf, contributorView, forgetToken, tokenOf } from './contributor.ts';

export const appendInput = contributionInput.extend({
  /** Names the form that was filled in: what is sent again from it, after a lost reply, is the same write. */
  draft: z.string().regex(/^[\w-]{16,64}$/),
});
export type AppendInput = z.infer<typeof appendInput>;

export const appendedOutput = z.object({
  by: contributorView,
  /** Of the event, e1…, or of the annotation, n1…. */
  id: z.string(),
  /** Position in the log; null of an annotation, whose reply does not name it. */
  seq: z.int().nullable(),
  /** Position in the statement's ledger; null of an annotation. */
  ledger_seq: z.int().nullable(),
  /** When the engine took it, RFC 3339 UTC. */
  at: z.string(),
  /** Of the engine's reply. */
  receipt: z.object({ receipt_id: z.string(), hash: z.string() }),
});
export type AppendedContribution = z.infer<typeof appendedOutput>;

/** @throws {BffRefusal} and {AdduceError} for what is refused, with what would be accepted; 429 past the limits */
export async function append(
  bff: BffContext,
  visitor: Visitor,
  { draft, ...input }: AppendInput,
): Promise<AppendedContribution> {
  await bff.limits.write(visitor);
  return bff.limits.engine(visitor, 'contribute', async () => {
    const contributor = await contributorOf(bff, visitor);
    const contribution = await contributionOf(bff, visitor, input, contributor);
    // Of the content too: a form that was changed after a refusal is another write.
    const key = hash('sha256', JSON.stringify([visitor.user, draft, contribution]), 'base64url');
    try {
      return await send(bff, visitor, contribution, { contributor, key });
    } catch (error) {
      if (!isEnded(error)) throw error;
      forgetToken(bff, contributor);
      return await send(bff, visitor, contribution, { contributor, key });
    }
  });
}

async function send(
  bff: BffContext,
  { trace, signal }: Visitor,
  contribution: Contribution,
  { contributor, key }: { readonly contributor: Contributor; readonly key: string },
): Promise<AppendedContribution> {
  const headers = { authorization: `Bearer ${await tokenOf(bff, contributor)}` };
  const options = { trace, signal, headers, idempotencyKey: key };
  const by = { actor: contributor.actor, standing: contributor.standing };
  if (contribution.kind === 'annotation') {
    const { annotation, receipts } = await bff.reader.annotate(contribution.annotation, options);
    const { id, created_at: at } = annotation;
    return { by, id, seq: null, ledger_seq: null, at, receipt: receiptOf(receipts) };
  }
  const { claim, corpus, event } = contribution;
  const { entry, receipts } = await bff.reader.evidence(claim, event, { ...options, corpus });
  const { event_id: id, seq: ledger_seq, at, log } = entry;
  return { by, id, seq: log.seq, ledger_seq, at, receipt: receiptOf(receipts) };
}

type Receipts = readonly { readonly receipt_id: string; readonly hash: string }[];

/** An envelope carries at least one. */
function receiptOf([receipt]: Receipts): AppendedContribution['receipt'] {
  return { receipt_id: receipt?.receipt_id ?? '', hash: receipt?.hash ?? '' };
}

const ENDED: ReadonlySet<string> = new Set([
  'denied:token_expired',
  'denied:token_invalid',
  'denied:token_revoked',
]);

function isEnded(error: unknown): boolean {
  return error instanceof AdduceError && ENDED.has(error.reason);
}

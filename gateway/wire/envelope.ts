/** EnvelopeV1: what every response carries, errors included (contract: agent plane, "Resources"). */
import { z } from 'zod';
import { hexDigest } from './scalars.ts';

const count = z.int().min(0);

/** Proof of one response (contract: Receipt). */
export const receipt = z.object({
  receipt_id: z.string(),
  class: z.enum(['verified', 'dev', 'replay']),
  hash: hexDigest,
});
export type Receipt = z.infer<typeof receipt>;

/** `asked` and `spent` in tokens; what did not fit was dropped whole. */
export const budget = z.object({
  asked: count,
  spent: count,
  dropped: z.object({ count, kinds: z.array(z.string()) }),
});
export type Budget = z.infer<typeof budget>;

/** What was looked at: lanes in use, documents in view (null where that was not counted). */
export const coverage = z.object({
  lanes: z.array(z.string()),
  doc_count: count.nullable(),
  note: z.string().optional(),
});
export type Coverage = z.infer<typeof coverage>;

/**
 * What a successful call cost that a token's capability was used for; `GET /v1/stats` lists the costs. `balance_after`
 * is for tokens that carry a balance: none does yet.
 */
export const spend = z.object({
  capability: z.string(),
  cost: count,
  unit: z.enum(['call', 'token', 'byte']).optional(),
  balance_after: count.optional(),
});
export type Spend = z.infer<typeof spend>;

/** Reserved for deployments with prices: nothing emits it, nor status 402, in this version. */
const paymentRequired = z.object({
  price: count,
  obtain_credits: z.object({ method: z.string(), path: z.string() }),
  unit: z.string().optional(),
  currency: z.string().optional(),
});

export const envelope = z.object({
  corpus: z.object({ name: z.string(), snapshot: z.string() }),
  budget,
  coverage: coverage.optional(),
  /** `enforce` or `off` on the agent plane, the answer's mode on answers (decisions §8). */
  mode: z.string(),
  rcx: z.object({ token_id: z.string().nullable(), debit_ref: z.string().optional() }),
  spend: spend.optional(),
  payment_required: paymentRequired.optional(),
  receipts: z.array(receipt).min(1),
});
export type Envelope = z.infer<typeof envelope>;

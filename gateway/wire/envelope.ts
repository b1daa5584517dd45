/** EnvelopeV1: what every response carries, errors included (docs/spec/contract.md#ap-envelope). */
import { z } from 'zod';
import { hexDigest } from './scalars.ts';

const count = z.int().min(0);

/** Proof of one response (docs/spec/contract.md#ap-receipt). */
export const receipt = z
  .object({
    receipt_id: z.string(),
    class: z.enum(['verified', 'dev', 'replay']),
    hash: hexDigest,
  })
  .meta({
    id: 'ReceiptV1',
    description:
      "Proof of a response: BLAKE3-256 over what was asked and answered. `dev` marks a response's own, `verified` an answer's, `replay` one of a repeated selection.",
  });
export type ReceiptV1 = z.infer<typeof receipt>;

export const budget = z
  .object({
    asked: count.describe(
      "The request's `token_budget`, or the operation's own, and no more than its token allows. An operation without a " +
        'budget asks for what it costs.',
    ),
    spent: count.describe(
      'What the items cost, never more than `asked`: each as JSON with the sign that parts it from the next, counted by an ' +
        'estimate that is never below the o200k_base and cl100k_base tokenizers on these payloads. An entry of a ledger ' +
        'counts with its lines of `observed` and `successors`. The rest of the body is not in it: that costs at most the ' +
        "`token_reserve` of GET /v1/stats. An operation without a budget counts its own members, without the envelope's.",
    ),
    dropped: z
      .object({ count, kinds: z.array(z.string()) })
      .describe(
        'What was asked for and is not here, with the kinds of those items; `top_k` among them: more was asked for than a ' +
          'search gives, and `count` has the excess.',
      ),
  })
  .meta({
    id: 'BudgetV1',
    description: '`asked` and `spent` in tokens; what did not fit was dropped whole.',
  });
export type Budget = z.infer<typeof budget>;

export const coverage = z
  .object({
    lanes: z.array(z.string()),
    doc_count: count.nullable(),
    note: z
      .string()
      .optional()
      .describe(
        'What the search leaves open, parted by `; `: `gap: …`, `licences: …`, and `model: <name> could not be asked; ranked ' +
          'without it`, where the model that ranks failed: asked again once it is back, the same may be answered otherwise.',
      ),
  })
  .meta({
    id: 'CoverageV1',
    description: 'What was looked at: lanes in use, documents in view (null where that was not counted).',
  });
export type Coverage = z.infer<typeof coverage>;

export const spend = z
  .object({
    capability: z.string(),
    cost: count,
    unit: z.enum(['call', 'token', 'byte']).optional(),
    balance_after: count.optional().describe('For tokens that carry a balance: none does yet.'),
  })
  .meta({
    id: 'SpendV1',
    description:
      "What a successful call cost that a token's capability was used for; `GET /v1/stats` lists the costs.",
  });
export type Spend = z.infer<typeof spend>;

const paymentRequired = z
  .object({
    price: count,
    obtain_credits: z.object({ method: z.string(), path: z.string() }),
    unit: z.string().optional(),
    currency: z.string().optional(),
  })
  .meta({
    id: 'PaymentRequiredV1',
    description: 'Reserved for deployments with prices: nothing emits it, nor status 402, in this version.',
  });

export const envelope = z
  .object({
    corpus: z
      .object({ name: z.string(), snapshot: z.string() })
      .describe("What was read; `snapshot` is `<size>.<first 12 hex digits of the log's root>`."),
    budget,
    coverage: coverage.optional(),
    mode: z.string().describe("`enforce` or `off` on the agent plane, the answer's mode on answers."),
    rcx: z
      .object({ token_id: z.string().nullable(), debit_ref: z.string().optional() })
      .describe('The id of the token that was used, null where there was none.'),
    spend: spend.optional(),
    trace: z
      .string()
      .max(128)
      .optional()
      .describe(
        "The caller's `x-trace`, or the trace-id of its `traceparent`: the receipt holds it beside what the call cost. " +
          'Absent where the caller sent none, so that equal requests have equal bodies.',
      ),
    payment_required: paymentRequired.optional(),
    receipts: z.array(receipt).min(1),
  })
  .meta({ id: 'EnvelopeV1', description: 'What every response carries, errors included.' });
export type Envelope = z.infer<typeof envelope>;

/**
 * GET /v1/claims/{addr}/ledger: a claim's evidence, and what recomputes its belief (docs/spec/contract.md#ap-ledger;
 * docs/spec/decisions.md#3-response).
 */
import { z } from 'zod';
import { belief } from './belief.ts';
import { envelope } from './envelope.ts';
import { CAPABILITY_REASONS, RESERVED_REASONS } from './error.ts';
import { ledgerEntry } from './ledger-entry.ts';
import type { OperationContract } from './operation.ts';
import { asOf, claimParams, corpusName, instant, queryTokenBudget } from './scalars.ts';

export const ledgerQuery = z.object({
  token_budget: queryTokenBudget.optional(),
  after: z
    .string()
    .min(1)
    .max(64)
    .meta({ pattern: '^e1[a-z2-7]{26}$' })
    .optional()
    .describe('Only entries behind this event: how a trimmed ledger goes on.'),
  corpus: corpusName.optional(),
  as_of: asOf.optional(),
});
/** As a client writes it, before it becomes text in a URL. */
export interface LedgerQuery {
  readonly token_budget?: number;
  readonly after?: string;
  readonly corpus?: string;
  readonly as_of?: string;
}

export const ledgerResponse = envelope
  .extend({
    ledger: z
      .array(ledgerEntry)
      .describe('Oldest first, ties by event id; `token_budget` drops from the newest end.'),
    canonical: z
      .string()
      .optional()
      .describe(
        'The first claim of the cluster, whose ledger this claim shares: the `claim` of every entry; absent where it is that itself.',
      ),
    belief: belief
      .optional()
      .describe(
        'Over the whole ledger in view, also where `ledger` was trimmed; absent for an empty ledger.',
      ),
    as_of: instant.describe('T: what the belief was folded at.'),
    observed: z
      .record(z.string(), z.string())
      .describe(
        'By artefact hash its latest observation ≤ T, for what the entries of this page cite: whoever folds several pages ' +
          'joins their maps.',
      ),
    successors: z
      .record(z.string(), z.object({ newest_support: z.string().nullable(), disputed: z.boolean() }))
      .describe('By address what the fold knows of each successor that the entries of this page propose.'),
    next: z
      .string()
      .optional()
      .describe(
        'The query string of the next page, where there is one. `?after=…` goes on behind the last entry; where not even the ' +
          'first one fits, `?token_budget=…` asks for the page again with what that entry costs, or, where the token allows ' +
          'no such budget, `?after=…` passes it over: whoever folds sees the gap in `seq`.',
      ),
  })
  .meta({ id: 'LedgerResponseV1' });
export type LedgerResponse = z.infer<typeof ledgerResponse>;

export const readLedger = {
  id: 'readLedger',
  method: 'GET',
  route: '/v1/claims/{addr}/ledger',
  tag: 'agent',
  summary: "Read a claim's evidence in canonical order, and the belief that folds from it",
  capability: 'svc.evidence',
  credential: 'token',
  params: claimParams,
  query: ledgerQuery,
  reply: { status: 200, description: 'The ledger', schema: ledgerResponse },
  reasons: [
    ...CAPABILITY_REASONS,
    'invalid:addr',
    'invalid:query',
    'invalid:corpus_unknown',
    'missing:claim',
    'limited:rate',
  ],
  reserved: RESERVED_REASONS,
} as const satisfies OperationContract;

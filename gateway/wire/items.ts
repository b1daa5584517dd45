/** GET /v1/items/{addr}: the text behind a pointer (docs/spec/contract.md#ap-tiers). */
import { z } from 'zod';
import { belief } from './belief.ts';
import { envelope } from './envelope.ts';
import { RESERVED_REASONS, TOKEN_REASONS } from './error.ts';
import type { OperationContract } from './operation.ts';
import { instant, itemParams, queryTokenBudget } from './scalars.ts';

export const itemQuery = z.object({ token_budget: queryTokenBudget.optional() });
/** As a client writes it, before it becomes text in a URL. */
export interface ItemQuery {
  readonly token_budget?: number;
}

export const item = z
  .object({
    addr: z.string(),
    kind: z.enum(['claim', 'sec', 'article']),
    text: z.string().describe('Whole, as it was extracted; of an article in its newest version.'),
    artefact_id: z.string().optional().describe('The version of the document that it is from.'),
    title: z.string().optional().describe("The document's."),
    url: z.string().optional(),
    licence: z.string().optional().describe('Of the text: what quotes it names the document and this.'),
    observed_at: instant.optional(),
    canonical: z
      .string()
      .optional()
      .describe(
        'Of a claim that is not the first of its cluster: that one, whose ledger and belief it shares.',
      ),
    belief: belief.optional().describe('Of a claim with evidence, as its ledger folds at the present.'),
  })
  .meta({
    id: 'ItemV1',
    description:
      'An item of the corpus, whole. A section and an article say where they are from; a claim has its belief, and its ' +
      'sources in its ledger.',
  });
export type Item = z.infer<typeof item>;

export const itemResponse = envelope
  .extend({
    item: item.nullable().describe('Null where it costs more than the token budget.'),
    est_tokens: z
      .int()
      .min(0)
      .describe("What the item costs, as `budget.spent` counts it: its pointer's `est_tokens_next_tier`."),
  })
  .meta({ id: 'ItemResponseV1' });
export type ItemResponse = z.infer<typeof itemResponse>;

export const readItem = {
  id: 'readItem',
  method: 'GET',
  route: '/v1/items/{addr}',
  tag: 'agent',
  summary: 'Read the text of a section, an article or a claim by its address',
  capability: 'wiki.search',
  credential: 'optional token',
  params: itemParams,
  query: itemQuery,
  reply: { status: 200, description: 'The item', schema: itemResponse },
  reasons: [
    ...TOKEN_REASONS,
    'denied:capability_missing',
    'denied:corpus_forbidden',
    'denied:licence_refused',
    'invalid:addr',
    'invalid:query',
    'missing:item',
    'limited:rate',
  ],
  reserved: RESERVED_REASONS,
} as const satisfies OperationContract;

/** POST /v1/search: pointers first, deeper tiers cost more tokens (docs/spec/contract.md#ap-search, #ap-tiers). */
import { z } from 'zod';
import { MAX_QUESTION_LENGTH } from './answers.ts';
import { belief, feedback } from './belief.ts';
import { envelope } from './envelope.ts';
import { BODY_REASONS, RESERVED_REASONS, TOKEN_REASONS } from './error.ts';
import type { OperationContract } from './operation.ts';
import { corpusName, tokenBudget } from './scalars.ts';

export const agentSearchRequest = z
  .strictObject({
    q: z.string().min(1).max(MAX_QUESTION_LENGTH),
    top_k: z
      .int()
      .min(1)
      .optional()
      .describe(
        'More than GET /v1/stats names (`results`) is never refused: the excess counts in `budget.dropped`, as `top_k`.',
      ),
    tier: z.enum(['pointer', 'epitome']).optional(),
    token_budget: tokenBudget.optional(),
    corpus: corpusName.optional(),
  })
  .meta({ id: 'AgentSearchRequestV1' });
export type AgentSearchRequest = z.input<typeof agentSearchRequest>;

export const agentSearchQuery = z.object({ corpus: corpusName.optional() });

export const pointer = z
  .object({
    addr: z.string(),
    epitome: z
      .string()
      .describe('The beginning of what it says, at tier `pointer` shorter than at `epitome`.'),
    score: z.number().describe('0 to 1, six decimals; feedback is in it.'),
    est_tokens_next_tier: z
      .int()
      .min(0)
      .describe(
        'What reading on costs, exactly as `budget.spent` counts it. At tier `pointer`: the same item at tier `epitome`, for ' +
          'the same request. At tier `epitome`: a section or an article whole, by GET /v1/items/{addr}; of a claim its whole ' +
          'ledger, by GET /v1/claims/{addr}/ledger; of an entity, which is read by no address, the texts of the claims found ' +
          'that speak of it, as a JSON array of strings.',
      ),
    kind: z
      .enum(['claim', 'sec', 'article', 'entity'])
      .describe('An `article` is a document, an `entity` what claims speak of.'),
    belief: belief.optional().describe('Of a claim, as its ledger folds at the present.'),
    feedback: feedback.optional().describe('Of a claim that anybody spoke for or against.'),
  })
  .meta({ id: 'PointerV1', description: 'An item of the corpus, and what reading on would cost in tokens.' });
export type Pointer = z.infer<typeof pointer>;

export const agentSearchResponse = envelope
  .extend({
    pointers: z
      .array(pointer)
      .describe(
        'Best first. Where what was found does not cover the question, `coverage.note` begins with `gap: ` and the id of the ' +
          'stub that a cited annotation may close; once one has, with `gap closed: ` and that annotation.',
      ),
  })
  .meta({ id: 'AgentSearchResponseV1' });
export type AgentSearchResponse = z.infer<typeof agentSearchResponse>;

export const agentSearch = {
  id: 'agentSearch',
  method: 'POST',
  route: '/v1/search',
  tag: 'agent',
  summary: 'Search pointers first; deeper tiers cost more tokens',
  capability: 'wiki.search',
  credential: 'optional token',
  query: agentSearchQuery,
  body: { schema: agentSearchRequest, required: true },
  reply: { status: 200, description: 'Pointers, best first', schema: agentSearchResponse },
  reasons: [
    ...BODY_REASONS,
    ...TOKEN_REASONS,
    'denied:capability_missing',
    'denied:corpus_forbidden',
    'invalid:query',
    'invalid:corpus_unknown',
    'limited:rate',
  ],
  reserved: RESERVED_REASONS,
} as const satisfies OperationContract;

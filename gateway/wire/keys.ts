/**
 * The key operations (docs/spec/contract.md#ap-operations; docs/spec/decisions.md#7-minting): POST /v1/keys, GET
 * /v1/keys/self, DELETE /v1/keys/{token_id}, GET /v1/keys/revocations.
 */
import { z } from 'zod';
import { envelope } from './envelope.ts';
import { BODY_REASONS, TOKEN_REASONS } from './error.ts';
import type { OperationContract } from './operation.ts';
import { instant, queryInteger } from './scalars.ts';

/** A self-minted token has fixed capabilities and lifetime: there is nothing to ask for. */
export const mintRequest = z.strictObject({}).meta({ id: 'MintRequestV1' });

const tokenMembers = {
  token_id: z.string(),
  actor: z.string(),
  capabilities: z.array(z.string()),
  expires_at: instant,
};

export const mintResponse = envelope
  .extend({ token: z.string(), ...tokenMembers })
  .meta({ id: 'MintResponseV1' });
export type MintResponse = z.infer<typeof mintResponse>;

export const keySelfResponse = envelope
  .extend({
    ...tokenMembers,
    standing: z.int().min(0).max(1_000).describe('0 to 1000 per mille, now.'),
    corpora: z.array(z.string()).nullable().describe('Null: every corpus.'),
    prefixes: z.array(z.string()).nullable().describe('Null: every address.'),
    token_budget: z
      .int()
      .min(0)
      .nullable()
      .describe('The `budget` of the token: no call gets more, whatever it asks for; null: no bound.'),
    audience: z
      .string()
      .nullable()
      .describe('The only service that may accept the token: this one; null: it names none.'),
  })
  .meta({ id: 'KeySelfResponseV1' });
export type KeySelfResponse = z.infer<typeof keySelfResponse>;

export const MAX_REVOCATIONS = 1_000;

export const revocationsQuery = z.object({
  after: queryInteger.optional().describe('Only revocations at a later log position.'),
});
/** As a client writes it, before it becomes text in a URL. */
export interface RevocationsQuery {
  readonly after?: number;
}

export const revocationsResponse = envelope
  .extend({
    revocations: z
      .array(z.object({ token_id: z.string(), seq: z.int().min(0) }))
      .describe(`By log position, at most ${MAX_REVOCATIONS}.`),
    next: z.string().optional().describe('The query string of the next page, where there is one.'),
  })
  .meta({ id: 'RevocationsResponseV1' });
export type RevocationsResponse = z.infer<typeof revocationsResponse>;

export const revokeResponse = envelope
  .extend({ token_id: z.string(), revoked: z.literal(true) })
  .meta({ id: 'RevokeResponseV1' });
export type RevokeResponse = z.infer<typeof revokeResponse>;

export const mintKey = {
  id: 'mintKey',
  method: 'POST',
  route: '/v1/keys',
  tag: 'keys',
  summary: 'Mint a capability token of your own',
  capability: null,
  credential: 'none',
  body: { schema: mintRequest, required: false },
  reply: { status: 201, description: 'The token, shown once', schema: mintResponse },
  reasons: [...BODY_REASONS, 'limited:rate'],
} as const satisfies OperationContract;

export const getKeySelf = {
  id: 'getKeySelf',
  method: 'GET',
  route: '/v1/keys/self',
  tag: 'keys',
  summary: 'Read what the token that was sent allows',
  capability: null,
  credential: 'token',
  reply: { status: 200, description: "The token's grant", schema: keySelfResponse },
  reasons: ['denied:token_missing', ...TOKEN_REASONS, 'limited:rate'],
} as const satisfies OperationContract;

export const revokeKey = {
  id: 'revokeKey',
  method: 'DELETE',
  route: '/v1/keys/{token_id}',
  tag: 'keys',
  summary: 'Revoke the token that was sent, and every token narrowed from it',
  capability: null,
  credential: 'token',
  params: z.object({ token_id: z.string() }),
  reply: { status: 200, description: 'The token has ended', schema: revokeResponse },
  reasons: ['denied:token_missing', ...TOKEN_REASONS, 'missing:key', 'limited:rate'],
} as const satisfies OperationContract;

export const listRevocations = {
  id: 'listRevocations',
  method: 'GET',
  route: '/v1/keys/revocations',
  tag: 'keys',
  summary: 'List the ids of revoked tokens, oldest first',
  capability: null,
  credential: 'none',
  query: revocationsQuery,
  reply: { status: 200, description: 'Revocations behind `after`', schema: revocationsResponse },
  reasons: ['invalid:query', 'limited:rate'],
} as const satisfies OperationContract;

/**
 * GET /v1/keys/revocations: what a verifier of tokens must know offline (docs/spec/contract.md#ap-operations;
 * docs/spec/decisions.md#7-minting).
 */

import { listRevocations as CONTRACT, MAX_REVOCATIONS, revocationsQuery } from '../wire/keys.ts';
import type { AgentOperation, Call } from './operation.ts';
import { parseQuery } from './parse-input.ts';
import { type Reply, refusalReply, reply } from './reply.ts';

/** Public: a token that is sent only decides whose limit counts the call. */
export const getRevocations: AgentOperation = { contract: CONTRACT, plane: 'agent', handle: list };

const FROM_THE_START = -1;

async function list({ engine, query }: Call): Promise<Reply> {
  const parsed = parseQuery(revocationsQuery, query);
  if (!parsed.ok) return refusalReply(parsed.refusal);
  const { after = FROM_THE_START } = parsed.value;
  const { tokens, next } = await engine.keys.revokedTokens(after, MAX_REVOCATIONS);
  return reply(CONTRACT, {
    revocations: tokens.map(({ tokenId, seq }) => ({ token_id: tokenId, seq })),
    ...(next !== null && { next: `?after=${next}` }),
  });
}

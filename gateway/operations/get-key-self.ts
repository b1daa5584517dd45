/**
 * GET /v1/keys/self: what the token that was sent allows (docs/spec/contract.md#ap-operations;
 * docs/spec/decisions.md#7-minting).
 */

import type { TokenGrant } from '../../engine/keys/keys.ts';
import type { GatewayOutcome } from '../refusal/refusals.ts';
import { getKeySelf as CONTRACT } from '../wire/keys.ts';
import { requireToken } from './authorize.ts';
import type { AgentOperation, Call } from './operation.ts';
import { type Reply, refusalReply, reply } from './reply.ts';

export const getKeySelf: AgentOperation = {
  contract: CONTRACT,
  plane: 'agent',
  handle: show,
};

async function show(_: Call, token: GatewayOutcome<TokenGrant | null>): Promise<Reply> {
  const grant = requireToken(token);
  if (!grant.ok) return refusalReply(grant.refusal);
  const { tokenId, actor, capabilities, corpora, prefixes, budget, audience, standing, expiresAt } =
    grant.value;
  return reply(CONTRACT, {
    token_id: tokenId,
    actor,
    capabilities: [...capabilities].toSorted(),
    expires_at: expiresAt,
    standing,
    corpora: corpora && [...corpora].toSorted(),
    prefixes,
    token_budget: budget,
    audience,
  });
}

/**
 * DELETE /v1/keys/{token_id}: a holder revokes the token that it sends, and with it the tokens narrowed from it
 * (docs/spec/decisions.md#7-minting).
 */

import type { TokenGrant } from '../../engine/keys/keys.ts';
import { type GatewayOutcome, refuse } from '../refusal/refusals.ts';
import { revokeKey as CONTRACT } from '../wire/keys.ts';
import { requireToken } from './authorize.ts';
import type { AgentOperation, Call } from './operation.ts';
import { type Reply, refusalReply, reply } from './reply.ts';

export const deleteKey: AgentOperation = {
  contract: CONTRACT,
  plane: 'agent',
  handle: revoke,
};

/** The id of any other token, its ancestors included, is answered like an unknown one. */
async function revoke({ engine, params }: Call, token: GatewayOutcome<TokenGrant | null>): Promise<Reply> {
  const grant = requireToken(token);
  if (!grant.ok) return refusalReply(grant.refusal);
  const { token_id = '' } = params;
  const revoked = await engine.keys.revokeOwn(grant.value, token_id);
  if (!revoked)
    return refusalReply(refuse('missing:key', 'this is not the id of the token that was sent').refusal);
  return reply(CONTRACT, { token_id, revoked: true });
}

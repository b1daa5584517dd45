/**
 * POST /v1/keys: anybody mints a capability token of their own (docs/spec/contract.md#ap-operations;
 * docs/spec/decisions.md#7-minting).
 */

import { SELF_MINTED_CAPABILITIES } from '../../engine/keys/capabilities.ts';
import { networkOf } from '../http/caller-address.ts';
import { mintKey as CONTRACT, mintRequest } from '../wire/keys.ts';
import type { AgentOperation, Call } from './operation.ts';
import { parseBody } from './parse-input.ts';
import { RateLimit } from './rate-limit.ts';
import { type Reply, refusalReply, reply } from './reply.ts';

export const KEY_DAYS = 30;
const TTL = `P${KEY_DAYS}D`;
/** A few a day: standing and quorum restrain the holder of many keys, this limits the log's growth. */
export const MINTS_PER_DAY = 20;
const DAY_SECONDS = 86_400;

/** One limit per gateway. */
export function postKeys(): AgentOperation {
  const limit = new RateLimit({
    name: 'keys',
    points: MINTS_PER_DAY,
    seconds: DAY_SECONDS,
    what: 'keys from this address today',
  });
  return { contract: CONTRACT, plane: 'agent', handle: (call) => mint(call, limit) };
}

/** What is sent as a token does not matter: a new key is a new actor. A body may be left out. */
async function mint({ engine, body, connection: { remoteAddress } }: Call, limit: RateLimit): Promise<Reply> {
  if (!body.ok) return refusalReply(body.refusal);
  const request = parseBody(mintRequest, body.value === undefined ? {} : body.value);
  if (!request.ok) return refusalReply(request.refusal);
  const { refusal, headers } = await limit.count(remoteAddress && networkOf(remoteAddress));
  if (refusal !== null) return refusalReply(refusal, { headers });
  const minted = await engine.keys.mintToken({
    capabilities: SELF_MINTED_CAPABILITIES,
    standing: null,
    ttl: TTL,
    actor: null,
  });
  return minted.ok
    ? reply(CONTRACT, { ...minted.value }, { headers })
    : refusalReply(minted.refusal, { headers });
}

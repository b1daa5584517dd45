/**
 * POST /v1/receipts/verify: checks a receipt that anybody may send (docs/spec/contract.md#ae-replay). It carries all
 * that is checked; of the store only artefacts are read, which belong to no tenant.
 */

import { readDocument } from '../../engine/receipt/receipt-document.ts';
import { refuse } from '../refusal/refusals.ts';
import { verifyReceipt as CONTRACT, verifyRequest } from '../wire/receipt.ts';
import type { Call, EngineOperation } from './operation.ts';
import { parseBody } from './parse-input.ts';
import { type Reply, refusalReply, reply } from './reply.ts';

export const postReceiptsVerify: EngineOperation = {
  contract: CONTRACT,
  plane: 'engine',
  isRead: true,
  handle: verify,
};

async function verify({ engine, body }: Call): Promise<Reply> {
  if (!body.ok) return refusalReply(body.refusal);
  const request = parseBody(verifyRequest, body.value);
  if (!request.ok) return refusalReply(request.refusal);
  // What was sent, not what a schema made of it: the hash is over every member.
  const read = readDocument(body.value);
  if (!read.ok) return refusalReply(refuse('invalid:body', read.fault).refusal);
  const { ok, steps, replay } = await engine.verifyReceipt(read.view);
  return reply(CONTRACT, { verification: { ok, steps, replay } });
}

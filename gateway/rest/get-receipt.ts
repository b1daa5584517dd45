/** GET /v1/answers/{id}/receipt: what an answer rests on, with its proof in the log (decisions §5, §8). */

import type { AnswerId } from '../../graph/address.ts';
import { getReceipt as CONTRACT } from '../wire/receipt.ts';
import type { Call, EngineOperation, Tenant } from './operation.ts';
import { refuse } from './refusals.ts';
import { type Reply, refusalReply, reply } from './reply.ts';

export const getReceipt: EngineOperation = {
  contract: CONTRACT,
  plane: 'engine',
  handle: read,
};

const ANSWER_ID = /^ans_[a-z2-7]{1,64}$/;

async function read({ engine, params }: Call, tenant: Tenant): Promise<Reply> {
  const { id = '' } = params;
  const found = isAnswerId(id) && !tenant.foreign ? await engine.receipt(id, tenant.name) : null;
  if (found === null) return refusalReply(refuse('missing:answer', 'there is no answer of this id').refusal);
  const { receipt_id, hash, receipt: content, log } = found;
  const members = { receipt: { receipt_id, class: found.class, hash, content, log } };
  return reply(200, members, { corpus: content.corpus, mode: content.request.mode });
}

function isAnswerId(text: string): text is AnswerId {
  return ANSWER_ID.test(text);
}

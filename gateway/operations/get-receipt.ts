/**
 * GET /v1/answers/{id}/receipt: what an answer rests on, with its proof in the log
 * (docs/spec/decisions.md#5-receipt, #8-receipt).
 */

import { type ReceiptDocument, receiptDocument } from '../../engine/receipt/receipt-document.ts';
import { receiptFile } from '../receipt-page/receipt-file.ts';
import { refuse } from '../refusal/refusals.ts';
import { getReceipt as CONTRACT, RECEIPT_FILES, receiptQuery } from '../wire/receipt.ts';
import { isAnswerId } from './answer-id.ts';
import { namedDocuments } from './named-documents.ts';
import type { Call, EngineOperation, Tenant } from './operation.ts';
import { parseQuery } from './parse-input.ts';
import { bareReply, type Reply, refusalReply, reply } from './reply.ts';

export const getReceipt: EngineOperation = {
  contract: CONTRACT,
  plane: 'engine',
  handle: read,
};

async function read({ engine, params, query }: Call, tenant: Tenant): Promise<Reply> {
  const parameters = parseQuery(receiptQuery, query);
  if (!parameters.ok) return refusalReply(parameters.refusal);
  const { id = '' } = params;
  const found = isAnswerId(id) && !tenant.foreign ? await engine.receipt(id, tenant.name) : null;
  if (found === null) return refusalReply(refuse('missing:answer', 'there is no answer of this id').refusal);
  const { corpus, request } = found.receipt;
  const document = receiptDocument(found);
  const { download, include } = parameters.value;
  if (download !== undefined) return fileReply(document, download);
  const named = include === undefined ? {} : { documents: await namedDocuments(engine, found.receipt) };
  return reply(CONTRACT, { receipt: document, ...named }, { corpus, mode: request.mode });
}

/** No cache on the way may store it: it belongs to one tenant. */
async function fileReply(document: ReceiptDocument, kind: keyof typeof RECEIPT_FILES): Promise<Reply> {
  const { type } = RECEIPT_FILES[kind];
  const download = { type, bytes: await receiptFile(document, kind), cacheControl: 'no-store' };
  const headers = { 'content-disposition': `attachment; filename="${document.receipt_id}.${kind}"` };
  return bareReply({ download, headers });
}

/** What receipts say: read where a field asks for more than an answer tells of them. */
import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { AnswerView } from '../../../engine/answer/answer.ts';
import type { StoredReceipt } from '../../../engine/receipt/read-receipt.ts';
import type { ReceiptProofs } from '../../../engine/receipt/receipt-proofs.ts';
import type { AnswerId } from '../../../graph/address.ts';
import { StoreCorrupted } from '../../../graph/store/store.ts';
import { loaderOptions } from '../builder/keys-plugin.ts';
import type { GraphqlContext } from '../context.ts';
import { tenantOf } from '../session/session.ts';

const stored = createContextCache(
  ({ engine, session }: GraphqlContext) =>
    new DataLoader<AnswerId, StoredReceipt>(async (ids) => {
      const found = await engine.receipts(ids, tenantOf(session));
      return found.map(
        (one, index) => one ?? new StoreCorrupted(`the receipt of answer ${ids[index]} is missing`, null),
      );
    }, loaderOptions),
);

const proofs = createContextCache(
  ({ engine }: GraphqlContext) =>
    new DataLoader<StoredReceipt, ReceiptProofs>((receipts) => engine.receiptProofs(receipts), loaderOptions),
);

/** Of an answer that was read for this caller. */
export function receiptOf({ answer }: AnswerView, context: GraphqlContext): Promise<StoredReceipt> {
  return stored(context).load(answer.answer_id);
}

export async function proofsOf(view: AnswerView, context: GraphqlContext): Promise<ReceiptProofs> {
  return proofs(context).load(await receiptOf(view, context));
}

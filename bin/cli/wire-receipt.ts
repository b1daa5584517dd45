/** A receipt as it is saved in a file: the `receipt` member of GET /v1/answers/{id}/receipt. */
import type { ReceiptView } from '../../engine/receipt/read-receipt.ts';
import type { AnswerReceipt } from '../../gateway/wire/receipt.ts';

export function receiptDocument(view: ReceiptView): Record<keyof AnswerReceipt, unknown> {
  const { receipt_id, class: kind, hash, receipt, log } = view;
  return { receipt_id, class: kind, hash, content: receipt, log };
}

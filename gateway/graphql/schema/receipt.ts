import { ReceiptType } from '../nodes/answer.ts';

ReceiptType.implement({
  description:
    'What proves an answer; GET /v1/answers/{id}/receipt gives it as a file that anybody can verify.',
  fields: (t) => ({
    receiptId: t.id({ description: 'rc_…', resolve: ({ view }) => view.answer.receipt.receipt_id }),
    class: t.string({
      description: 'An answer’s own receipt stands in the log: verified.',
      resolve: () => 'verified',
    }),
    hash: t.string({
      description: 'BLAKE3-256 of the receipt’s canonical CBOR, 64 hex digits.',
      resolve: ({ view }) => view.answer.receipt.hash,
    }),
  }),
});

import { receiptDocument } from '../../../../engine/receipt/receipt-document.ts';
import { verifyReceipt as contract } from '../../../../gateway/wire/receipt.ts';
import type { AnswerId } from '../../../../graph/address.ts';
import { casesOf, type Make } from './cases.ts';
import { bodyCases, commonCases, keyCases, rateLimited } from './shared-cases.ts';

const ok: Make = async ({ answer, key, fixture }) => {
  // The scene asked, and was given this id.
  const view = await fixture.engine.receipt(answer as AnswerId, 'acme');
  if (view === null) throw new Error('the scene has no answer');
  return { path: '/v1/receipts/verify', body: receiptDocument(view), bearer: key };
};

/** How POST /v1/receipts/verify ends. */
export const postReceiptsVerify = casesOf(
  contract,
  { make: ok },
  {
    ...commonCases(ok),
    ...keyCases(ok),
    ...bodyCases(ok),
    'limited:rate': rateLimited(ok, 'engine'),
  },
);

import { getReceipt as contract } from '../../../../gateway/wire/receipt.ts';
import { casesOf, changed, type Make } from './cases.ts';
import { commonCases, keyCases, rateLimited } from './shared-cases.ts';

const ok: Make = ({ answer, key }) => ({ path: `/v1/answers/${answer}/receipt`, bearer: key });

/** How GET /v1/answers/{id}/receipt ends. */
export const getReceipt = casesOf(
  contract,
  { make: ok },
  {
    ...commonCases(ok),
    ...keyCases(ok),
    'invalid:query': changed(ok, ({ path }) => ({ path: `${path}?download=pdf` })),
    'missing:answer': changed(ok, () => ({ path: '/v1/answers/ans_none/receipt' })),
    'limited:rate': rateLimited(ok, 'engine'),
  },
);

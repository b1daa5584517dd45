import { getTrustReport as contract } from '../../../../gateway/wire/trust-report.ts';
import { casesOf, changed, type Make } from './cases.ts';
import { commonCases, keyCases, rateLimited } from './shared-cases.ts';

const ok: Make = ({ answer, key }) => ({ path: `/v1/answers/${answer}/trust-report`, bearer: key });

/** How GET /v1/answers/{id}/trust-report ends. */
export const getTrustReport = casesOf(
  contract,
  { make: ok },
  {
    ...commonCases(ok),
    ...keyCases(ok),
    // HTML is one of its forms.
    'invalid:accept': changed(ok, () => ({ headers: { accept: 'text/markdown, image/*;q=0.9' } })),
    'invalid:query': changed(ok, ({ path }) => ({ path: `${path}?format=docx` })),
    'missing:answer': changed(ok, () => ({ path: '/v1/answers/ans_none/trust-report?format=pdf' })),
    'limited:rate': rateLimited(ok, 'engine'),
  },
);

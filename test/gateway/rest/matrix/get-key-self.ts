import { getKeySelf as contract } from '../../../../gateway/wire/keys.ts';
import { casesOf, type Make } from './cases.ts';
import { commonCases, rateLimited, tokenCases, tokenMissing } from './shared-cases.ts';

const ok: Make = ({ token }) => ({ path: '/v1/keys/self', bearer: token });

/** How GET /v1/keys/self ends. */
export const getKeySelf = casesOf(
  contract,
  { make: ok },
  {
    ...commonCases(ok, []),
    ...tokenCases(ok),
    'denied:token_missing': tokenMissing(ok),
    'limited:rate': rateLimited(ok, 'agent'),
  },
);

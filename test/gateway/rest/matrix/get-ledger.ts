import { readLedger } from '../../../../gateway/wire/ledger.ts';
import { claimIdOf } from '../../../../graph/address.ts';
import { casesOf, changed, type Make } from './cases.ts';
import { UNKNOWN_CLAIM } from './scene.ts';
import { capabilityCases, commonCases, rateLimited } from './shared-cases.ts';

const ok: Make = ({ claim, token }) => ({
  path: `/v1/claims/${claim}/ledger?token_budget=100000`,
  bearer: token,
});

/** Of a claim of this id, by itself, with this query. */
const of = (query: string, id?: string) =>
  changed(ok, (_, { claim }) => ({ path: `/v1/claims/${id ?? claimIdOf(claim)}/ledger${query}` }));

/** How GET /v1/claims/{addr}/ledger ends. */
export const getLedger = casesOf(
  readLedger,
  { make: ok },
  {
    ...commonCases(ok),
    ...capabilityCases(ok),
    'invalid:addr': of('', 'c1no'),
    'invalid:query': of('?token_budget=-1'),
    'invalid:corpus_unknown': of('?corpus=nowhere'),
    'missing:claim': of('', UNKNOWN_CLAIM),
    'limited:rate': rateLimited(ok, 'agent'),
  },
);

import { agentSearch } from '../../../../gateway/wire/agent-search.ts';
import { CORPUS, OTHER_CORPUS, QUESTION } from '../rest-fixture.ts';
import { casesOf, changed, type Make } from './cases.ts';
import {
  bodyCases,
  capabilityMissing,
  commonCases,
  corpusForbidden,
  rateLimited,
  tokenCases,
} from './shared-cases.ts';

const ok: Make = ({ token }) => ({
  path: `/v1/search?corpus=${CORPUS}`,
  body: { q: QUESTION, top_k: 3, tier: 'pointer', token_budget: 4_000 },
  bearer: token,
});

/** How POST /v1/search ends. */
export const postSearch = casesOf(
  agentSearch,
  { make: ok },
  {
    ...commonCases(ok),
    ...bodyCases(ok),
    ...tokenCases(ok),
    'denied:capability_missing': capabilityMissing(ok),
    'denied:corpus_forbidden': corpusForbidden(ok),
    'invalid:query': changed(ok, () => ({ body: { q: QUESTION, corpus: OTHER_CORPUS } })),
    'invalid:corpus_unknown': changed(ok, () => ({ path: '/v1/search?corpus=nowhere' })),
    'limited:rate': rateLimited(ok, 'agent'),
  },
);

import { engineSearch } from '../../../../gateway/wire/engine-search.ts';
import { casesOf, changed, type Make } from './cases.ts';
import { commonCases, keyCases, rateLimited } from './shared-cases.ts';

const ok: Make = ({ key }) => ({ path: '/v1/search?q=How%20deep%20is%20Lake%20Vell%3F&k=3', bearer: key });

/** How GET /v1/search ends. */
export const getSearch = casesOf(
  engineSearch,
  { make: ok },
  {
    ...commonCases(ok),
    ...keyCases(ok),
    'invalid:query': changed(ok, () => ({ path: '/v1/search?q=lake&k=51' })),
    'invalid:corpus_unknown': changed(ok, () => ({ path: '/v1/search?q=lake&corpus=nowhere' })),
    'limited:rate': rateLimited(ok, 'engine'),
  },
);

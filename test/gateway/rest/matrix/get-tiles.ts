import { getLogEntries as entries, getTile as tile } from '../../../../gateway/wire/log.ts';
import { casesOf, changed, type Make } from './cases.ts';
import { capabilityCases, commonCases, rateLimited } from './shared-cases.ts';

const hashes: Make = () => ({ path: '/v1/log/tile/0/000.p/5' });

/** How GET /v1/log/tile/{level}/{span} ends. */
export const getTile = casesOf(
  tile,
  { make: hashes },
  {
    ...commonCases(hashes),
    'missing:tile': changed(hashes, () => ({ path: '/v1/log/tile/1/000' })),
    'limited:rate': rateLimited(hashes, 'agent'),
  },
);

const bundle: Make = ({ token }) => ({ path: '/v1/log/tile/entries/000.p/5', bearer: token });

/** How GET /v1/log/tile/entries/{span} ends. */
export const getLogEntries = casesOf(
  entries,
  { make: bundle },
  {
    ...commonCases(bundle),
    ...capabilityCases(bundle),
    'missing:tile': changed(bundle, () => ({ path: '/v1/log/tile/entries/x001/000.p/5' })),
    'limited:rate': rateLimited(bundle, 'agent'),
  },
);

import { getStats as contract } from '../../../../gateway/wire/stats.ts';
import { casesOf, type Make } from './cases.ts';
import { commonCases, rateLimited } from './shared-cases.ts';

const ok: Make = () => ({ path: '/v1/stats' });

/** How GET /v1/stats ends. */
export const getStats = casesOf(
  contract,
  { make: ok },
  { ...commonCases(ok), 'limited:rate': rateLimited(ok, 'agent') },
);

import { mintKey } from '../../../../gateway/wire/keys.ts';
import { casesOf, type Make } from './cases.ts';
import { bodyCases, commonCases, rateLimited } from './shared-cases.ts';

const ok: Make = () => ({ path: '/v1/keys', body: {} });

/** How POST /v1/keys ends. */
export const postKeys = casesOf(
  mintKey,
  { make: ok, stores: true, isUnique: true, varies: ['token', 'token_id', 'actor', 'budget'] },
  { ...commonCases(ok), ...bodyCases(ok), 'limited:rate': rateLimited(ok, 'agent') },
);

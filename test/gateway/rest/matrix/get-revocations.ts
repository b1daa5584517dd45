import { listRevocations } from '../../../../gateway/wire/keys.ts';
import { casesOf, changed, type Make } from './cases.ts';
import { commonCases, rateLimited } from './shared-cases.ts';

/** With one in the list at least. */
const ok: Make = async ({ fixture }) => {
  const grant = await fixture.engine.keys.verifyToken(await fixture.mint());
  if (!grant.ok) throw new Error(grant.refusal.message);
  await fixture.engine.keys.revoke(grant.value.tokenId);
  return { path: '/v1/keys/revocations?after=0' };
};

/** How GET /v1/keys/revocations ends. */
export const getRevocations = casesOf(
  listRevocations,
  { make: ok },
  {
    ...commonCases(ok, []),
    'invalid:query': changed(ok, () => ({ path: '/v1/keys/revocations?after=-1' })),
    'limited:rate': rateLimited(ok, 'agent'),
  },
);

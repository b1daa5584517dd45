import { revokeKey } from '../../../../gateway/wire/keys.ts';
import { casesOf, changed, type Make } from './cases.ts';
import { narrowed } from './scene.ts';
import { commonCases, rateLimited, tokenCases, tokenMissing } from './shared-cases.ts';

/** A token that ends itself. */
const ok: Make = async ({ fixture }) => {
  const bearer = await fixture.mint();
  const grant = await fixture.engine.keys.verifyToken(bearer);
  if (!grant.ok) throw new Error(grant.refusal.message);
  return { path: `/v1/keys/${grant.value.tokenId}`, bearer };
};

/** How DELETE /v1/keys/{token_id} ends. */
export const deleteKey = casesOf(
  revokeKey,
  { make: ok, stores: true, isUnique: true, varies: ['token_id', 'rcx', 'budget'] },
  {
    ...commonCases(ok),
    ...tokenCases(ok),
    'denied:token_missing': tokenMissing(ok),
    // The id of the token that the one sent was narrowed from.
    'missing:key': changed(ok, ({ bearer = '' }) => ({ bearer: narrowed(bearer, { budget: 1 }) })),
    'limited:rate': rateLimited(ok, 'agent'),
  },
);

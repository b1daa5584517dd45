import { handshake } from '../../../../gateway/wire/handshake.ts';
import { casesOf, type Make } from './cases.ts';
import { bodyCases, commonCases, rateLimited, tokenCases } from './shared-cases.ts';

const ok: Make = ({ token }) => ({
  path: '/v1/agent/handshake',
  body: { known_digests: { PointerV1: '0'.repeat(64) } },
  bearer: token,
});

/** How POST /v1/agent/handshake ends. */
export const postHandshake = casesOf(
  handshake,
  { make: ok, varies: ['session_id', 'budget'] },
  {
    ...commonCases(ok, []),
    ...bodyCases(ok),
    ...tokenCases(ok),
    'limited:rate': rateLimited(ok, 'agent'),
  },
);

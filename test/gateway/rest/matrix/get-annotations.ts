import { listAnnotations } from '../../../../gateway/wire/annotations.ts';
import { send } from '../rest-fixture.ts';
import { casesOf, changed, type Make } from './cases.ts';
import { capabilityCases, commonCases, rateLimited } from './shared-cases.ts';

const PATH = '/v1/annotations?target=';

/** Of a claim that somebody has annotated. */
const ok: Make = async ({ claim, token, fixture }) => {
  const body = { target: claim, body: 'Sounded again.', citation: { ref: 'https://a.example/1' } };
  await send(fixture.rest(), '/v1/annotations', { method: 'POST', body, token });
  return { path: `${PATH}${encodeURIComponent(claim)}&token_budget=2000`, bearer: token };
};

/** How GET /v1/annotations ends. */
export const getAnnotations = casesOf(
  listAnnotations,
  { make: ok },
  {
    ...commonCases(ok),
    ...capabilityCases(ok),
    'invalid:query': changed(ok, ({ path }) => ({ path: `${path}&after=n1` })),
    'invalid:addr': changed(ok, () => ({ path: `${PATH}wx://lakes/page/vell` })),
    'invalid:corpus_unknown': changed(ok, () => ({ path: `${PATH}wx://nowhere/article/vell` })),
    'limited:rate': rateLimited(ok, 'agent'),
  },
);

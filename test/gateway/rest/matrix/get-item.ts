import { readItem } from '../../../../gateway/wire/items.ts';
import { CORPUS } from '../rest-fixture.ts';
import { casesOf, changed, type Make } from './cases.ts';
import { capabilityMissing, commonCases, corpusForbidden, rateLimited, tokenCases } from './shared-cases.ts';

const ARTICLE = `wx://${CORPUS}/article/survey`;

const ok: Make = ({ token }) => ({ path: `/v1/items/${encodeURIComponent(ARTICLE)}`, bearer: token });

const at = (addr: string) => changed(ok, () => ({ path: `/v1/items/${encodeURIComponent(addr)}` }));

/** How GET /v1/items/{addr} ends. */
export const getItem = casesOf(
  readItem,
  { make: ok },
  {
    ...commonCases(ok),
    ...tokenCases(ok),
    'denied:capability_missing': capabilityMissing(ok),
    'denied:corpus_forbidden': corpusForbidden(ok),
    'denied:licence_refused': changed(ok, (_, { fixture }) => ({ rest: fixture.restRefusing('CC-BY-4.0') })),
    'invalid:addr': at(`wx://${CORPUS}/entity/lake%20vell`),
    'invalid:query': changed(ok, ({ path }) => ({ path: `${path}?token_budget=-1` })),
    'missing:item': at(`wx://${CORPUS}/article/nobody`),
    'limited:rate': rateLimited(ok, 'agent'),
  },
);

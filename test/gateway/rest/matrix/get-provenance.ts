import { getProvenance as contract } from '../../../../gateway/wire/provenance.ts';
import { casesOf, changed, type Make } from './cases.ts';
import { commonCases, keyCases, rateLimited } from './shared-cases.ts';

const ok: Make = ({ artefact, key }) => ({ path: `/v1/provenance/${artefact}`, bearer: key });

/** How GET /v1/provenance/{artifactId} ends. */
export const getProvenance = casesOf(
  contract,
  { make: ok },
  {
    ...commonCases(ok),
    ...keyCases(ok),
    'missing:artefact': changed(ok, () => ({ path: '/v1/provenance/a1none' })),
    'limited:rate': rateLimited(ok, 'engine'),
  },
);

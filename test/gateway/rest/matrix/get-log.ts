import {
  getCheckpoint as checkpoint,
  getConsistencyProof as consistency,
  getInclusionProof as inclusion,
  getLogKeys as keys,
} from '../../../../gateway/wire/log.ts';
import { casesOf, changed, type Make } from './cases.ts';
import { commonCases, rateLimited } from './shared-cases.ts';

const at =
  (path: string): Make =>
  () => ({ path });

const newest = at('/v1/log/checkpoint');

/** How GET /v1/log/checkpoint ends. */
export const getCheckpoint = casesOf(
  checkpoint,
  { make: newest },
  { ...commonCases(newest), 'limited:rate': rateLimited(newest, 'agent') },
);

const included = at('/v1/log/proof/inclusion?index=3&size=9');

/** How GET /v1/log/proof/inclusion ends. */
export const getInclusionProof = casesOf(
  inclusion,
  { make: included },
  {
    ...commonCases(included),
    'invalid:query': changed(included, () => ({ path: '/v1/log/proof/inclusion?index=9&size=9' })),
    'missing:entry': changed(included, () => ({ path: '/v1/log/proof/inclusion?index=999999' })),
    'limited:rate': rateLimited(included, 'agent'),
  },
);

const consistent = at('/v1/log/proof/consistency?old_size=3&size=9');

/** How GET /v1/log/proof/consistency ends. */
export const getConsistencyProof = casesOf(
  consistency,
  { make: consistent },
  {
    ...commonCases(consistent),
    'invalid:query': changed(consistent, () => ({ path: '/v1/log/proof/consistency?old_size=9&size=3' })),
    'missing:entry': changed(consistent, () => ({ path: '/v1/log/proof/consistency?old_size=999999' })),
    'limited:rate': rateLimited(consistent, 'agent'),
  },
);

const listed = at('/.well-known/adduce-log-keys');

/** How GET /.well-known/adduce-log-keys ends. */
export const getLogKeys = casesOf(
  keys,
  { make: listed },
  { ...commonCases(listed), 'limited:rate': rateLimited(listed, 'agent') },
);

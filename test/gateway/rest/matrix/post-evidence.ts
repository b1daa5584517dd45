import { appendEvidence } from '../../../../gateway/wire/evidence.ts';
import { claimIdOf } from '../../../../graph/address.ts';
import { OTHER_CORPUS } from '../rest-fixture.ts';
import { type Attempt, casesOf, changed, type Make } from './cases.ts';
import { UNKNOWN_CLAIM } from './scene.ts';
import { bodyCases, capabilityCases, commonCases, rateLimited } from './shared-cases.ts';

/** Another event each time. */
const ok: Make = ({ claim, token, next }) => {
  const evidence = [{ ref: `https://sounding.example/${next()}`, hash: 'x', kind: 'source' }];
  return {
    path: `/v1/claims/${encodeURIComponent(claim)}/evidence`,
    body: { kind: 'corroborate', evidence, attestations: ['sounded'], stake: 0.5 },
    bearer: token,
  };
};

const withBody = (change: object) =>
  changed(ok, ({ body }: Attempt) => ({ body: { ...Object(body), ...change } }));

/** At a claim of this id, by itself, with this query. */
const on = (query: string, id?: string) =>
  changed(ok, (_, { claim }) => ({ path: `/v1/claims/${id ?? claimIdOf(claim)}/evidence${query}` }));

/** How POST /v1/claims/{addr}/evidence ends. */
export const postEvidence = casesOf(
  appendEvidence,
  { make: ok, stores: true },
  {
    ...commonCases(ok),
    ...bodyCases(ok),
    ...capabilityCases(ok),
    'denied:evidence_missing': withBody({ evidence: [] }),
    'denied:evidence_hash_mismatch': withBody({
      evidence: [{ ref: 'https://atlas.example/atlas', hash: '0'.repeat(64), kind: 'source' }],
    }),
    'denied:successor_missing': withBody({ kind: 'supersede-propose' }),
    'invalid:addr': on('', 'c1no'),
    'invalid:query': on(`?corpus=${OTHER_CORPUS}&corpus=${OTHER_CORPUS}`),
    'invalid:corpus_unknown': on('?corpus=nowhere'),
    'invalid:idempotency_key': changed(ok, () => ({ headers: { 'idempotency-key': 'two words' } })),
    'missing:claim': on('', UNKNOWN_CLAIM),
    'limited:rate': rateLimited(ok, 'agent'),
  },
);

import { createAnnotation } from '../../../../gateway/wire/annotations.ts';
import { type Attempt, casesOf, changed, type Make } from './cases.ts';
import { bodyCases, capabilityCases, commonCases, rateLimited } from './shared-cases.ts';

/** Another annotation each time. */
const ok: Make = ({ claim, token, next }) => ({
  path: '/v1/annotations',
  body: {
    target: claim,
    body: `Sounded again, number ${next()} ✓`,
    citation: { ref: 'https://survey.example/survey', quote: 'Lake Vell is 212 metres deep.' },
    kind: 'context',
  },
  bearer: token,
});

const at = (target: string) => changed(ok, ({ body }: Attempt) => ({ body: { ...Object(body), target } }));

/** How POST /v1/annotations ends. */
export const postAnnotations = casesOf(
  createAnnotation,
  { make: ok, stores: true },
  {
    ...commonCases(ok),
    ...bodyCases(ok),
    ...capabilityCases(ok),
    'invalid:addr': at('wx://lakes/page/vell'),
    'invalid:corpus_unknown': at('wx://nowhere/article/vell'),
    'invalid:idempotency_key': changed(ok, () => ({ headers: { 'idempotency-key': 'two words' } })),
    'limited:rate': rateLimited(ok, 'agent'),
  },
);

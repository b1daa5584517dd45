import { ask } from '../../../../gateway/wire/answers.ts';
import { OTHER_CORPUS, QUESTION, send } from '../rest-fixture.ts';
import { casesOf, changed, type Make } from './cases.ts';
import type { Scene } from './scene.ts';
import { bodyCases, commonCases, keyCases, rateLimited } from './shared-cases.ts';

const WEEK_AND_A_DAY_LATER = '2026-11-29T09:00:01.000Z';

/** Wider than any mode's window, so that it changes nothing but the request. */
const WIDE_DAYS = 1_000;

/** Another question each time, for an answer that is known is not stored again. */
const ok: Make = ({ key, next }) => {
  const freshness = { max_snapshot_age: `P${WIDE_DAYS + next()}D` };
  return { path: '/v1/answers', body: { q: QUESTION, freshness }, bearer: key };
};

/** How POST /v1/answers ends. */
export const postAnswers = casesOf(
  ask,
  { make: ok, stores: true },
  {
    ...commonCases(ok),
    ...bodyCases(ok),
    ...keyCases(ok),
    'invalid:query': changed(ok, () => ({ path: '/v1/answers?corpus=' })),
    'invalid:corpus_unknown': changed(ok, () => ({ path: '/v1/answers?corpus=nowhere' })),
    'missing:corpus': changed(ok, (_, scene) => ({
      path: `/v1/answers?corpus=${OTHER_CORPUS}`,
      headers: { 'x-tenant': 'somebody-else' },
      rest: scene.serving({ engineAuth: 'required' }),
    })),
    'conflict:contradiction': changed(ok, async (_, scene) => {
      await disputeDepthOfMoor(scene);
      return { body: { q: 'How deep is Lake Moor?', k: 1 } };
    }),
    'stale:snapshot': changed(ok, () => ({ at: WEEK_AND_A_DAY_LATER })),
    'limited:rate': rateLimited(ok, 'engine'),
  },
);

/** Four who are vetted have reproduced another depth. */
async function disputeDepthOfMoor({ fixture, next }: Scene): Promise<void> {
  const path = `/v1/claims/${await fixture.claim('40 metres')}/evidence`;
  for (let i = 0; i < 4; i += 1) {
    const n = next();
    const item = { ref: `https://moor-${n}.example/depth`, hash: `h${n}`, kind: 'reproduction' };
    const body = { kind: 'dispute', evidence: [item] };
    const token = await fixture.mint({ standing: 1_000 });
    const { status } = await send(fixture.rest(), path, { method: 'POST', body, token });
    if (status !== 201) throw new Error(`the dispute ended with ${status}`);
  }
}

/** Which address the operations on annotations mean, and in which corpus (decisions, first paragraph). */
import type { TokenGrant } from '../../engine/keys/keys.ts';
import type { CorpusView } from '../../engine/view.ts';
import { parseAddress } from '../../graph/address.ts';
import { reaches, refuseCorpus } from './authorize.ts';
import type { Call } from './operation.ts';
import { type Checked, refuse } from './refusals.ts';

/** `invalid:addr`, `invalid:corpus_unknown`, or `denied:corpus_forbidden`; nothing needs to be at the address. */
export async function annotationTarget(
  { engine }: Call,
  target: string,
  grant: TokenGrant,
): Promise<Checked<CorpusView>> {
  const parsed = parseAddress(target);
  if (!parsed.ok) {
    return refuse('invalid:addr', 'target is not an address', { details: { part: parsed.reason } });
  }
  const view = await engine.resolveCorpus(parsed.corpus, null);
  if (!view.ok) return view;
  if (!reaches(grant, target)) {
    return refuse('denied:corpus_forbidden', 'this token is not for that address');
  }
  const forbidden = refuseCorpus(grant, parsed.corpus);
  return forbidden === null ? view : { ok: false, refusal: forbidden };
}

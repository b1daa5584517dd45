/** Which address the operations on annotations mean, and in which corpus (docs/spec/decisions.md#annotations). */
import type { TokenGrant } from '../../engine/keys/keys.ts';
import type { CorpusView } from '../../engine/view.ts';
import { ADDRESS_KINDS, parseAddress } from '../../graph/address.ts';
import { type GatewayOutcome, refuse } from '../refusal/refusals.ts';
import { refuseAddress, refuseCorpus } from './authorize.ts';
import type { Call } from './operation.ts';

const ACCEPTED = 'wx://<corpus>/<kind>/<name>';

/** `invalid:addr`, `invalid:corpus_unknown`, or `denied:corpus_forbidden`; the address need not exist. */
export async function annotationTarget(
  { engine }: Call,
  target: string,
  grant: TokenGrant,
): Promise<GatewayOutcome<CorpusView>> {
  const parsed = parseAddress(target);
  if (!parsed.ok) {
    const details = { part: parsed.reason, accepts: [ACCEPTED], kinds: ADDRESS_KINDS };
    return refuse('invalid:addr', `target is no address of the form ${ACCEPTED}`, { details });
  }
  const view = await engine.resolveCorpus(parsed.corpus, null);
  if (!view.ok) return view;
  const forbidden = refuseAddress(grant, target) ?? refuseCorpus(grant, parsed.corpus);
  return forbidden === null ? view : { ok: false, refusal: forbidden };
}

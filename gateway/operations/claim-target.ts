/** Which claim a path of `/v1/claims/{addr}/…` means (docs/spec/decisions.md#2-path). */

import type { CorpusView } from '../../engine/view.ts';
import {
  type ClaimAddr,
  type ClaimId,
  claimAddrOf,
  claimPathParam,
  isCorpusName,
} from '../../graph/address.ts';
import { type GatewayOutcome, refuse } from '../refusal/refusals.ts';
import type { Call } from './operation.ts';

/** What the path states, before any lookup. */
export interface RequestedClaim {
  readonly id: ClaimId;
  /** Corpus of the address, else of the query; null: the default corpus. */
  readonly corpus: string | null;
}

const ACCEPTED = ['c1…', 'wx://<corpus>/claim/c1…'];

/** `invalid:addr` for what is no claim's address, `invalid:query` where path and query name two corpora. */
export function claimParam({ params, query }: Call): GatewayOutcome<RequestedClaim> {
  const parsed = claimPathParam(params.addr ?? '');
  if (!parsed.ok) {
    const message = `a claim is named by its bare id or its address: ${ACCEPTED.join(' or ')}`;
    return refuse('invalid:addr', message, { details: { part: parsed.reason, accepts: ACCEPTED } });
  }
  const [named = null, ...more] = query.getAll('corpus');
  if (more.length > 0) return refuse('invalid:query', 'corpus stands twice in the query');
  if (parsed.corpus !== null && named !== null && parsed.corpus !== named) {
    return refuse('invalid:query', 'the address and ?corpus= name two corpora');
  }
  if (parsed.corpus === null && named !== null && !isCorpusName(named)) {
    return refuse('invalid:corpus_unknown', 'there is no such corpus; see GET /v1/stats');
  }
  return { ok: true, value: { id: parsed.id, corpus: parsed.corpus ?? named } };
}

export interface ClaimTarget {
  readonly claim: ClaimAddr;
  readonly view: CorpusView;
}

/** The claim's address and the view to read it in; `missing:claim` where the corpus does not exist. */
export async function claimTarget(
  { engine, query }: Call,
  { id, corpus }: RequestedClaim,
  asOf: string | null,
): Promise<GatewayOutcome<ClaimTarget>> {
  const resolved = await engine.resolveCorpus(corpus, asOf);
  if (resolved.ok) {
    return { ok: true, value: { claim: claimAddrOf(resolved.value.corpus, id), view: resolved.value } };
  }
  const isUnknown = resolved.refusal.reason === 'invalid:corpus_unknown' && !query.has('corpus');
  return isUnknown ? refuse('missing:claim', 'no claim has this address') : resolved;
}

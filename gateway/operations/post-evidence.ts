/**
 * POST /v1/claims/{addr}/evidence: an event appended to a claim's ledger (docs/spec/contract.md#ap-evidence-append;
 * docs/spec/decisions.md#3, #6-order).
 */

import type { TokenGrant } from '../../engine/keys/keys.ts';
import type { EvidenceRequest, EvidenceWriter } from '../../engine/ledger/evidence-request.ts';
import type { CorpusView } from '../../engine/view.ts';
import { type GatewayOutcome, refuse } from '../refusal/refusals.ts';
import { appendEvidence as CONTRACT, carriesEvidence, evidenceRequest } from '../wire/evidence.ts';
import { refuseClaim, requireCapability } from './authorize.ts';
import { claimParam, claimTarget } from './claim-target.ts';
import { corpusAfter } from './corpus-after.ts';
import { idempotencyKey, withUsedRoute } from './idempotency-key.ts';
import type { AgentOperation, Call } from './operation.ts';
import { parseBody } from './parse-input.ts';
import { corpusOf, type Reply, refusalReply, reply } from './reply.ts';

export const postEvidence: AgentOperation = {
  contract: CONTRACT,
  plane: 'agent',
  handle: append,
};

type Event = Omit<EvidenceRequest, 'writer' | 'idempotency'>;

const EVIDENCE_MISSING = refuse(
  'denied:evidence_missing',
  'an append carries evidence, each piece with its ref',
  {
    details: {
      accepts: { evidence: [{ ref: 'text', hash: 'text', kind: 'source | receipt | reproduction' }] },
    },
  },
);

/** The order of the checks is decided (docs/spec/decisions.md#6-order). */
async function append(call: Call, token: GatewayOutcome<TokenGrant | null>): Promise<Reply> {
  const param = claimParam(call);
  if (!param.ok) return refusalReply(param.refusal);
  const grant = requireCapability(token, 'svc.evidence', call.config);
  if (!grant.ok) return refusalReply(grant.refusal);
  const target = await claimTarget(call, param.value, null);
  const forbidden = target.ok ? refuseClaim(grant.value, target.value) : null;
  if (forbidden !== null) return refusalReply(forbidden);
  const body = readEvent(call.body);
  if (!body.ok) return refusalReply(body.refusal);
  if (!target.ok) return refusalReply(target.refusal);
  const { claim, view } = target.value;
  return appendEvent(call, grant.value, { ...body.value, claim, corpus: view.corpus }, view);
}

function readEvent(body: GatewayOutcome<unknown>): GatewayOutcome<Omit<Event, 'claim' | 'corpus'>> {
  if (!body.ok) return body;
  if (!carriesEvidence(body.value)) return EVIDENCE_MISSING;
  const parsed = parseBody(evidenceRequest, body.value);
  if (!parsed.ok) return parsed;
  const { kind, evidence, attestations = [], stake = null } = parsed.value;
  return { ok: true, value: { kind, evidence, attestations, stake } };
}

async function appendEvent(call: Call, grant: TokenGrant, event: Event, view: CorpusView): Promise<Reply> {
  const { engine, headers } = call;
  const idempotency = idempotencyKey(headers, event);
  if (!idempotency.ok) {
    const [claim = null] = await engine.store.records('claims', [event.claim]);
    const missing = refuse('missing:claim', 'no claim has this address');
    return refusalReply(claim === null ? missing.refusal : idempotency.refusal);
  }
  const outcome = await engine.appendEvidence({
    ...event,
    writer: writerOf(grant),
    idempotency: idempotency.value,
  });
  if (!outcome.ok) return refusalReply(withUsedRoute(outcome.refusal), { corpus: corpusOf(view) });
  return reply(CONTRACT, { entry: outcome.value.entry }, { corpus: await corpusAfter(call, view) });
}

function writerOf({ actor, actorRoot, standing, tokenId, capabilities }: TokenGrant): EvidenceWriter {
  return { actor, actorRoot, standing, tokenId, maySupersede: capabilities.has('svc.supersede') };
}

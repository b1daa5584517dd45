/**
 * POST /v1/annotations: an additive, cited fact about an address, which may close a coverage gap
 * (docs/spec/contract.md#ap-annotate).
 */
import type { z } from 'zod';
import type { AnnotationRequest, CloseStubRequest } from '../../engine/annotate/annotation-request.ts';
import type { StubClosing } from '../../engine/annotate/close-stub.ts';
import type { TokenGrant } from '../../engine/keys/keys.ts';
import type { CorpusView } from '../../engine/view.ts';
import { parseAddress } from '../../graph/address.ts';
import { isStoreAway } from '../refusal/refusal-of-fault.ts';
import { type GatewayOutcome, refuse } from '../refusal/refusals.ts';
import { annotationRequest, createAnnotation as CONTRACT, type StubResult } from '../wire/annotations.ts';
import { annotationTarget } from './annotation-target.ts';
import { requireCapability } from './authorize.ts';
import { corpusAfter } from './corpus-after.ts';
import { idempotencyKey, withUsedRoute } from './idempotency-key.ts';
import type { AgentOperation, Call } from './operation.ts';
import { parseBody } from './parse-input.ts';
import { corpusOf, type Reply, refusalReply, reply } from './reply.ts';
import { wireAnnotation } from './wire-annotation.ts';

export const postAnnotations: AgentOperation = {
  contract: CONTRACT,
  plane: 'agent',
  handle: create,
};

type Requested = z.output<typeof annotationRequest>;

/** The checks come in the order of an evidence append (docs/spec/decisions.md#6-order). */
async function create(call: Call, token: GatewayOutcome<TokenGrant | null>): Promise<Reply> {
  const grant = requireCapability(token, 'wiki.annotate', call.config);
  if (!grant.ok) return refusalReply(grant.refusal);
  const requested = readRequest(call.body);
  if (!requested.ok) return refusalReply(requested.refusal);
  const view = await annotationTarget(call, requested.value.target, grant.value);
  if (!view.ok) return refusalReply(view.refusal);
  return annotate(call, grant.value, requested.value, view.value);
}

function readRequest(body: GatewayOutcome<unknown>): GatewayOutcome<Requested> {
  if (!body.ok) return body;
  const parsed = parseBody(annotationRequest, body.value);
  if (!parsed.ok || isAddressOrUrl(parsed.value.citation.ref)) return parsed;
  const issue = { path: 'citation.ref', message: 'neither an address nor a URL' };
  return refuse('invalid:body', `${issue.path}: ${issue.message}`, { details: { issues: [issue] } });
}

/** The schema checks only the scheme. */
function isAddressOrUrl(ref: string): boolean {
  return ref.startsWith('wx://') ? parseAddress(ref).ok : URL.canParse(ref);
}

async function annotate(
  call: Call,
  grant: TokenGrant,
  requested: Requested,
  view: CorpusView,
): Promise<Reply> {
  const { stub_id: stubId, ...rest } = requested;
  const idempotency = idempotencyKey(call.headers, requested);
  if (!idempotency.ok) return refusalReply(idempotency.refusal, { corpus: corpusOf(view) });
  const writer = writerOf(grant);
  const outcome = await call.engine.annotate({
    ...rest,
    corpus: view.corpus,
    writer,
    idempotency: idempotency.value,
  });
  if (!outcome.ok) return refusalReply(withUsedRoute(outcome.refusal), { corpus: corpusOf(view) });
  const { annotation } = outcome.value;
  const isClosing = stubId !== undefined && call.config.stubsLifecycle;
  const stub = isClosing ? await closeStub(call, { stubId, annotation, writer }) : null;
  const members = { annotation: wireAnnotation(annotation), ...(stub !== null && { stub }) };
  return reply(CONTRACT, members, { corpus: await corpusAfter(call, view) });
}

/** Whatever becomes of the stub, the annotation is stored (docs/spec/contract.md#ap-error-stub-close). */
async function closeStub({ engine, config }: Call, request: CloseStubRequest): Promise<StubResult> {
  const { stubId: stub_id } = request;
  try {
    return { stub_id, ...stubMembers(await engine.closeStub(request)) };
  } catch (fault) {
    config.onFault(fault);
    return { stub_id, closed: false, reason: isStoreAway(fault) ? 'upstream_unavailable' : 'close_failed' };
  }
}

function stubMembers(closing: StubClosing): Omit<StubResult, 'stub_id'> {
  if (!closing.known) return { closed: false, reason: 'unknown_stub' };
  const { id, actor, closed_at, annotation_id, annotation_target } = closing.closure;
  return {
    closed: true,
    ...(closing.repeated && { already_closed: true }),
    closure: { id, actor, closed_at, annotation_id, annotation_target },
  };
}

function writerOf({ actor, actorRoot, standing, tokenId }: TokenGrant): AnnotationRequest['writer'] {
  return { actor, actorRoot, standing, tokenId };
}

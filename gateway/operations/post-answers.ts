/**
 * POST /v1/answers: a question in, an answer with its evidence, receipt and verdict out
 * (docs/spec/decisions.md#5-answer).
 */

import type { AnswerView } from '../../engine/answer/answer.ts';
import type { AskOutcome } from '../../engine/answer/ask.ts';
import type { ContradictedClaim } from '../../engine/answer/contradicted-claims.ts';
import type { Engine } from '../../engine/engine.ts';
import { receiptDocument } from '../../engine/receipt/receipt-document.ts';
import { refuse } from '../refusal/refusals.ts';
import type { AnswerModeV1 } from '../wire/answer-content.ts';
import {
  type answerResponse,
  askQuery,
  askRequest,
  ask as CONTRACT,
  type contradictionResponse,
} from '../wire/answers.ts';
import { namedDocuments } from './named-documents.ts';
import type { Call, EngineOperation, Tenant } from './operation.ts';
import { parseBody, parseQuery } from './parse-input.ts';
import { type Members, type Reply, refusalReply, reply } from './reply.ts';

export const postAnswers: EngineOperation = {
  contract: CONTRACT,
  plane: 'engine',
  handle: ask,
};

async function ask({ engine, body, query, signal }: Call, tenant: Tenant): Promise<Reply> {
  if (!body.ok) return refusalReply(body.refusal);
  const request = parseBody(askRequest, body.value);
  if (!request.ok) return refusalReply(request.refusal);
  const { q, k, mode, freshness, as_of: asOf } = request.value;
  const parameters = parseQuery(askQuery, query);
  if (!parameters.ok) return refusalReply(parameters.refusal, { mode });
  if (tenant.foreign)
    return refusalReply(refuse('missing:corpus', 'there is no such tenant').refusal, { mode });
  const view = await engine.resolveCorpus(parameters.value.corpus ?? null, asOf ?? null);
  if (!view.ok) return refusalReply(inBody(view.refusal), { mode });
  const maxSnapshotAge = freshness?.max_snapshot_age ?? null;
  const asked = { q, k, mode, maxSnapshotAge, view: view.value, signal };
  const outcome = await engine.ask(asked, tenant.name);
  if (!outcome.ok) return refusalReply(outcome.refusal, { mode });
  const included =
    parameters.value.include === undefined ? {} : await receiptOf(engine, outcome.value, tenant);
  return outcomeReply(outcome, included, mode);
}

/** An `as_of` that is no instant after all (outside years 0 to 9999) stands in the body here, not in the query. */
function inBody<R extends { readonly reason: string }>(refusal: R) {
  return refusal.reason === 'invalid:query' ? { ...refusal, reason: 'invalid:body' as const } : refusal;
}

/** What `include=receipt` adds. */
async function receiptOf(engine: Engine, { answer }: AnswerView, tenant: Tenant) {
  const found = await engine.receipt(answer.answer_id, tenant.name);
  if (found === null) throw new Error(`${answer.answer_id} has just been answered, and has no receipt`);
  const documents = await namedDocuments(engine, found.receipt, answer.passages);
  return { receipt_document: receiptDocument(found), documents };
}

type Answered = Extract<AskOutcome, { readonly ok: true }>;

function outcomeReply(outcome: Answered, included: object, mode: AnswerModeV1): Reply {
  const { answer } = outcome.value;
  const members = { ...answerMembers(outcome.value), ...included };
  const more = {
    mode,
    corpus: answer.corpus,
    coverage: { ...answer.coverage, lanes: [...answer.coverage.lanes] },
  };
  if (!outcome.contradicted) return reply(CONTRACT, members, more);
  const why =
    'what the answer rests on is contradicted by an authority or a quorum: both sides are in this body';
  const contradictions = outcome.contradictions.map(wireContradiction);
  const refusal = refuse('conflict:contradiction', why).refusal;
  const both: Members<typeof contradictionResponse> = { ...members, contradictions };
  return refusalReply(refusal, { ...more, members: both });
}

function wireContradiction({ supportedBy, disputedBy, left, ...rest }: ContradictedClaim) {
  return {
    ...rest,
    supported_by: supportedBy,
    disputed_by: disputedBy,
    left: { supported_by: left.supportedBy, disputed_by: left.disputedBy },
  };
}

/** How sure an answer is, or what is near where nothing answers: members that not every answer has. */
function said({ confidence, passages }: AnswerView['answer']) {
  return { ...(confidence !== undefined && { confidence }), ...(passages !== undefined && { passages }) };
}

function answerMembers({ answer, trust }: AnswerView): Members<typeof answerResponse> {
  return {
    answer_id: answer.answer_id,
    summary: answer.summary,
    sentences: answer.sentences,
    ...said(answer),
    claims: answer.claims,
    artefacts: answer.artefacts,
    evidence_set: answer.evidence_set,
    claim_clusters: answer.claim_clusters,
    trust,
    receipt: { ...answer.receipt, class: 'verified' },
  };
}

/** Asking: the engine answers, its receipt is checked, the question is recorded, and only then is the answer shown. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { checkAnswerReceipt, checkReceipt } from '../gateway/client/check-receipt.ts';
import { contradictionOf } from '../gateway/client/create-client.ts';
import {
  type AnswerResponse,
  askRequest,
  type ContradictionResponse,
  MAX_RESULTS,
} from '../gateway/wire/answers.ts';
import type { AnswerReceipt } from '../gateway/wire/receipt.ts';
import type { Desk, Visitor } from './desk.ts';
import type { HistoryRecord } from './records.ts';
import { type BffRefusal, refuse } from './refusal.ts';
import { type ShownAnswer, shownAnswer } from './shown-answer.ts';

const MAX_CORPUS_LENGTH = 63;

/** The engine's own request, and the corpus that its query parameter names. */
export const askInput = askRequest.extend({ corpus: z.string().min(1).max(MAX_CORPUS_LENGTH).optional() });
export type AskInput = z.infer<typeof askInput>;

export interface Asked {
  /** The engine's reply: a contradicted one has an `error` too. */
  readonly reply: AnswerResponse | ContradictionResponse;
  readonly contradicted: boolean;
  readonly receipt: AnswerReceipt;
  readonly entry: HistoryRecord;
}

/**
 * Asks and records. `metadata` are the caller's own notes on the question.
 * @throws {AdduceError} what the engine refuses, except contradictions, which have both sides to show
 * @throws {BffRefusal} 502 where the receipt does not hold: such an answer is shown to nobody
 */
export async function ask(
  desk: Desk,
  visitor: Visitor,
  input: AskInput,
  metadata: Readonly<Record<string, unknown>> = {},
): Promise<Asked> {
  const { corpus, ...request } = input;
  const options = corpus === undefined ? {} : { corpus };
  const reply = await desk.client.answers(request, options).catch((error: unknown) => {
    const contradiction = contradictionOf(error);
    if (contradiction === null) throw error;
    return contradiction;
  });
  const receipt = await checkedReceipt(desk, reply);
  const entry = { ...entryOf(desk, visitor, input, reply, metadata), receipt_hash: receipt.hash };
  await desk.records.addHistory(entry);
  return { reply, contradicted: 'error' in reply, receipt, entry };
}

/** What the page shows of an answer that was just asked for. */
export async function shownOf(desk: Desk, { reply, receipt }: Asked): Promise<ShownAnswer> {
  const titles = await titlesOf(desk, receipt);
  return shownAnswer(receipt, { trust: reply.trust, artefacts: reply.artefacts, titles });
}

/**
 * An answer that the visitor asked for earlier, from its receipt. Its verdict is the last one heard of; the watch on it
 * brings the current one.
 * @throws {BffRefusal} 404 for an answer that the visitor never asked for
 */
export async function open(desk: Desk, visitor: Visitor, answerId: string): Promise<ShownAnswer> {
  const entry = await desk.records.askedFor(visitor.user, answerId);
  if (entry === null)
    throw refuse(404, 'NotFound', 'missing:answer', 'There is no such answer in your history.');
  const { receipt } = await desk.client.receipt(answerId);
  const check = checkReceipt(receipt);
  if (!check.ok || receipt.content.answer_id !== answerId)
    throw heldBack(check.ok ? 'other_answer' : check.fault);
  // Below any transition: state and reasons come from one record, and here is none.
  const trust = { findings_state: 'UNKNOWN', reasons: [], seq: -1, at: null } as const;
  return shownAnswer(receipt, { trust, titles: await titlesOf(desk, receipt) });
}

/** Titles of what the question finds: an ornament, so that the answer does not depend on it. */
async function titlesOf(desk: Desk, { content }: AnswerReceipt): Promise<ReadonlyMap<string, string>> {
  const { q, as_of } = content.request;
  const query = { q, k: MAX_RESULTS, corpus: content.corpus.name, ...(as_of === null ? {} : { as_of }) };
  const found = await desk.client.search(query).catch(() => null);
  return new Map(found?.results.map(({ artefact_id, title }) => [artefact_id, title]));
}

async function checkedReceipt(
  desk: Desk,
  reply: AnswerResponse | ContradictionResponse,
): Promise<AnswerReceipt> {
  const { receipt } = await desk.client.receipt(reply.answer_id);
  const check = checkAnswerReceipt(reply, receipt);
  if (check.ok) return receipt;
  throw heldBack(check.fault);
}

function heldBack(fault: string): BffRefusal {
  const message = 'The answer was held back: its receipt does not hold.';
  return refuse(502, 'Upstream', `bff:receipt_${fault}`, message);
}

function entryOf(
  desk: Desk,
  visitor: Visitor,
  input: AskInput,
  reply: AnswerResponse | ContradictionResponse,
  metadata: Readonly<Record<string, unknown>>,
): Omit<HistoryRecord, 'receipt_hash'> {
  return {
    id: desk.newId(),
    user_id: visitor.user,
    org_id: desk.org,
    mode: input.mode,
    requested_at: desk.now(),
    answer_id: reply.answer_id,
    q: input.q,
    as_of: input.as_of ?? null,
    corpus: input.corpus ?? null,
    summary_hash: summaryHash(reply.summary),
    metadata: JSON.stringify(metadata),
    findings_state: reply.trust.findings_state,
  };
}

/** SHA-256 of the summary's UTF-8, hex (contract: "a summary hash for cache validation"). */
export function summaryHash(summary: string): string {
  return hash('sha256', summary);
}

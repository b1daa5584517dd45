/** Asking: the engine answers, its receipt is verified, the question is recorded, and only then is the answer shown. */
import { hash } from 'node:crypto';
import type { z } from 'zod';
import { type AskOptions, contradictionOf } from '../gateway/client/create-client.ts';
import type { CallOptions } from '../gateway/client/transport.ts';
import {
  type AnswerResponse,
  askRequest,
  type ContradictionResponse,
  MAX_QUESTION_LENGTH,
} from '../gateway/wire/answers.ts';
import type { AnswerReceipt, NamedDocumentV1 } from '../gateway/wire/receipt.ts';
import { passagesOf, readBesideReceipt } from './beside-receipt.ts';
import { type BffContext, callFor, type Visitor } from './bff-context.ts';
import { storedText } from './input.ts';
import { currentOrg, sharingOrgs } from './organisations.ts';
import type { HistoryRecord, KnownAnswer, StoredAnswer } from './records.ts';
import { refuse } from './refusal.ts';
import { type ShownAnswer, shownAnswer } from './shown-answer.ts';
import { type Expected, verifiedReceipt, verifyAnswer } from './verified-receipt.ts';

const MAX_CORPUS_LENGTH = 63;

/** The engine's own request, and the corpus that its query parameter names. */
export const askInput = askRequest.extend({
  q: storedText.min(1).max(MAX_QUESTION_LENGTH),
  corpus: storedText.min(1).max(MAX_CORPUS_LENGTH).optional(),
});
export type AskInput = z.infer<typeof askInput>;

type Reply = AnswerResponse | ContradictionResponse;
type Notes = Readonly<Record<string, unknown>>;

export interface RecordedAnswer {
  /** The engine's reply: a contradicted one has an `error` too. */
  readonly reply: Reply;
  readonly receipt: AnswerReceipt;
  readonly entry: HistoryRecord;
  /** What the receipt and the passages name. */
  readonly documents: readonly NamedDocumentV1[];
}

/**
 * Asks and records, in one call to the engine. `metadata` are the caller's own notes on the question.
 * @throws {AdduceError} what the engine refuses, except contradictions, which have both sides to show
 * @throws {BffRefusal} 429 past the limits, 502 where the receipt does not verify: such an answer is shown to nobody
 */
export function ask(
  bff: BffContext,
  visitor: Visitor,
  input: AskInput,
  metadata: Notes = {},
): Promise<RecordedAnswer> {
  return bff.limits.engine(visitor, 'ask', () => askAndRecord(bff, visitor, input, metadata));
}

/**
 * The same with the reply that the engine gives to anybody, which the receipt of the response is of: the answer's receipt
 * is a second call where this process has not verified it before. @throws as `ask`
 */
export function askPassingOn(bff: BffContext, visitor: Visitor, input: AskInput): Promise<Reply> {
  return bff.limits.engine(visitor, 'ask', async () => {
    const call = callFor(bff, visitor);
    const reply = await replyTo(bff, call, input);
    await verifyAnswer(bff, call, reply, input.q);
    await record(bff, visitor, input, reply);
    return reply;
  });
}

/** Asks, and returns the answer as the page shows it. @throws as `ask` */
export function askForPage(bff: BffContext, visitor: Visitor, input: AskInput): Promise<ShownAnswer> {
  return bff.limits.engine(visitor, 'ask', async () => {
    const { reply, receipt, documents } = await askAndRecord(bff, visitor, input);
    const { trust, artefacts, confidence = null } = reply;
    const passages = passagesOf(reply.passages ?? [], documents);
    return shownAnswer(receipt, { trust, artefacts, documents, confidence, passages });
  });
}

async function askAndRecord(
  bff: BffContext,
  visitor: Visitor,
  input: AskInput,
  metadata: Notes = {},
): Promise<RecordedAnswer> {
  const { reply, receipt } = await askEngine(bff, callFor(bff, visitor), input);
  const entry = await record(bff, visitor, input, reply, metadata);
  return { reply, receipt, entry, documents: reply.documents ?? [] };
}

/** Records a question whose answer was verified. */
async function record(
  bff: BffContext,
  visitor: Visitor,
  input: AskInput,
  reply: Reply,
  metadata: Notes = {},
): Promise<HistoryRecord> {
  const entry: HistoryRecord = {
    id: bff.newId(),
    user_id: visitor.user,
    org_id: await currentOrg(bff, visitor),
    mode: input.mode,
    requested_at: bff.now(),
    answer_id: reply.answer_id,
    q: input.q,
    as_of: input.as_of ?? null,
    corpus: input.corpus ?? null,
    summary_hash: summaryHash(reply.summary),
    receipt_hash: reply.receipt.hash,
    metadata: JSON.stringify(metadata),
    findings_state: reply.trust.findings_state,
  };
  await bff.records.addHistory(entry);
  return entry;
}

/**
 * Asks the engine and verifies its receipt; nothing is recorded here.
 * @throws {AdduceError} what the engine refuses, except contradictions @throws {BffRefusal} 502 where the receipt does not verify
 */
export async function askEngine(
  bff: Pick<BffContext, 'client' | 'health'>,
  call: CallOptions,
  input: AskInput,
): Promise<{ readonly reply: Reply; readonly receipt: AnswerReceipt }> {
  const reply = await replyTo(bff, { ...call, include: 'receipt' }, input);
  const receipt = await verifiedReceipt(bff, call, {
    answer_id: reply.answer_id,
    answer: reply,
    receipt: reply.receipt_document,
    q: input.q,
  });
  return { reply, receipt };
}

/** A contradiction is a reply like another. @throws {AdduceError} what the engine refuses */
function replyTo(
  { client }: Pick<BffContext, 'client'>,
  options: AskOptions,
  { corpus, ...request }: AskInput,
): Promise<Reply> {
  const named = corpus === undefined ? options : { ...options, corpus };
  return client.answers(request, named).catch((error: unknown) => {
    const contradiction = contradictionOf(error);
    if (contradiction === null) throw error;
    return contradiction;
  });
}

/** An answer that is shown again, with how it was asked for: asking anew asks the same corpus as of the same day. */
export interface OpenedAnswer extends ShownAnswer {
  readonly asked: {
    /** Null: the engine's default corpus, whichever it is at the time of asking. */
    readonly corpus: string | null;
    /** As it was given: a day or an instant; null: none was. */
    readonly as_of: string | null;
  };
}

/**
 * An answer that the visitor or a member of a sharing organisation asked for, from its receipt. The verdict is
 * the last one recorded; the event stream sends the current one.
 * @throws {BffRefusal} 404 for any other answer, 429 past the limits, 502 where the receipt is not the recorded one
 */
export function open(bff: BffContext, visitor: Visitor, answerId: string): Promise<OpenedAnswer> {
  return bff.limits.engine(visitor, 'open', async () => {
    const entry = await visibleEntry(bff, visitor, answerId);
    const call = callFor(bff, visitor, entry.owner);
    const { receipt: given, documents = [] } = await bff.client.receipt(answerId, {
      ...call,
      include: 'documents',
    });
    const receipt = await verifiedReceipt(bff, call, { ...expectedOf(entry), receipt: given });
    // Below any transition: state and reasons come from one record, and here is none.
    const trust = { findings_state: 'UNKNOWN', reasons: [], seq: -1, at: null } as const;
    const beside = (await readBesideReceipt(bff, call, answerId)) ?? { confidence: null, passages: [] };
    const shown = shownAnswer(receipt, { trust, documents, ...beside });
    return { ...shown, asked: { corpus: entry.corpus, as_of: entry.as_of } };
  });
}

/** The facts of an answer in the records, which its receipt must still contain. */
export function expectedOf({ answer_id, q, summary_hash, receipt_hash }: StoredAnswer): Expected {
  const known = { answer_id, q, summaryHash: summary_hash };
  return receipt_hash === null ? known : { ...known, receiptHash: receipt_hash };
}

/** The newest entry on an answer that the visitor may see. @throws {BffRefusal} 404 where there is none */
export async function visibleEntry(
  bff: BffContext,
  visitor: Visitor,
  answerId: string,
): Promise<KnownAnswer> {
  const orgs = await sharingOrgs(bff, visitor);
  const entry = await bff.records.visibleAnswer(answerId, { user: visitor.user, orgs });
  if (entry !== null) return entry;
  throw refuse(404, 'NotFound', 'missing:answer', 'There is no such answer in your history.');
}

/** SHA-256 of the summary's UTF-8, hex (docs/spec/contract.md#ae-history-entry). */
export function summaryHash(summary: string): string {
  return hash('sha256', summary);
}

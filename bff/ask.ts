/** Asking: the engine answers, its receipt is verified, the question is recorded, and only then is the answer shown. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { contradictionOf } from '../gateway/client/create-client.ts';
import {
  type AnswerResponse,
  askRequest,
  type ContradictionResponse,
  MAX_RESULTS,
} from '../gateway/wire/answers.ts';
import type { AnswerReceipt } from '../gateway/wire/receipt.ts';
import { type BesideReceipt, passagesOf, readBesideReceipt } from './beside-receipt.ts';
import { type BffContext, callFor, type Visitor } from './bff-context.ts';
import { currentOrg, sharingOrgs } from './organisations.ts';
import type { HistoryRecord } from './records.ts';
import { refuse } from './refusal.ts';
import { type ShownAnswer, shownAnswer } from './shown-answer.ts';
import { type Expected, verifiedReceipt } from './verified-receipt.ts';

const MAX_CORPUS_LENGTH = 63;

/** The engine's own request, and the corpus that its query parameter names. */
export const askInput = askRequest.extend({ corpus: z.string().min(1).max(MAX_CORPUS_LENGTH).optional() });
export type AskInput = z.infer<typeof askInput>;

type Reply = AnswerResponse | ContradictionResponse;
type Notes = Readonly<Record<string, unknown>>;

export interface RecordedAnswer {
  /** The engine's reply: a contradicted one has an `error` too. */
  readonly reply: Reply;
  readonly receipt: AnswerReceipt;
  readonly entry: HistoryRecord;
}

/**
 * Asks and records. `metadata` are the caller's own notes on the question.
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

/** Asks, and returns the answer as the page shows it. @throws as `ask` */
export function askForPage(bff: BffContext, visitor: Visitor, input: AskInput): Promise<ShownAnswer> {
  return bff.limits.engine(visitor, 'ask', async () => {
    const { reply, receipt } = await askAndRecord(bff, visitor, input, {});
    const titles = await titlesOf(bff, visitor, receipt);
    const { trust, artefacts, confidence = null, passages: given = [] } = reply;
    const passages = passagesOf(given, given.length === 0 ? null : await besideOf(bff, visitor, reply));
    return shownAnswer(receipt, { trust, artefacts, titles, confidence, passages });
  });
}

async function askAndRecord(
  bff: BffContext,
  visitor: Visitor,
  input: AskInput,
  metadata: Notes,
): Promise<RecordedAnswer> {
  const { corpus, ...request } = input;
  const call = callFor(bff, visitor);
  const options = corpus === undefined ? call : { ...call, corpus };
  const reply = await bff.client.answers(request, options).catch((error: unknown) => {
    const contradiction = contradictionOf(error);
    if (contradiction === null) throw error;
    return contradiction;
  });
  const receipt = await verifiedReceipt(bff, call, {
    answer_id: reply.answer_id,
    answer: reply,
    q: input.q,
  });
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
    receipt_hash: receipt.hash,
    metadata: JSON.stringify(metadata),
    findings_state: reply.trust.findings_state,
  };
  await bff.records.addHistory(entry);
  return { reply, receipt, entry };
}

/**
 * An answer that the visitor or a member of a sharing organisation asked for, from its receipt. The verdict is
 * the last one recorded; the event stream sends the current one.
 * @throws {BffRefusal} 404 for any other answer, 429 past the limits, 502 where the receipt is not the recorded one
 */
export function open(bff: BffContext, visitor: Visitor, answerId: string): Promise<ShownAnswer> {
  return bff.limits.engine(visitor, 'open', async () => {
    const entry = await visibleEntry(bff, visitor, answerId);
    const call = callFor(bff, visitor, entry.user_id);
    const receipt = await verifiedReceipt(bff, call, expectedOf(entry));
    // Below any transition: state and reasons come from one record, and here is none.
    const trust = { findings_state: 'UNKNOWN', reasons: [], seq: -1, at: null } as const;
    const titles = await titlesOf(bff, visitor, receipt);
    const beside = (await readBesideReceipt(bff, call, answerId)) ?? { confidence: null, passages: [] };
    return shownAnswer(receipt, { trust, titles, ...beside });
  });
}

/** The facts of an answer in the history, which its receipt must still contain. */
export function expectedOf({ answer_id, q, summary_hash, receipt_hash }: HistoryRecord): Expected {
  const known = { answer_id, q, summaryHash: summary_hash };
  return receipt_hash === null ? known : { ...known, receiptHash: receipt_hash };
}

/** The newest entry on an answer that the visitor may see. @throws {BffRefusal} 404 where there is none */
export async function visibleEntry(
  bff: BffContext,
  visitor: Visitor,
  answerId: string,
): Promise<HistoryRecord> {
  const orgs = await sharingOrgs(bff, visitor);
  const entry = await bff.records.visibleAnswer(answerId, { user: visitor.user, orgs });
  if (entry !== null) return entry;
  throw refuse(404, 'NotFound', 'missing:answer', 'There is no such answer in your history.');
}

/** Costs one call more than an answer without passages; later calls of the visitor wait for it. */
async function besideOf(
  bff: BffContext,
  visitor: Visitor,
  { answer_id }: Reply,
): Promise<BesideReceipt | null> {
  await bff.limits.charge(visitor, 1);
  return readBesideReceipt(bff, callFor(bff, visitor), answer_id);
}

/** Titles of the documents that the question finds. They are optional: where they cannot be read, the answer is shown without. */
async function titlesOf(
  bff: BffContext,
  visitor: Visitor,
  { content }: AnswerReceipt,
): Promise<ReadonlyMap<string, string>> {
  const { q, as_of } = content.request;
  const query = { q, k: MAX_RESULTS, corpus: content.corpus.name, ...(as_of === null ? {} : { as_of }) };
  const found = await bff.client.search(query, callFor(bff, visitor)).catch(() => null);
  return new Map(found?.results.map(({ artefact_id, title }) => [artefact_id, title]));
}

/** SHA-256 of the summary's UTF-8, hex (docs/spec/contract.md#ae-history-entry). */
export function summaryHash(summary: string): string {
  return hash('sha256', summary);
}

/**
 * Receipts as the BFF serves them: verified, and equal to the reply or the record
 * (docs/spec/contract.md#ae-bff-receipts).
 */
import { AdduceError } from '../gateway/client/adduce-error.ts';
import type { CallOptions } from '../gateway/client/transport.ts';
import type { AnswerResponse, ContradictionResponse } from '../gateway/wire/answers.ts';
import type { AnswerReceipt } from '../gateway/wire/receipt.ts';
import type { BffContext } from './bff-context.ts';
import { BffRefusal } from './refusal.ts';

/** The facts that a receipt must contain. */
export interface Expected {
  readonly answer_id: string;
  /** The engine's own reply, where it has just come. */
  readonly answer?: AnswerResponse | ContradictionResponse;
  /** As it came with the reply; absent: it is read. */
  readonly receipt?: AnswerReceipt | undefined;
  /** The question as it was asked. */
  readonly q: string;
  /** SHA-256 of the summary's UTF-8, hex; absent where none was recorded. */
  readonly summaryHash?: string;
  /** BLAKE3 of the content, hex; absent where none was recorded. */
  readonly receiptHash?: string;
}

const REFUSED = /^client:(receipt|log)_/;

/** Whether the client refuses a receipt, or the log behind it; any other error is an engine that did not answer. */
export function isReceiptFault({ reason }: AdduceError): boolean {
  return REFUSED.test(reason);
}

/**
 * The receipt: signed by a trusted key of the log, in a log that has only grown, and of this answer.
 * @throws {BffRefusal} 502 where it is not @throws {AdduceError} what the engine refuses
 */
export function verifiedReceipt(
  { client, health }: Pick<BffContext, 'client' | 'health'>,
  call: CallOptions,
  { answer_id, answer, receipt, ...expected }: Expected,
): Promise<AnswerReceipt> {
  return verified(health, client.verifiedReceipt(answer_id, { ...call, answer, receipt, expected }));
}

/**
 * Verifies the receipt of the engine's own reply to a question, where only the reply is shown: a receipt that was verified before
 * is not read again (docs/adr/0065-…). @throws as `verifiedReceipt`
 */
export function verifyAnswer(
  { client, health }: Pick<BffContext, 'client' | 'health'>,
  call: CallOptions,
  answer: AnswerResponse | ContradictionResponse,
  q: string,
): Promise<void> {
  return verified(health, client.verifyAnswer(answer, { ...call, expected: { q } }));
}

async function verified<T>(health: BffContext['health'], verifying: Promise<T>): Promise<T> {
  try {
    const result = await verifying;
    health.logVerified();
    return result;
  } catch (error) {
    if (!(error instanceof AdduceError) || !isReceiptFault(error)) throw error;
    const reason = error.reason.replace(/^client:/, 'bff:');
    const words = isLogFault(reason) ? OTHER_LOG : OTHER_RECEIPT;
    if (isLogFault(reason)) health.logRefused(reason);
    throw new BffRefusal({ status: 502, kind: 'Upstream', reason, ...words }, error);
  }
}

function isLogFault(reason: string): boolean {
  return reason.startsWith('bff:log_');
}

const OTHER_RECEIPT = {
  message: 'The answer was held back: its receipt does not verify.',
  next_step: 'Tell the operator: what the engine sent is not what its log holds.',
};
const OTHER_LOG = {
  message: "The answer was held back: the engine's log is not the one that was verified before.",
  next_step: 'Only the operator can say whether it was replaced on purpose.',
};

/** What a client verifies of an engine, and what it knows from verifications before. */
import type { AnswerResponse, ContradictionResponse } from '../wire/answers.ts';
import type { CheckpointResponse } from '../wire/log.ts';
import type { AnswerReceipt } from '../wire/receipt.ts';
import type { LogOptions } from './checkpoint-memory.ts';
import { deadlineIn } from './deadline.ts';
import { KnownAnswers } from './known-answers.ts';
import { KnownLog, type LogCalls } from './known-log.ts';
import { KnownReceipts } from './known-receipts.ts';
import type { VerifiedReceiptOptions, VerifyAnswerOptions } from './receipt-checks.ts';
import type { CallOptions, Transport } from './transport.ts';
import { checkExpected, checkWhole } from './verified-receipt.ts';

/** What a verification asks of the engine. */
export interface VerificationCalls {
  readonly log: LogCalls;
  readonly receipt: (answerId: string, options: CallOptions) => Promise<AnswerReceipt>;
}

/** Each throws `AdduceError`, `client:receipt_…` and `client:log_…`, for what does not hold. */
export interface Verifications {
  receipt(answerId: string, options?: VerifiedReceiptOptions): Promise<AnswerReceipt>;
  answer(answer: AnswerResponse | ContradictionResponse, options?: VerifyAnswerOptions): Promise<void>;
  checkpoint(options?: CallOptions): Promise<CheckpointResponse>;
}

export function verifications(
  transport: Pick<Transport, 'baseUrl' | 'timeoutMs'>,
  options: LogOptions,
  calls: VerificationCalls,
): Verifications {
  const receipts = new KnownReceipts();
  const answers = new KnownAnswers();
  const log = new KnownLog(transport.baseUrl, options, calls.log, () => answers.clear());
  const before = (rest: () => CallOptions) => ({
    receipts,
    verifyCheckpoint: (note: string) => log.verify(note, rest),
  });
  return {
    receipt: async (answerId, { answer, expected, receipt: given, ...one } = {}) => {
      const rest = withinOne(transport, one);
      const receipt = given ?? (await calls.receipt(answerId, rest()));
      await checkWhole(receipt, answerId, { answer, expected }, before(rest));
      return receipt;
    },
    answer: async (answer, { expected = {}, ...one } = {}) => {
      const rest = withinOne(transport, one);
      const stated = answers.mayHold(answer) ? answers.stated(answer, await log.currentKeys(rest)) : null;
      if (stated !== null) return checkExpected(expected, stated);
      const receipt = await calls.receipt(answer.answer_id, rest());
      const keys = await checkWhole(receipt, answer.answer_id, { answer, expected }, before(rest));
      answers.add(answer, receipt, keys);
    },
    checkpoint: async (one = {}) => (await log.verifyHead(withinOne(transport, one))).reply,
  };
}

/** One deadline for all that a verification asks. */
function withinOne({ timeoutMs }: Pick<Transport, 'timeoutMs'>, one: CallOptions): () => CallOptions {
  const deadline = deadlineIn(one.timeoutMs ?? timeoutMs, one.signal);
  return () => ({ ...one, timeoutMs: deadline.left() });
}

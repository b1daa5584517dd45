/** What `verifiedReceipt` is given beside the answer's id. */
import type { AnswerResponse, ContradictionResponse } from '../wire/answers.ts';
import type { AnswerReceipt } from '../wire/receipt.ts';
import type { CallOptions } from './transport.ts';

/** What the caller knows of the answer already. */
export interface ReceiptChecks {
  /** The reply that the caller got, also that of a contradiction: the receipt must cover all of it. */
  readonly answer?: AnswerResponse | ContradictionResponse | undefined;
  readonly expected?: ExpectedReceipt | undefined;
}

/** Members that are left out are not compared. */
export interface ExpectedReceipt {
  /** The receipt's `hash`. */
  readonly receiptHash?: string;
  /** SHA-256 of the summary's UTF-8, hex. */
  readonly summaryHash?: string;
  /** The question as it was asked. */
  readonly q?: string;
  /** The corpus's name. */
  readonly corpus?: string;
}

export interface VerifiedReceiptOptions extends ReceiptChecks, CallOptions {
  /** As it came with the answer (`include: 'receipt'`): it is verified, and not read once more. */
  readonly receipt?: AnswerReceipt | undefined;
}

/** What `verifyAnswer` is given beside the answer. */
export type VerifyAnswerOptions = Pick<ReceiptChecks, 'expected'> & CallOptions;

/**
 * Verifies a receipt: its content has its hash, its entry and those of its artefacts are in a tree that a key of the
 * log has signed, its quotes have their hashes, the log continues the log of before, and the answer equals the
 * record. The selection is not repeated: `POST /v1/receipts/verify` and `adduce receipt verify` do that.
 */

import { type ReadReceipt, readDocument } from '../../engine/receipt/receipt-document.ts';
import { statedSteps } from '../../engine/receipt/stated-steps.ts';
import type { StepResult } from '../../engine/receipt/step-result.ts';
import { encodeCanonical } from '../../graph/canonical.ts';
import { blake3Hex, sha256Hex } from '../../graph/digest.ts';
import type { LogKey } from '../../graph/log/key-list.ts';
import type { AnswerResponse, ContradictionResponse } from '../wire/answers.ts';
import type { AnswerReceipt } from '../wire/receipt.ts';
import { AdduceError } from './adduce-error.ts';
import { compareAnswer, type ReceiptFault } from './check-receipt.ts';
import type { KnownReceipts } from './known-receipts.ts';
import type { ExpectedReceipt, ReceiptChecks } from './receipt-checks.ts';

type ReceiptView = Extract<ReadReceipt, { readonly ok: true }>['view'];

/**
 * A fault of the receipt is named after the step of the verification that found it, or after the member that differs.
 */
type Fault =
  | ReceiptFault
  | Exclude<StepResult['step'], 'receipt_hash'>
  | 'malformed'
  | keyof typeof DIFFERENCES;

const DIFFERENCES = {
  answer_differs: 'the answer is not the one that the receipt is of',
  unexpected_hash: 'the receipt is not the one that is expected',
  unexpected_summary: 'the summary is not the one that is expected',
  unexpected_question: 'the receipt is of another question',
  unexpected_corpus: 'the receipt is of another corpus',
} as const;

/** What a caller may expect of a receipt. */
export interface ReceiptStatement {
  readonly hash: string;
  readonly receipt: {
    readonly summary: string;
    readonly request: { readonly q: string };
    readonly corpus: { readonly name: string };
  };
}

/** Verifies that a checkpoint is the log's, and gives the keys that are trusted (`KnownLog.verify`). */
export type VerifyCheckpoint = (note: string) => Promise<readonly LogKey[]>;

/** What a client knows from verifications before. */
export interface KnownBefore {
  readonly receipts: KnownReceipts;
  readonly verifyCheckpoint: VerifyCheckpoint;
}

/**
 * @returns the keys under which it holds
 * @throws {AdduceError} `client:receipt_…` for what is wrong with the receipt, and as `verifyCheckpoint`
 */
export async function checkWhole(
  receipt: AnswerReceipt,
  answerId: string,
  { answer, expected = {} }: ReceiptChecks,
  { receipts, verifyCheckpoint }: KnownBefore,
): Promise<readonly LogKey[]> {
  const view = viewOf(receipt);
  if (view.receipt.answer_id !== answerId) throw receiptFault('other_answer', `it is of another answer`);
  const keys = await verifyCheckpoint(view.log.checkpoint);
  if (!receipts.holds(receipt, keys)) {
    checkSteps(view, keys);
    receipts.add(receipt, keys);
  }
  if (answer !== undefined) checkAnswer(answer, receipt, view);
  checkExpected(expected, view);
  return keys;
}

/** @throws {AdduceError} `client:receipt_unexpected_…` for what the caller did not expect */
export function checkExpected(expected: ExpectedReceipt, stated: ReceiptStatement): void {
  const difference = differenceOf(expected, stated);
  if (difference !== null) throw receiptFault(difference, DIFFERENCES[difference]);
}

function checkSteps(view: ReceiptView, keys: readonly LogKey[]): void {
  for (const step of statedSteps(view, keys)) {
    if (!step.ok) throw receiptFault(step.step === 'receipt_hash' ? 'hash_mismatch' : step.step, step.detail);
  }
}

function viewOf(receipt: AnswerReceipt): ReceiptView {
  const read = readDocument(receipt);
  if (read.ok) return read.view;
  throw receiptFault('malformed', read.fault);
}

function checkAnswer(
  answer: AnswerResponse | ContradictionResponse,
  receipt: AnswerReceipt,
  { receipt: content }: ReceiptView,
): void {
  const compared = compareAnswer(answer, receipt);
  if (!compared.ok) throw receiptFault(compared.fault, 'the answer does not say what its receipt says');
  if (answerHash(answer, content.request) !== content.answer_hash)
    throw receiptFault('answer_differs', DIFFERENCES.answer_differs);
}

/** Hash of the answer as it is recorded, made from the reply; null where the reply has no canonical form. */
function answerHash(answer: AnswerResponse | ContradictionResponse, request: unknown): string | null {
  const { answer_id, corpus, summary, sentences, claims, artefacts } = answer;
  const { evidence_set, claim_clusters, coverage, confidence, passages } = answer;
  // Members that are undefined are left out of canonical CBOR.
  const said = { summary, sentences, confidence, passages, claims, artefacts, evidence_set, claim_clusters };
  try {
    return blake3Hex(encodeCanonical({ v: 1, answer_id, request, corpus, ...said, coverage }));
  } catch {
    return null;
  }
}

function differenceOf(
  expected: ExpectedReceipt,
  { hash, receipt }: ReceiptStatement,
): keyof typeof DIFFERENCES | null {
  const { receiptHash, summaryHash, q, corpus } = expected;
  if (receiptHash !== undefined && receiptHash !== hash) return 'unexpected_hash';
  if (summaryHash !== undefined && summaryHash !== summaryHashOf(receipt.summary))
    return 'unexpected_summary';
  // The engine records a question without white space around it, in normal form C.
  if (q !== undefined && q.normalize('NFC').trim() !== receipt.request.q) return 'unexpected_question';
  if (corpus !== undefined && corpus !== receipt.corpus.name) return 'unexpected_corpus';
  return null;
}

/** SHA-256 of a summary's UTF-8, hex: what `expected.summaryHash` is compared with. */
function summaryHashOf(summary: string): string {
  return sha256Hex(new TextEncoder().encode(summary));
}

function receiptFault(fault: Fault, message: string): AdduceError {
  const reason = `client:receipt_${fault}`;
  return new AdduceError({
    status: 200,
    kind: 'Upstream',
    reason,
    message: `the receipt does not hold: ${message}`,
  });
}

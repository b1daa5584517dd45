/**
 * Checks receipts before what they prove is shown (docs/spec/contract.md#ae-bff-receipts). An answer: the receipt's
 * bytes hash to what the answer names, and both say the same. Any reply: its envelope's receipt hashes to the request
 * that was sent and the reply that came (docs/spec/decisions.md#8-receipt).
 */
import { isDeepStrictEqual } from 'node:util';
import { encodeCanonical } from '../../graph/canonical.ts';
import { blake3Hex } from '../../graph/digest.ts';

/** The first fault that was found. */
export type ReceiptFault =
  | 'content_unreadable'
  | 'hash_mismatch'
  | 'other_receipt'
  | 'other_answer'
  | 'summary_differs'
  | 'sentences_differ'
  | 'evidence_set_differs'
  | 'clusters_differ';

export type ReceiptCheck = { readonly ok: true } | { readonly ok: false; readonly fault: ReceiptFault };

/** The members of a receipt that are checked (GET /v1/answers/{id}/receipt, `receipt`). */
export interface CheckableReceipt {
  readonly receipt_id: string;
  /** BLAKE3-256 of the content's canonical CBOR, hex. */
  readonly hash: string;
  readonly content: unknown;
}

/** The members of an answer that its receipt repeats. */
export interface CheckableAnswer {
  readonly answer_id: string;
  readonly summary: string;
  readonly sentences: unknown;
  readonly evidence_set: unknown;
  readonly claim_clusters: unknown;
  readonly receipt: { readonly receipt_id: string; readonly hash: string };
}

/** A request and what is known of its reply beside the body. */
export interface CheckedExchange {
  /** Path with its parameters, as OpenAPI writes it. */
  readonly route: string;
  readonly method: string;
  /** As it was sent to the engine. */
  readonly url: URL;
  /** Null where none was sent. */
  readonly body: unknown;
  readonly status: number;
  /** The reply's header `x-adduce-policy`. */
  readonly policy: string | null;
}

/** Checks the first receipt of a reply's envelope: `hash_mismatch` where request or reply are not those of the receipt. */
export function checkReply(
  exchange: CheckedExchange,
  reply: Readonly<Record<string, unknown>>,
): ReceiptCheck {
  const { receipts, plan_receipt: _, ...response } = reply;
  const { route, method, url, body, status, policy } = exchange;
  const query = [...url.searchParams].toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y));
  const request = { method, path: url.pathname, query, body };
  const { corpus } = response;
  const token_id = memberOf(response.rcx, 'token_id');
  const content = { v: 1, route, status, corpus, request, response, token_id, policy };
  const hash = memberOf(memberOf(receipts, '0'), 'hash');
  return typeof hash === 'string'
    ? checkReceipt({ receipt_id: '', hash, content })
    : fault('content_unreadable');
}

/** UTF-16 code units decide, as on the server. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Checks the receipt alone: its hash is that of its content. */
export function checkReceipt(receipt: CheckableReceipt): ReceiptCheck {
  try {
    const hash = blake3Hex(encodeCanonical(receipt.content));
    return hash === receipt.hash ? { ok: true } : fault('hash_mismatch');
  } catch {
    // What has no canonical form was never hashed.
    return fault('content_unreadable');
  }
}

/**
 * Checks the receipt's hash, and that the answer says what the receipt says. `verifiedReceipt` checks whose receipt
 * it is.
 */
export function checkAnswerReceipt(answer: CheckableAnswer, receipt: CheckableReceipt): ReceiptCheck {
  const alone = checkReceipt(receipt);
  return alone.ok ? compareAnswer(answer, receipt) : alone;
}

/** Checks that the answer says what the receipt says, whose hash is right. */
export function compareAnswer(answer: CheckableAnswer, receipt: CheckableReceipt): ReceiptCheck {
  const named = answer.receipt;
  if (named.receipt_id !== receipt.receipt_id || named.hash !== receipt.hash) return fault('other_receipt');
  const content = receipt.content;
  if (typeof content !== 'object' || content === null) return fault('content_unreadable');
  const stated: Partial<Record<keyof CheckableAnswer, unknown>> = content;
  if (stated.answer_id !== answer.answer_id) return fault('other_answer');
  if (stated.summary !== answer.summary) return fault('summary_differs');
  if (!isDeepStrictEqual(stated.sentences, answer.sentences)) return fault('sentences_differ');
  if (!isDeepStrictEqual(stated.evidence_set, answer.evidence_set)) return fault('evidence_set_differs');
  if (!isDeepStrictEqual(stated.claim_clusters, answer.claim_clusters)) return fault('clusters_differ');
  return { ok: true };
}

function fault(name: ReceiptFault): ReceiptCheck {
  return { ok: false, fault: name };
}

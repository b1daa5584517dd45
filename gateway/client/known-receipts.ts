/**
 * Receipts that a client has verified, as it got them. Whether a receipt holds depends on its own text and on the keys that are
 * trusted, and on nothing else: a receipt is the same however far the log has grown (docs/adr/0020-…). So the steps that the same
 * text has passed under the same keys need not be repeated, and a receipt whose hash an answer names need not be read again.
 * That the log continues the log of before, and that the answer says what the receipt says, is verified each time.
 */
import type { LogKey } from '../../graph/log/key-list.ts';
import type { AnswerReceipt } from '../wire/receipt.ts';

const MAX_RECEIPTS = 256;
/** UTF-16 code units: longer ones are verified each time. A receipt of the demo corpus has about 30,000. */
const MAX_LENGTH = 131_072;

interface KnownReceipt {
  /** JSON: a caller may change the receipt that it got. */
  readonly text: string;
  readonly keys: readonly LogKey[];
}

export class KnownReceipts {
  /** By the hash of the content, in the order of their last use. */
  readonly #known = new Map<string, KnownReceipt>();

  /** The receipt that an answer names, where it was verified; it is still to be compared with the answer. */
  named(answer: { readonly receipt: { readonly hash: string } } | undefined): AnswerReceipt | undefined {
    const known = answer && this.#known.get(answer.receipt.hash);
    return known && JSON.parse(known.text);
  }

  /** Whether this very text was verified under these very keys. */
  holds(receipt: AnswerReceipt, keys: readonly LogKey[]): boolean {
    const known = this.#known.get(receipt.hash);
    if (known === undefined || !isSame(known.keys, keys) || known.text !== textOf(receipt)) return false;
    this.#put(receipt.hash, known);
    return true;
  }

  /** @param keys under which it was verified */
  add(receipt: AnswerReceipt, keys: readonly LogKey[]): void {
    const text = JSON.stringify(receipt);
    if (text.length <= MAX_LENGTH) this.#put(receipt.hash, { text, keys });
  }

  #put(hash: string, known: KnownReceipt): void {
    this.#known.delete(hash);
    this.#known.set(hash, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_RECEIPTS && oldest !== undefined) this.#known.delete(oldest);
  }
}

/** Null where it is nested so deeply that it cannot be written; such a receipt was never verified. */
function textOf(receipt: AnswerReceipt): string | null {
  try {
    return JSON.stringify(receipt);
  } catch {
    return null;
  }
}

/** The same keys in the same order: a key that is retired meanwhile is another object. */
export function isSame(some: readonly LogKey[], others: readonly LogKey[]): boolean {
  return some.length === others.length && some.every((key, at) => key === others[at]);
}

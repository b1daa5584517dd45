/**
 * Receipts that a client has verified. Whether a receipt holds depends on its own text and on the keys that are trusted, and on
 * nothing else: a receipt is the same however far the log has grown (docs/adr/0020-…). So the steps that the same text has passed
 * under the same keys need not be repeated. That the engine's log continues the log of before, and that the answer says what the
 * receipt says, is verified anew.
 */
import { sha256Hex } from '../../graph/digest.ts';
import type { LogKey } from '../../graph/log/key-list.ts';
import type { AnswerReceipt } from '../wire/receipt.ts';

const MAX_RECEIPTS = 1_000;

interface KnownReceipt {
  /** Of the JSON that was verified. */
  readonly digest: string;
  readonly keys: readonly LogKey[];
}

export class KnownReceipts {
  /** By the hash of the content, in the order of their last use. */
  readonly #known = new Map<string, KnownReceipt>();

  /** Whether this very text was verified under these very keys. */
  holds(receipt: AnswerReceipt, keys: readonly LogKey[]): boolean {
    const known = this.#known.get(receipt.hash);
    if (known === undefined || !isSame(known.keys, keys) || known.digest !== digestOf(receipt)) return false;
    putNewest(this.#known, receipt.hash, known, MAX_RECEIPTS);
    return true;
  }

  /** @param keys under which it was verified */
  add(receipt: AnswerReceipt, keys: readonly LogKey[]): void {
    const digest = digestOf(receipt);
    if (digest !== null) putNewest(this.#known, receipt.hash, { digest, keys }, MAX_RECEIPTS);
  }
}

/** Null where it is nested so deeply that it cannot be written; such a receipt was never verified. */
function digestOf(receipt: AnswerReceipt): string | null {
  try {
    return sha256Hex(new TextEncoder().encode(JSON.stringify(receipt)));
  } catch {
    return null;
  }
}

/** The same keys in the same order: a key that is retired meanwhile is another object. */
export function isSame(some: readonly LogKey[], others: readonly LogKey[]): boolean {
  return some.length === others.length && some.every((key, at) => key === others[at]);
}

/** Puts an entry last; the first gives way where there are more than `most`. */
export function putNewest<V>(known: Map<string, V>, key: string, value: V, most: number): void {
  known.delete(key);
  known.set(key, value);
  const [oldest] = known.keys();
  if (known.size > most && oldest !== undefined) known.delete(oldest);
}

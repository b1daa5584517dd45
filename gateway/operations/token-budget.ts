/** Fits items into a token budget: whole items or none, in their order (docs/spec/decisions.md#8-budget). */

import { estimateTokens } from '../../engine/tokens/estimate-tokens.ts';
import type { Budget } from '../wire/envelope.ts';

/** The comma or bracket that an item adds to its list. */
const SEPARATOR_TOKENS = 1;

/**
 * Most tokens that the body of a reply with a token budget costs beside its items: envelope, receipt, coverage, belief,
 * `next`. So a body costs at most `asked` and this. Of searches, items and ledgers.
 */
export const TOKEN_RESERVE = 512;
/** Of lists of annotations: `next` repeats the target, an address of up to 512 bytes. */
export const ANNOTATIONS_TOKEN_RESERVE = 2 * TOKEN_RESERVE;

export interface Fitted<T> {
  readonly kept: readonly T[];
  readonly budget: Budget;
  /** What the first item that was dropped costs; null where none was. */
  readonly nextPrice: number | null;
}

/** What an item of a list adds to `budget.spent`. */
export function priceOf(item: unknown): number {
  return estimateTokens(JSON.stringify(item)) + SEPARATOR_TOKENS;
}

/**
 * The longest prefix of the items that costs at most `asked` tokens. A budget of 0 is a price probe: nothing is kept,
 * and `dropped` says what there would have been.
 * @param kindOf names an item's kind in `dropped.kinds`
 * @param price what an item adds to the body, where that is more than itself
 */
export function fitBudget<T>(
  items: readonly T[],
  asked: number,
  kindOf: (item: T) => string,
  price: (item: T) => number = priceOf,
): Fitted<T> {
  let spent = 0;
  let fitting = 0;
  let nextPrice: number | null = null;
  for (const item of items) {
    const added = price(item);
    if (spent + added > asked) {
      nextPrice = added;
      break;
    }
    spent += added;
    fitting += 1;
  }
  const dropped = items.slice(fitting);
  const kinds = [...new Set(dropped.map(kindOf))];
  return {
    kept: items.slice(0, fitting),
    budget: { asked, spent, dropped: { count: dropped.length, kinds } },
    nextPrice,
  };
}

/** The budget of an operation that takes none: what it costs counts as asked for. */
export function costOf(members: object): Budget {
  const spent = estimateTokens(JSON.stringify(members));
  return { asked: spent, spent, dropped: { count: 0, kinds: [] } };
}

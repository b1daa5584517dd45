/**
 * Pointers to what a search found, in the tier that was asked for (docs/spec/contract.md#ap-pointer;
 * docs/spec/decisions.md#8-budget).
 */
import type { Pointer } from '../wire/agent-search.ts';
import type { PricedItem } from './search-cost-cache.ts';
import { priceOf } from './token-budget.ts';

export type Tier = 'pointer' | 'epitome';

/** Longest epitome of each tier, in UTF-16 code units. */
const EPITOME_CHARS: Readonly<Record<Tier, number>> = { pointer: 96, epitome: 280 };

/** The next tier of a pointer is the same item at tier `epitome`: what `budget.spent` counts for it there. */
export function pointerOf(item: PricedItem, tier: Tier): Pointer {
  const epitome = tierOf(item, 'epitome', item.whole);
  return tier === 'epitome' ? epitome : tierOf(item, 'pointer', priceOf(epitome));
}

function tierOf(item: PricedItem, tier: Tier, next: number): Pointer {
  const { addr, text, score, kind, belief, feedback } = item;
  return {
    addr,
    epitome: cut(text, EPITOME_CHARS[tier]),
    score,
    est_tokens_next_tier: next,
    kind,
    ...(belief && { belief }),
    ...(feedback && { feedback }),
  };
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = text.lastIndexOf(' ', limit - 1);
  return `${text.slice(0, end > 0 ? end : limit - 1).toWellFormed()}…`;
}

/** Words around a number that make it a bound or an estimate: "at least", "nearly", "up to", "or more". */
import wordings from './quantity-cues.json' with { type: 'json' };
import { partsOf } from './rows.ts';
import type { Token } from './token.ts';

/** How the stated number limits the value. */
export type QuantityBound = 'exact' | 'approximate' | 'min' | 'max';

const BOUNDS = ['min', 'max', 'approximate'] as const;
const BY_WORDS: ReadonlyMap<string, QuantityBound> = new Map(
  BOUNDS.flatMap((bound) => partsOf(wordings[bound]).map((words) => [words, bound])),
);
const LONGEST = 3;

/** The bound that the words before token `at` put on the number there, the longest wording first. */
export function boundBefore(tokens: readonly Token[], at: number): QuantityBound {
  for (let length = LONGEST; length > 0; length--) {
    const words = length > at ? [] : tokens.slice(at - length, at).map(({ norm }) => norm);
    const bound = BY_WORDS.get(words.join(' '));
    if (bound !== undefined) return bound;
  }
  return 'exact';
}

/** "or more", "or so", "+" after a number; `exact` when nothing of the kind follows. */
export function boundAfter(tokens: readonly Token[], at: number): QuantityBound {
  const [first, second] = [tokens[at]?.norm, tokens[at + 1]?.norm];
  if (first === '+') return 'min';
  if (first !== 'or') return 'exact';
  if (second === 'more' || second === 'above') return 'min';
  if (second === 'less' || second === 'fewer') return 'max';
  return second === 'so' ? 'approximate' : 'exact';
}

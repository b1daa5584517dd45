/** Words around a number that make it a bound or an estimate: "at least", "nearly", "up to", "or more". */
import type { Token } from './tokens.ts';

/** How the stated number limits the value. */
export type Bound = 'exact' | 'approximate' | 'min' | 'max';

const BEFORE: readonly (readonly [words: string, bound: Bound])[] = [
  ['more than', 'min'],
  ['greater than', 'min'],
  ['at least', 'min'],
  ['over', 'min'],
  ['above', 'min'],
  ['exceeding', 'min'],
  ['no fewer than', 'min'],
  ['no less than', 'min'],
  ['not less than', 'min'],
  ['upwards of', 'min'],
  ['a minimum of', 'min'],
  ['just over', 'min'],
  ['well over', 'min'],
  ['slightly more than', 'min'],
  ['más de', 'min'],
  ['al menos', 'min'],
  ['less than', 'max'],
  ['fewer than', 'max'],
  ['under', 'max'],
  ['below', 'max'],
  ['just under', 'max'],
  ['up to', 'max'],
  ['at most', 'max'],
  ['as many as', 'max'],
  ['as much as', 'max'],
  ['no more than', 'max'],
  ['not more than', 'max'],
  ['a maximum of', 'max'],
  ['menos de', 'max'],
  ['hasta', 'max'],
  ['about', 'approximate'],
  ['around', 'approximate'],
  ['roughly', 'approximate'],
  ['nearly', 'approximate'],
  ['almost', 'approximate'],
  ['approximately', 'approximate'],
  ['approx', 'approximate'],
  ['approx .', 'approximate'],
  ['some', 'approximate'],
  ['circa', 'approximate'],
  ['an estimated', 'approximate'],
  ['estimated', 'approximate'],
  ['close to', 'approximate'],
  ['unos', 'approximate'],
  ['unas', 'approximate'],
  ['~', 'approximate'],
  ['≈', 'approximate'],
  ['>', 'min'],
  ['≥', 'min'],
  ['<', 'max'],
  ['≤', 'max'],
];
const BY_WORDS = new Map(BEFORE);
const LONGEST = 3;

/** The bound that the words before token `at` put on the number there, the longest wording first. */
export function boundBefore(tokens: readonly Token[], at: number): Bound {
  for (let length = LONGEST; length > 0; length--) {
    if (length > at) continue;
    const words = tokens
      .slice(at - length, at)
      .map((token) => token.norm)
      .join(' ');
    const bound = BY_WORDS.get(words);
    if (bound !== undefined) return bound;
  }
  return 'exact';
}

/** "or more", "or so", "+" after a number; `exact` when nothing of the kind follows. */
export function boundAfter(tokens: readonly Token[], at: number): Bound {
  const [first, second] = [tokens[at]?.norm, tokens[at + 1]?.norm];
  if (first === '+') return 'min';
  if (first !== 'or') return 'exact';
  if (second === 'more' || second === 'above') return 'min';
  if (second === 'less' || second === 'fewer') return 'max';
  return second === 'so' ? 'approximate' : 'exact';
}

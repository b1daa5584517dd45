/**
 * Expressions of several words that stand for one term: "set up", "head of state", "in charge of". Every entry of the
 * lexicon that has a space is one; it goes by itself as its key, so that kin and opposites are listed as for words.
 */
import type { Token } from '../../text/token.ts';
import { functionWords } from './function-words.ts';
import { closeKin, looseKin, opposites } from './lexicon.ts';

/** An expression of a sentence: the tokens it covers, which of them carries it, and whether that one keeps its own sense. */
export interface Expression {
  readonly key: string;
  readonly at: readonly number[];
  readonly head: number;
  /** "main office" is an office, "set up" is no setting. */
  readonly literal: boolean;
}

interface Pattern extends Pick<Expression, 'key' | 'head' | 'literal'> {
  readonly words: readonly string[];
}

const PARTICLE =
  /^(?:up|down|off|out|over|away|on|in|through|back|apart|together|ahead|place|part|for|of|by|with|to|into|from|after|aside|forward|go|last|first)$/;
const INNER_PRONOUN = /^(?:it|them|him)$/;

const patterns = indexPatterns();

/** The expressions of a sentence in order, the longest where several begin; they never overlap. */
export function findExpressions(tokens: readonly Token[]): Expression[] {
  const found: Expression[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const expression = expressionAt(tokens, i);
    if (expression === null) continue;
    found.push(expression);
    i = expression.at.at(-1) ?? i;
  }
  return found;
}

function expressionAt(tokens: readonly Token[], from: number): Expression | null {
  const first = tokens[from];
  if (first === undefined) return null;
  const forms = first.norm === first.lemma ? [first.norm] : [first.norm, first.lemma];
  for (const form of forms) {
    for (const { key, words, head, literal } of patterns.get(form) ?? []) {
      const at = matchAt(tokens, from, words);
      if (at !== null) return { key, at, head: at[head] ?? from, literal };
    }
  }
  return null;
}

/** The places of the words from `from` on; a pronoun may stand inside a verb: "set it up". */
function matchAt(tokens: readonly Token[], from: number, words: readonly string[]): number[] | null {
  const at: number[] = [];
  let next = from;
  for (const word of words) {
    if (at.length === 1 && words.length === 2 && INNER_PRONOUN.test(tokens[next]?.norm ?? '')) next++;
    const token = tokens[next];
    if (token === undefined || (token.norm !== word && token.lemma !== word)) return null;
    at.push(next++);
  }
  return at;
}

function indexPatterns(): ReadonlyMap<string, readonly Pattern[]> {
  const entries = [...closeKin.flat(), ...looseKin.flat(2), ...opposites.flat(2)];
  const expressions = new Set(entries.filter((entry) => entry.includes(' ')));
  const longestFirst = [...expressions].map(patternOf).toSorted((a, b) => b.words.length - a.words.length);
  return Map.groupBy(longestFirst, ({ words }) => words[0] ?? '');
}

/** An expression is carried by its verb, by what follows its preposition, or by the noun that the other words narrow. */
function patternOf(key: string): Pattern {
  const words = key.split(' ');
  const last = words.length - 1;
  const content = words.flatMap((word, i) => (functionWords.has(word) ? [] : [i]));
  const of = words.indexOf('of');
  if (functionWords.has(words[0] ?? '')) return { key, words, head: content.at(-1) ?? last, literal: false };
  if (PARTICLE.test(words[last] ?? '')) return { key, words, head: 0, literal: false };
  return { key, words, head: of > 0 ? of - 1 : (content.at(-1) ?? last), literal: true };
}

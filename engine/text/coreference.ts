/** What "it", "they" or "the press" at the start of a sentence stands for. */
import type { Span } from '../../graph/claim.ts';
import { type Mention, normaliseKey } from './names.ts';
import type { Token } from './token.ts';

/** An anaphor resolved: the full phrase, and the span of text that carries it (null for a title). */
export interface Antecedent {
  readonly surface: string;
  readonly key: string;
  readonly span: Span | null;
}

const PRONOUN = /^(?:he|she|his|her|him|it|its|they|their|them)$/;

/** How many sentences back an antecedent may lie. */
const MAX_SENTENCES_BACK = 2;

/** Whether a sentence's first tokens are an anaphor: a third-person pronoun, or "the" and one plain noun. */
export function opensWithAnaphor(tokens: readonly Token[]): boolean {
  const [first, second, third] = tokens;
  if (first === undefined) return false;
  if (isPronoun(first.norm)) return true;
  const shortNoun = first.norm === 'the' && second?.pos === 'NOUN';
  return shortNoun && third !== undefined && !['NOUN', 'PROPN', 'ADP', 'PART'].includes(third.pos);
}

/** Whether the word is a third-person pronoun or possessive. */
export function isPronoun(norm: string): boolean {
  return PRONOUN.test(norm);
}

/**
 * The antecedent of a pronoun: the subject of the nearest sentence before that has one. `previous` lists the subjects
 * of the preceding sentences, nearest first, null where a sentence has none.
 */
export function antecedentOfPronoun(previous: readonly (Mention | null)[]): Antecedent | null {
  const mention = previous.slice(0, MAX_SENTENCES_BACK).find((candidate) => candidate !== null);
  return mention ? { surface: mention.surface, key: mention.key, span: mention } : null;
}

/**
 * The antecedent of a short definite phrase ("the press"): the nearest longer mention that ends in the same noun
 * ("the Harrow Press"). Null when none does, or when two different ones do: then it is unclear.
 */
export function antecedentOfPhrase(phrase: string, mentions: readonly Mention[]): Antecedent | null {
  const key = normaliseKey(phrase);
  const fitting = mentions.filter((mention) => mention.key.endsWith(` ${key}`));
  const nearest = fitting.at(-1);
  if (nearest === undefined || fitting.some((mention) => mention.key !== nearest.key)) return null;
  return { surface: nearest.surface, key: nearest.key, span: nearest };
}

/** The title as the last resort: its words up to a verb or mark, when they are a name. */
export function titleSubject(title: string, tokens: readonly Token[]): Antecedent | null {
  const stop = tokens.findIndex((token) => !['DET', 'ADJ', 'NOUN', 'PROPN', 'NUM', 'X'].includes(token.pos));
  const words = stop < 0 ? tokens : tokens.slice(0, stop);
  if (!words.some((token) => token.pos === 'PROPN')) return null;
  const surface = title.slice(words[0]?.start ?? 0, words.at(-1)?.end ?? 0);
  return { surface, key: normaliseKey(surface), span: null };
}

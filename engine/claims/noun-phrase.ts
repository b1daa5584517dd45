/** Noun phrases: base, possessor, prepositional parts; and the description of an attribute that they give. */
import { findDates } from '../text/dates.ts';
import type { Token } from '../text/token.ts';
import { foldForComparison, singular } from '../text/word-forms.ts';
import { NEUTRAL_MODIFIERS } from './lexicon.ts';

/** A preposition with the words that it governs. */
export interface Adjunct {
  readonly preposition: string;
  readonly tokens: readonly Token[];
}

/** A noun phrase cut into its base and its prepositional parts. */
export interface Phrase {
  readonly base: readonly Token[];
  readonly adjuncts: readonly Adjunct[];
  readonly tokens: readonly Token[];
}

/** Reads tokens as one phrase with adjuncts: "the minimum wage | in Germany". */
export function readPhrase(tokens: readonly Token[]): Phrase {
  const cuts = tokens.flatMap((_, i) => (isPreposition(tokens, i) ? [i] : []));
  const adjuncts = cuts.map((from, n) => ({
    preposition: tokens[from]?.norm ?? '',
    tokens: tokens.slice(from + 1, cuts[n + 1] ?? tokens.length),
  }));
  return { base: tokens.slice(0, cuts[0] ?? tokens.length), adjuncts, tokens };
}

function isPreposition(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined || token.text !== token.norm) return at === 0 && token?.pos === 'ADP';
  const amount = tokens[at + 1]?.pos === 'NUM' || tokens[at + 1]?.pos === 'SYM';
  if (token.norm === 'than' || (amount && /^(?:about|around|over|under)$/.test(token.norm))) return false;
  if (/^(?:to|per|including|excluding|counting)$/.test(token.norm)) return true;
  if (token.pos === 'ADP') return true;
  return token.pos === 'SCONJ' && /^(?:since|in|for|with|from|of|by|on|at|until)$/.test(token.norm);
}

/** The text between the first and the last token, as written. */
export function surfaceOf(tokens: readonly Token[], sentence: string): string {
  const [first, last] = [tokens[0], tokens.at(-1)];
  return first === undefined || last === undefined ? '' : sentence.slice(first.start, last.end);
}

/** The comparison key of the tokens: neutral modifiers left out, common nouns singular, names as they are. */
export function keyOf(tokens: readonly Token[]): string {
  const words = tokens.filter(
    ({ pos, norm, text }) =>
      (pos === 'PROPN' || !NEUTRAL_MODIFIERS.has(norm)) &&
      !/^(?:DET|PUNCT)$/.test(pos) &&
      !/^['’]s?$/.test(text),
  );
  const plain = words.map((token) => {
    const folded = foldForComparison(token.text);
    return { ...token, text: token.pos === 'PROPN' ? folded : singular(folded) };
  });
  return joined(plain);
}

function joined(tokens: readonly Token[]): string {
  return tokens.reduce((text, token, i) => {
    const glued = i > 0 && token.start === tokens[i - 1]?.end;
    return `${text}${glued || text === '' ? '' : ' '}${token.text}`;
  }, '');
}

/** The key of a whole phrase; "in" and "of" are one, so that "the capital in X" is the capital of X. */
export function phraseKey(phrase: Phrase): string {
  const parts = phrase.adjuncts
    .filter((adjunct) => adjunct.tokens.length > 0 && !isDated(adjunct))
    .map(({ preposition, tokens }) => `${preposition === 'in' ? 'of' : preposition} ${keyOf(tokens)}`);
  return [keyOf(phrase.base), ...parts].join(' ');
}

const MONTH = /^(?:January|February|March|April|May|June|July|August|September|October|November|December)$/;

/** Whether the adjunct is a time: "since 7 October 2024". */
export function isDated(adjunct: Adjunct): boolean {
  const words = joined(adjunct.tokens);
  return findDates(`${adjunct.preposition} ${words}`).length > 0 || MONTH.test(words);
}

/** The first part behind such a preposition that is no time. */
export function placeOf({ adjuncts }: Phrase, prepositions: RegExp): Adjunct | undefined {
  return adjuncts.find((adjunct) => prepositions.test(adjunct.preposition) && !isDated(adjunct));
}

/** What "the maximum depth of Lake Baikal" or "its average depth" describes. */
export interface Description {
  readonly head: string;
  readonly modifiers: readonly string[];
  /** The possessor; null where none is stated. A lone possessive pronoun is given as its token. */
  readonly owner: readonly Token[] | null;
  readonly definite: boolean;
  /** Prepositional parts beyond the possessor. */
  readonly others: readonly Adjunct[];
}

const OWNING = /^(?:of|in|for|on|at)$/;

/** Reads a phrase as the description of an attribute; null without a common noun as its head. */
export function describe(phrase: Phrase): Description | null {
  const mark = phrase.base.findIndex((token) => /^['’]s?$/.test(token.text));
  const pronoun = /^(?:its|their|his|her)$/.test(phrase.base[0]?.norm ?? '');
  const possessorEnd = mark > 0 ? mark : Number(pronoun);
  const noun = phrase.base.slice(mark > 0 ? mark + 1 : possessorEnd);
  const head = noun.findLast((token) => token.pos !== 'PUNCT');
  if (head?.pos !== 'NOUN') return null;
  const possessor = possessorEnd > 0 ? phrase.base.slice(0, possessorEnd) : null;
  const stated = phrase.adjuncts.filter((adjunct) => !isDated(adjunct));
  const owning = possessor === null ? stated.find((adjunct) => OWNING.test(adjunct.preposition)) : undefined;
  const owner = possessor ?? (owning === undefined ? null : ownerTokens(phrase, owning));
  return {
    head: singular(foldForComparison(head.text)),
    modifiers: modifiersOf(noun.slice(0, noun.lastIndexOf(head))),
    owner,
    definite: possessor !== null || phrase.base[0]?.norm === 'the',
    others: stated.filter((adjunct) => !owner?.includes(adjunct.tokens[0] ?? head)),
  };
}

/** "of a litre of milk": a chain of "of" is one possessor, unless a proper name has closed it. */
function ownerTokens(phrase: Phrase, owning: Adjunct): readonly Token[] {
  const at = phrase.adjuncts.indexOf(owning);
  const next = phrase.adjuncts[at + 1];
  const chained = owning.preposition === 'of' && next?.preposition === 'of' && owning.tokens[0]?.norm === 'a';
  if (!chained) return owning.tokens;
  const chain = [...owning.tokens, ...next.tokens];
  const [first, last] = [chain[0], chain.at(-1)];
  if (first === undefined || last === undefined) return owning.tokens;
  return phrase.tokens.filter((token) => token.start >= first.start && token.end <= last.end);
}

/** The modifiers that narrow a noun, folded and sorted. */
export function modifiersOf(tokens: readonly Token[]): string[] {
  return tokens
    .filter((token) => !['DET', 'PUNCT', 'PRON', 'PART', 'ADV'].includes(token.pos))
    .map((token) => singular(foldForComparison(token.text)))
    .filter((word) => !NEUTRAL_MODIFIERS.has(word))
    .sort();
}

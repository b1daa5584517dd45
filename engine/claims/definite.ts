/** Definite descriptions that have one holder at a time: "the capital of X", "the longest bridge in the world", an office. */
import type { Token } from '../text/token.ts';
import { singular } from '../text/word-forms.ts';
import { type Draft, explicitSubject } from './draft.ts';
import { FORMER_MODIFIERS } from './lexicon.ts';
import { isDated, keyOf, type Phrase, surfaceOf } from './noun-phrase.ts';
import { type Discourse, resolveOwner } from './subjects.ts';

/** A description as the subject of a claim, with its head noun. */
export interface Definite {
  readonly subject: Draft['subject'];
  readonly head: string;
}

const INDEFINITE = /^(?:an?|one|some|another|each|every|any|no|two|three|many|several|among)$/;

/**
 * Reads a phrase as a description with one holder; null for anything indefinite, plural, former, or without an owner
 * or superlative to pin it down. `office` accepts a bare or capitalised noun: "became President of Brazil".
 */
export function readDefinite(
  phrase: Phrase,
  sentence: string,
  discourse: Discourse,
  office: boolean,
): Definite | null {
  const mark = phrase.base.findIndex((token) => /^['’]s?$/.test(token.text));
  const possessive = /^(?:its|their|his|her)$/.test(phrase.base[0]?.norm ?? '') ? 0 : mark - 1;
  const noun = phrase.base.slice(possessive >= 0 ? Math.max(mark, 0) + 1 : 0);
  if (!isHoldable(phrase.base, noun, possessive >= 0, office)) return null;
  const head = singular(noun.at(-1)?.norm ?? '');
  const rest = phrase.adjuncts.filter((adjunct) => !isDated(adjunct) && adjunct.tokens.length > 0);
  const parts = rest.map(
    ({ preposition, tokens }) => `${preposition === 'in' ? 'of' : preposition} ${keyOf(tokens)}`,
  );
  const surface = surfaceOf(undated(phrase), sentence);
  if (possessive >= 0) {
    const owner = resolveOwner(phrase.base.slice(0, Math.max(mark, 1)), sentence, discourse);
    if (owner === null || owner.how === 'title') return null;
    if (owner.how === 'explicit' && !isParticular(phrase.base.slice(0, mark))) return null;
    return {
      subject: { ...owner, key: [keyOf(noun), `of ${owner.key}`, ...parts].join(' '), surface },
      head,
    };
  }
  const owning = rest.filter(({ preposition }) => /^(?:of|in|for|on|at)$/.test(preposition));
  const worldwide = isSuperlative(noun) && owning.some((adjunct) => isAll(adjunct.tokens));
  if (!worldwide && !owning.some((adjunct) => isParticular(adjunct.tokens))) return null;
  const key = [keyOf(noun), ...parts].join(' ');
  return { subject: explicitSubject(key, surface), head };
}

/** The words of the phrase up to its first date: "mayor of Tarnow", not "mayor of Tarnow on 2 May". */
function undated(phrase: Phrase): readonly Token[] {
  const dated = phrase.adjuncts.find(isDated)?.tokens[0];
  const end = dated === undefined ? -1 : phrase.tokens.indexOf(dated);
  return end < 1 ? phrase.tokens : phrase.tokens.slice(0, end - 1);
}

function isHoldable(
  base: readonly Token[],
  noun: readonly Token[],
  possessive: boolean,
  office: boolean,
): boolean {
  const [head, first] = [noun.at(-1), base[0]];
  if (head === undefined || first === undefined || INDEFINITE.test(first.norm)) return false;
  const isBarred = ({ pos, norm }: Token) =>
    pos === 'CCONJ' || FORMER_MODIFIERS.has(norm) || /^(?:ex|co)-/.test(norm);
  if (base.some(isBarred)) return false;
  if (noun.some((token) => token.norm === 'most') && head.norm.endsWith('s')) return false;
  const common = head.pos === 'NOUN' || (office && head.pos === 'PROPN');
  return common && singular(head.norm) === head.norm && (possessive || first.norm === 'the' || office);
}

/** A name, a number, or a noun with a modifier: "the town library", not "the company". */
function isParticular(tokens: readonly Token[]): boolean {
  if (tokens.some((token) => token.pos === 'PROPN' || token.pos === 'NUM')) return true;
  return tokens.filter((token) => token.pos === 'NOUN' || token.pos === 'ADJ').length > 1;
}

/** "In the world": a superlative needs no name for it. */
function isAll(tokens: readonly Token[]): boolean {
  return /^(?:world|earth|universe|history|system)$/.test(tokens.at(-1)?.norm ?? '');
}

function isSuperlative(noun: readonly Token[]): boolean {
  return noun.some(
    (token) => /^(?:most|least|first|last|only)$/.test(token.norm) || /\p{L}{2,}est$/u.test(token.norm),
  );
}

const UNNAMED = /^(?:an?|one|its|their|his|her|there|it|they|he|she|this|that)$/;

/** Whether a phrase is a proper name, fit to be the holder: "Keir Starmer", "the Akashi Kaikyo Bridge". */
export function isNamePhrase(phrase: Phrase): boolean {
  const [first, head] = [phrase.base[0], phrase.base.at(-1)];
  if (first === undefined || head === undefined || UNNAMED.test(first.norm)) return false;
  if (phrase.base.some(({ pos, text }) => pos === 'CCONJ' || /^(?:\/|['’]s)$/.test(text))) return false;
  const named = phrase.base.some((token) => token.pos === 'PROPN' || /\p{Lu}/u.test(token.text.slice(0, 1)));
  return named && (/^(?:PROPN|NUM)$/.test(head.pos) || /\p{Lu}/u.test(head.text));
}

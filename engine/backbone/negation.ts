/** Whether a clause denies what is asked: a negation counts only where it reaches a word of the question. */
import type { Term } from '../question/question.ts';
import type { Word } from '../question/stems.ts';
import { meets } from './coverage.ts';

/** Words after a "not" that it may deny; a comma or a relative clause ends its reach earlier. */
const REACH = 6;
/** Words after "no" or "without" in which its noun stands. */
const NOUN_REACH = 3;
const DENIES_CLAUSE = /^(?:not|n['’]t|cannot|never|hardly|nunca|tampoco)$/;
const DENIES_ALL = /^(?:nobody|none|nothing|neither|nadie|ninguno|ninguna)$/;
const DENIES_NOUN = /^(?:no|without|ningún|ninguna|sin)$/;
/** "in place of the trains", "instead of a boiler": what stands there no more. */
const DISPLACES: readonly (readonly string[])[] = [
  ['in', 'place', 'of'],
  ['instead', 'of'],
  ['rather', 'than'],
];
/** "not only", "no fewer than", "not until 2012": they deny nothing. */
const AFFIRMS = /^(?:only|just|merely|simply|until|fewer|more|less|least|doubt|wonder|but)$/;
const STOPS = /^(?:which|who|whose|where|because|since|but|although|while|and)$/;
/** "does not want it to be rebuilt": a wish, not a fact. */
const WISHES = /^(?:want|intend|plan|wish|expect|hope|think|believe|know|say|claim|mean)$/;

/** Words that deny without a "not". */
export const DENIAL =
  /\b(?:unable|incapable|impossible|forbid(?:s|den)?|banned|prohibit(?:s|ed)|outlawed|lacks?|fail(?:s|ed)? to|far from|free of)\b/iu;

/** How a clause denies: not at all, what is asked, or something that leaves the question open. */
export type Denial = 'none' | 'denied' | 'unclear';

/** The denial in the words of one clause. `asked` are the question's terms, `isOpposed` those met by an opposite. */
export function denialIn(
  words: readonly Word[],
  asked: readonly Term[],
  isOpposed: (word: Word) => boolean,
): Denial {
  const reached = (word: Word) => isOpposed(word) || asked.some((term) => meets(term, word));
  let denial: Denial = 'none';
  for (let at = 0; at < words.length; at++) {
    const found = denialAt(words, at, reached);
    if (found === 'denied') return 'denied';
    if (found === 'unclear') denial = 'unclear';
  }
  return denial;
}

function denialAt(words: readonly Word[], at: number, reached: (word: Word) => boolean): Denial {
  const norm = words[at]?.norm ?? '';
  const next = words[at + 1]?.norm ?? '';
  if (AFFIRMS.test(next)) return 'none';
  if (norm === 'no' && next === 'longer') return scope(words, at + 2, REACH, reached, true);
  if (norm === 'no' && next === 'one') return scope(words, at + 2, words.length, reached, false);
  const displaced = DISPLACES.find((phrase) => phrase.every((part, i) => words[at + i]?.norm === part));
  if (displaced !== undefined) return scope(words, at + displaced.length, NOUN_REACH, reached, false);
  if (DENIES_ALL.test(norm)) return scope(words, at + 1, words.length, reached, false);
  if (DENIES_NOUN.test(norm)) return scope(words, at + 1, NOUN_REACH, reached, false);
  if (DENIES_CLAUSE.test(norm)) return scope(words, at + 1, REACH, reached, true);
  return 'none';
}

/** `clausal`: a negation that reaches no word of the question leaves it open, and one at the end denies what is before. */
function scope(
  words: readonly Word[],
  from: number,
  reach: number,
  reached: (word: Word) => boolean,
  clausal: boolean,
): Denial {
  const after = words.slice(from, from + reach);
  const stop = after.findIndex(({ text, norm }) => /^[,;:()]$/.test(text) || STOPS.test(norm));
  const own = stop < 0 ? after : after.slice(0, stop);
  if (own.some(({ lemma }) => WISHES.test(lemma)) && own.some(reached)) return 'unclear';
  if (own.some(reached)) return 'denied';
  if (!clausal) return 'none';
  const before = words.slice(0, from);
  const elliptic = !own.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (elliptic) return before.some(reached) ? 'denied' : 'none';
  return before.some(({ text }) => text === ',') ? 'none' : 'unclear';
}

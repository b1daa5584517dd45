/** Groups that a preposition narrows a figure to: "in towns", "for an adult", "on motorways". */
import type { Word } from './stems.ts';

const NARROWS = /^(?:in|on|for|at|with|among|by|outside|inside|without)$/;
const GENERIC = /^(?:an?|all|most|every|each)$/;
/** How many words may stand between the preposition and the end of its noun phrase. */
const PHRASE_REACH = 4;

/** The nouns of such groups: plurals, or singulars that stand for their kind. */
export function groupsIn(words: readonly Word[]): Word[] {
  return words.flatMap((word, at) => {
    if (NARROWS.test(word.norm)) return headAfter(words, at) ?? [];
    return isOwner(words, at) ? word : [];
  });
}

/** "a child's ticket". */
function isOwner(words: readonly Word[], at: number): boolean {
  const generic = GENERIC.test(words[at - 1]?.norm ?? '');
  return generic && words[at]?.pos === 'NOUN' && /^['’]s$/.test(words[at + 1]?.norm ?? '');
}

function headAfter(words: readonly Word[], preposition: number): Word | undefined {
  const phrase = words.slice(preposition + 1, preposition + 1 + PHRASE_REACH);
  const end = phrase.findIndex(({ pos }) => !/^(?:DET|ADJ|NOUN|PRON)$/.test(pos));
  const head = (end < 0 ? phrase : phrase.slice(0, end)).at(-1);
  if (head === undefined || head.pos !== 'NOUN') return undefined;
  const plural = head.norm !== head.lemma && head.norm.endsWith('s');
  return plural || GENERIC.test(phrase[0]?.norm ?? '') ? head : undefined;
}

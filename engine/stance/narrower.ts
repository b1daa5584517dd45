/** Figures of a part, a time or a group beside those of the whole: they differ and contradict nothing. Pure. */
import { type Amount, amountsOf, areApart } from './amounts.ts';
import type { Feature } from './feature.ts';
import type { Pairing } from './pairing.ts';
import type { StatedWord } from './read-words.ts';

const LIMITS =
  /^(?:of|in|on|at|for|from|with|within|among|during|before|after|until|since|under|between|near|along|inside|outside)$/;
const DETERMINER = /^(?:the|a|an|its|their|his|her|it|this)$/;
const LIMIT_WORDS = 5;
const PAST = /^(?:was|were|had|.{2,}ed)$/;
const PRESENT = /^(?:is|are|has|have)$/;
const VERB_WORDS = 3;

/** "21 members of the Green Party", "in Arlen county it is 120 km": a phrase of one side alone limits the figure. */
export function isOfAPart({ claim, evidence, known, inClaim }: Pairing, { at, to }: Feature): boolean {
  return isLimited(claim, known, at) || isLimited(evidence, inClaim, to);
}

function isLimited(words: readonly StatedWord[], shared: readonly boolean[], at: number): boolean {
  let after = at + 1;
  while (words[after]?.content === true && words[after]?.breaks === false) after++;
  return [0, after].some((from) => isStrange(words, shared, from));
}

/** A limiting phrase begins here, and the other side has none of its words. */
function isStrange(words: readonly StatedWord[], shared: readonly boolean[], from: number): boolean {
  if (!LIMITS.test(words[from]?.norm ?? '')) return false;
  const phrase = words.slice(from + 1, from + 1 + LIMIT_WORDS);
  const end = phrase.findIndex(
    ({ breaks, norm }, place) => breaks || LIMITS.test(norm) || (place > 0 && DETERMINER.test(norm)),
  );
  const said = phrase
    .slice(0, end < 0 ? phrase.length : end)
    .flatMap(({ content }, place) => (content ? [shared[from + 1 + place] === true] : []));
  return said.length > 0 && !said.includes(true);
}

/** "employed 120" and "employs 240": what was and what is. */
export function differInTense({ claim, evidence }: Pairing, { at, to }: Feature): boolean {
  const [ours, theirs] = [claim, evidence].map((words, side) => {
    const end = side === 0 ? at : to;
    return words.slice(Math.max(0, end - VERB_WORDS), end);
  });
  return (ours ?? []).some((a) =>
    (theirs ?? []).some((b) => isSameVerb(a, b) && PAST.test(a.norm) !== PAST.test(b.norm)),
  );
}

function isSameVerb(a: StatedWord, b: StatedWord): boolean {
  const isAuxiliary = [a, b].some(({ norm }) => PRESENT.test(norm));
  return (
    a.stem === b.stem || (isAuxiliary && [a, b].every(({ norm }) => PAST.test(norm) || PRESENT.test(norm)))
  );
}

/** "120 women" and "95 men": each of the two words has a figure of its own. */
export function areCountedApart({ claim, evidence }: Pairing, { at, to }: Feature): boolean {
  const counted = (words: readonly StatedWord[], place: number): Amount[] =>
    amountsOf(words).filter(
      (one) => one.kind === 'count' && one.at < place && place <= one.at + one.unit.length,
    );
  const theirs = counted(evidence, to);
  return counted(claim, at).some((one) => theirs.some((other) => areApart(one, other)));
}
